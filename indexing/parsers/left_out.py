"""What a parser left out of an extracted text, counted and said."""

from collections import Counter
from typing import Final

_BLANK: Final = str.maketrans("", "", " \t\r\n\u3000\xa0")


class LeftOut:
    """What was left out of one document so far."""

    def __init__(self) -> None:
        self._characters: Counter[str] = Counter()
        self._pieces: Counter[str] = Counter()

    def text(self, what: str, text: str) -> None:
        """Count the visible characters of `text`; `what` is a plural or a mass noun."""
        self._characters[what] += len(text.translate(_BLANK))

    def piece(self, what: str, number: int = 1) -> None:
        """Count things that have no text of their own; `what` is a plural."""
        self._pieces[what] += number

    def warnings(self) -> tuple[str, ...]:
        """One sentence for each kind of thing, in the order in which they were found first.

        >>> left_out = LeftOut()
        >>> left_out.text("hidden text", "a b")
        >>> left_out.piece("pictures")
        >>> left_out.warnings()
        ('hidden text was left out: 2 characters', 'pictures were left out: 1')
        """
        characters = (
            f"{what} {_verb(what)} left out: {number:,} character{'s' * (number > 1)}"
            for what, number in self._characters.items()
            if number
        )
        return (*characters, *(f"{what} {_verb(what)} left out: {n:,}" for what, n in self._pieces.items() if n))


def _verb(what: str) -> str:
    return "were" if what.split(" of ")[0].endswith("s") else "was"
