"""When something was said, as logs write it: the day, in any usual order of its numbers, and the minute of the day."""

import datetime
import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.?"
_RELATIVE: Final = "(?:today|yesterday|今天|今日|昨天|昨日|前天)"
_WEEKDAY: Final = r"(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6}|星期[一二三四五六日天]|周[一二三四五六日])"
DATE: Final = (
    rf"(?:(?:{_WEEKDAY},?\s)?(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}|\d{{4}}年\d{{1,2}}月\d{{1,2}}[日号]|\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}}"
    rf"|\d{{1,2}}月\d{{1,2}}[日号]|\d{{1,2}}\.?\s{_MONTH},?\s\d{{4}}|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s\d{{4}})(?:,?\s?{_WEEKDAY})?"
    rf"|{_RELATIVE}|{_WEEKDAY}(?=[\s,]))"
)
"""A day, as a part of a regular expression without groups."""
TIME: Final = (
    r"(?:上午|下午|凌晨|早上|中午|晚上|傍晚)?\s?\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:[.,]\d{1,3})?(?:\s?[AaPp]\.?[Mm]\.?)?"
    r"(?:Z|\s?[+-]\d{2}:?\d{2}|\sUTC|\sGMT)?"
)
"""A time of day or of a recording, as a part of a regular expression without groups."""
STAMP: Final = rf"(?:{DATE}(?:,|T|\sat)?\s?{TIME}|{TIME}(?:,?\s{DATE})?)"
"""A time with or without its day."""

_DATE: Final = re.compile(DATE, re.IGNORECASE)
_TIME: Final = re.compile(TIME)
_MONTH_WORD: Final = re.compile(rf"\b({'|'.join(_MONTHS)})", re.IGNORECASE)
_NUMBERS: Final = re.compile(r"\d+")
_AFTERNOON: Final = re.compile(r"[Pp]\.?[Mm]|下午|晚上|傍晚")
_MORNING: Final = re.compile(r"[Aa]\.?[Mm]|凌晨")


class Moment(Struct, frozen=True):
    """When something was said, as far as it is told."""

    day: str = ""
    """As it is written; empty: not told."""
    days: frozenset[int] = frozenset()
    """What days that may be (proleptic Gregorian ordinals): two when day and month can be exchanged."""
    minute: int | None = None
    """Of its day; None: not told."""


def moment_of(stamp: str) -> Moment:
    """What `stamp` tells.

    >>> moment_of("[2024-01-02 下午3:05]")
    Moment(day='2024-01-02', days=frozenset({738887}), minute=905)
    >>> moment_of("yesterday"), moment_of("soon")
    (Moment(day='yesterday', days=frozenset(), minute=None), Moment(day='', days=frozenset(), minute=None))
    """
    date = _DATE.search(stamp)
    time = _TIME.search(stamp, date.end() if date else 0) or _TIME.search(stamp, 0, date.start() if date else 0)
    day = date.group().strip() if date else ""
    return Moment(day, _days(day), _minute(time.group()) if time else None)


def hours_between(before: Moment, after: Moment) -> float | None:
    """The hours from one moment to the next, at the least; None where that is not told.

    >>> hours_between(moment_of("1/2/24 23:50"), moment_of("2/2/24 00:20"))
    0.5
    """
    if before.minute is None or after.minute is None:
        return None
    if before.day == after.day:
        return abs(after.minute - before.minute) / 60
    apart = [later - earlier for later in after.days for earlier in before.days if later >= earlier]
    return (min(apart) * 1440 + after.minute - before.minute) / 60 if apart else None


@lru_cache(maxsize=1024)
def _days(day: str) -> frozenset[int]:
    """What days `day` may be; none where it is no day of the calendar."""
    numbers = [int(number) for number in _NUMBERS.findall(day)]
    named = _MONTH_WORD.search(day)
    month = _MONTHS.index(named[1].lower()) + 1 if named else 0
    if month and len(numbers) == 2:
        orders = [(numbers[1], month, numbers[0])]
    elif len(numbers) == 2:
        orders = [(1, numbers[0], numbers[1])]
    elif len(numbers) != 3:
        orders = []
    elif numbers[0] > 31:
        orders = [(numbers[0], numbers[1], numbers[2])]
    else:
        orders = [(numbers[2], numbers[1], numbers[0]), (numbers[2], numbers[0], numbers[1])]
    return frozenset(ordinal for order in orders if (ordinal := _ordinal(*order)))


def _ordinal(year: int, month: int, day: int) -> int:
    """Of a day of the calendar; 0 when there is none."""
    try:
        return datetime.date(year + 2000 if year < 100 else year, month, day).toordinal()
    except ValueError:
        return 0


def _minute(time: str) -> int:
    hour, minute = map(int, _NUMBERS.findall(time)[:2])
    if _AFTERNOON.search(time) and hour < 12:
        hour += 12
    elif _MORNING.search(time) and hour == 12:
        hour = 0
    return hour * 60 + minute
