"""Which bad cases a page shows: as many as it has room for, evenly of each reason."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Final

from evaluation.report.model import BadCase

MOST: Final = 200
"""Cases of a page: nobody reads more, and a browser opens them at once."""
MOST_CHARACTERS: Final = 2_500_000
"""Of all their HTML: with everything else a page stays below five million."""


def chosen(cases: Sequence[BadCase], written: Callable[[BadCase], str]) -> list[tuple[BadCase, str]]:
    """The cases that are shown with what is written of each, in the order they were given."""
    found: dict[int, str] = {}
    left = MOST_CHARACTERS
    for index in _turns([(case.setup, case.set_name, case.reason) for case in cases]):
        content = written(cases[index])
        left -= len(content.encode())
        if left < 0 or len(found) == MOST:
            break
        found[index] = content
    return [(cases[index], found[index]) for index in sorted(found)]


def _turns(kinds: Sequence[Hashable]) -> Iterator[int]:
    """Indices, one of each kind in turn.

    >>> list(_turns("aaabc"))
    [0, 3, 4, 1, 2]
    """
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for index, kind in enumerate(kinds):
        waiting[kind].append(index)
    for turn in range(max(map(len, waiting.values()), default=0)):
        yield from (indices[turn] for indices in waiting.values() if turn < len(indices))
