"""Days and times of a spreadsheet as they are shown: the date codes of number formats (ECMA-376, part 1, 18.8.31).

Months and days of the week have English names, or Chinese numbers where the code says Chinese.
"""

import re
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

_FIRST_DAY: Final = datetime(1899, 12, 30)
"""Day 0 of workbooks that count from 1900, from day 61 on: they have a 29 February 1900."""
_FIRST_DAY_1904: Final = datetime(1904, 1, 1)
_FALSE_LEAP_DAY: Final = 60
_LAST_DAY: Final = 2_958_465
"""31 December 9999."""

_CHINESE: Final = re.compile(r"\[\$[^\]]*-(?:\d{0,5})?[048]04\]|[年月日时時]|aaa|上午", re.IGNORECASE)
_SYSTEM: Final = re.compile(r"\[\$-[fF]800\]|\[\$-[xX]-sysdate\]")
_SYSTEM_TIME: Final = re.compile(r"\[\$-[fF]400\]|\[\$-[xX]-systime\]")
_TOKEN: Final = re.compile(
    r'"(?P<quoted>[^"]*)"?|\\(?P<escaped>.)|_.|\*.|\[(?P<elapsed>h+|m+|s+)\]|\[[^\]]*\]|(?P<half>AM/PM|A/P|上午/下午)'
    r"|(?P<unit>y+|m+|d+|h+|s+|a{3,4}|e+|g+)|(?P<part>\.0+)|(?P<plain>.)",
    re.DOTALL | re.IGNORECASE,
)
_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_CHINESE_DAYS: Final = "一二三四五六日"
_LITERALS: Final = re.compile(r'"[^"]*"?|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|General', re.IGNORECASE | re.DOTALL)


def locale_date() -> dict[int, str]:
    """The codes of built-in formats that follow the locale, by number (18.8.30)."""
    chinese = {
        27: 'yyyy"年"m"月"',
        28: 'm"月"d"日"',
        30: "m-d-yy",
        31: 'yyyy"年"m"月"d"日"',
        32: 'h"时"mm"分"',
        33: 'h"时"mm"分"ss"秒"',
        34: '上午/下午h"时"mm"分"',
        35: '上午/下午h"时"mm"分"ss"秒"',
    }
    same = {29: 28, 36: 27, 50: 27, 51: 28, 52: 27, 53: 28, 54: 28, 55: 34, 56: 35, 57: 27, 58: 28}
    return {14: "yyyy-mm-dd", 22: "yyyy-mm-dd hh:mm", **chinese, **{new: chinese[old] for new, old in same.items()}}


@lru_cache(maxsize=512)
def is_date_code(code: str) -> bool:
    """Whether a section of a code shows a day or a time.

    >>> is_date_code("d-mmm"), is_date_code('[h]:mm'), is_date_code('0.0 "days"'), is_date_code("[Red]0")
    (True, True, False, False)
    """
    if _SYSTEM.search(code) or _SYSTEM_TIME.search(code):
        return True
    bare = _LITERALS.sub("", code).lower()
    return any(letter in bare for letter in "ymdhs") or "aaa" in bare


@lru_cache(maxsize=4_096)
def date_text(number: float, code: str, *, from_1904: bool) -> str | None:
    """A number of days under a date code; None for one that is no day."""
    moment = _moment(number, from_1904=from_1904)
    if moment is None:
        return None
    if _SYSTEM.search(code):
        return f"{moment:%Y-%m-%d}" if moment.year > 999 else None
    code = "h:mm:ss" if _SYSTEM_TIME.search(code) else code
    matches = list(_TOKEN.finditer(code))
    rounded = moment if any(match["part"] for match in matches) else moment + timedelta(microseconds=500_000)
    shown = _Shown(rounded, number, code)
    return "".join(shown.text(match, _near(matches, index)) for index, match in enumerate(matches)).strip()


class _Shown:
    """A moment under one code."""

    def __init__(self, moment: datetime, number: float, code: str) -> None:
        self._moment = moment
        self._seconds = round(number * 86_400)
        self._chinese = bool(_CHINESE.search(code))
        self._halves = bool(re.search(r"AM/PM|A/P|上午/下午", code, re.IGNORECASE))

    def text(self, match: re.Match[str], near: str) -> str:
        """What a token shows; `near` are the units before and behind it, which tell minutes from months."""
        if match["elapsed"]:
            size = {"h": 3_600, "m": 60, "s": 1}[match["elapsed"][0].lower()]
            return str(self._seconds // size).rjust(len(match["elapsed"]), "0")
        if match["half"]:
            names = ("上午", "下午") if match["half"][0] == "上" else ("AM", "PM")
            return names[self._moment.hour >= 12]
        if match["part"]:
            return f".{self._moment.microsecond:06d}"[: len(match["part"])]
        if match["unit"]:
            unit: str = match["unit"].lower()
            return self._minutes(unit) if unit[0] == "m" and near in ("h", "s") else self._unit(unit)
        return next((match[kind] for kind in ("quoted", "escaped", "plain") if match[kind]), "")

    def _minutes(self, unit: str) -> str:
        return str(self._moment.minute).rjust(min(2, len(unit)), "0")

    def _unit(self, unit: str) -> str:
        moment = self._moment
        match unit[0]:
            case "y":
                return f"{moment.year % 100:02d}" if len(unit) < 3 else f"{moment.year:04d}"
            case "e":
                return str(moment.year)
            case "m":
                return self._month(len(unit))
            case "d":
                return self._day(len(unit))
            case "a":
                return ("周" if len(unit) == 3 else "星期") + _CHINESE_DAYS[moment.weekday()]
            case "h":
                hour = (moment.hour - 1) % 12 + 1 if self._halves else moment.hour
                return str(hour).rjust(min(2, len(unit)), "0")
            case "s":
                return str(moment.second).rjust(min(2, len(unit)), "0")
            case _:
                return ""

    def _month(self, width: int) -> str:
        number = self._moment.month
        if width < 3:
            return str(number).rjust(width, "0")
        if self._chinese:
            return f"{number}月"
        name = _MONTHS[number - 1]
        return name if width == 4 else name[:1] if width == 5 else name[:3]

    def _day(self, width: int) -> str:
        if width < 3:
            return str(self._moment.day).rjust(width, "0")
        day = self._moment.weekday()
        if self._chinese:
            return ("周" if width == 3 else "星期") + _CHINESE_DAYS[day]
        return _DAYS[day][: 3 if width == 3 else None]


def _moment(number: float, *, from_1904: bool) -> datetime | None:
    if not 0 <= number <= _LAST_DAY:
        return None
    if from_1904:
        return _FIRST_DAY_1904 + timedelta(days=number)
    return _FIRST_DAY + timedelta(days=number + (number < _FALSE_LEAP_DAY))


def _near(matches: list[re.Match[str]], index: int) -> str:
    """`h` behind hours, `s` before seconds, else nothing: then `m` is a month."""
    before = next((_unit_of(match) for match in reversed(matches[:index]) if _unit_of(match)), "")
    behind = next((_unit_of(match) for match in matches[index + 1 :] if _unit_of(match)), "")
    return "h" if before == "h" else "s" if behind == "s" else ""


def _unit_of(match: re.Match[str]) -> str:
    return (match["unit"] or match["elapsed"] or "")[:1].lower()
