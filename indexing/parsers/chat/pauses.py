"""Where a conversation begins anew: after a long silence, on another day."""

from typing import Final

from indexing.parsers.chat.clock import Moment, hours_between

PAUSE_HOURS: Final = 4.0
"""Silence after which a conversation begins anew: a night, not a lunch."""

LEAST_CHARACTERS: Final = 600
"""Of a section before another begins: about half a chunk of the default size. Small ones go on."""


def begins_anew(before: Moment, after: Moment, *, said: int) -> bool:
    """Whether a conversation that has said so many characters since it began last begins anew with `after`.

    >>> from indexing.parsers.chat.clock import moment_of
    >>> days = moment_of("2024-01-02 23:00"), moment_of("2024-01-03 09:00")
    >>> begins_anew(*days, said=1000), begins_anew(*days, said=10)
    (True, False)
    """
    if not after.day or after.day == before.day or said < LEAST_CHARACTERS:
        return False
    pause = hours_between(before, after)
    return pause is not None and pause >= PAUSE_HOURS
