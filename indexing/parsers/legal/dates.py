"""When a legal text takes effect and which version it is: only what it says of itself."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from indexing.parsers.legal.clause_numerals import HAN, value_of

_EDGE: Final = 20_000
"""Characters at the beginning and at the end where a text speaks of itself: headers, and final provisions."""

_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH: Final = "(?:" + "|".join(f"{name[:3]}(?:{name[3:]})?" for name in _MONTHS) + r")\.?"
_NUMERAL: Final = rf"(?:\d{{1,4}}|[{HAN}]{{1,5}})"
_HAN_DATE: Final = (
    rf"(?P<y>\d{{4}}|[〇零○一二三四五六七八九]{{4}})\s?年\s?(?P<m>{_NUMERAL})\s?月\s?(?P<d>{_NUMERAL})\s?[日号]"
)
_DATE: Final = re.compile(
    rf"{_HAN_DATE}|(?P<y2>\d{{4}})[-/.](?P<m2>\d{{1,2}})[-/.](?P<d2>\d{{1,2}})(?!\d)"
    rf"|(?P<m3>{_MONTH})[ ](?P<d3>\d{{1,2}})(?:st|nd|rd|th)?,?[ ](?P<y3>\d{{4}})"
    rf"|(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?(?:[ ]day[ ]of)?[ ](?P<m4>{_MONTH}),?[ ](?P<y4>\d{{4}})",
    re.IGNORECASE,
)
_LABELLED: Final = re.compile(
    r"(?:(?:生效|实施|施行|执行)(?:日期|时间|日)[*_]*\s?[：:]"
    r"|\bin force since\b|\beffective(?: date)?[*_]*\s?"
    r"(?::|[–—-]|is\b|as of\b|from\b|on\b|(?=\d)|(?=[A-Z][a-z]{2,8}\.?\s\d)))[*_\s]*",
    re.IGNORECASE,
)
_COMMENCES: Final = re.compile(
    r"\b(?:come[s]? into (?:force|effect|operation)|take[s]? effect|enter[s]? into force|become[s]? effective"
    r"|shall apply)"
    r"(?: and \w+)? (?:on|as of|from)(?: and from)?\s+",
    re.IGNORECASE,
)
_FROM: Final = re.compile(rf"(?P<own>本[^，。；《》\n]{{1,12}})?自\s?(?P<date>{_HAN_DATE})\s?起(?:施行|实施|生效|执行)")
_HEADER: Final = re.compile(
    rf"^[ \t\u3000（(]*(?P<date>{_HAN_DATE})\s?(?:起)?(?:施行|实施|生效)[ \t\u3000）)]*$", re.MULTILINE
)
_VERSION: Final = re.compile(
    r"(?:版\s?本(?:号)?[*_]*\s?[：:][*_\s]*|^[^\n]{0,60}\b(?:version|revision|rev\.)[*_]*(?:\s?[:：]\s?|\s)[*_]*\s?)"
    r"(?P<version>第[一二三四五六七八九十\d]{1,3}版|[vV]?\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?)(?![\w.]*\d)",
    re.IGNORECASE | re.MULTILINE,
)
_REVISED: Final = re.compile(r"修[订正]|\b(?:last )?(?:revised|amended|updated)\b", re.IGNORECASE)


def stated_dates(text: str) -> dict[str, Any]:
    """`effective` (ISO 8601) and `version` as `text` states them; of several revisions the latest.

    >>> stated_dates("Version 3.0. Effective Date: January 1, 2024")
    {'effective': '2024-01-01', 'version': '3.0'}
    >>> stated_dates("2018年5月2日 修订\\n\\n第九条 本办法自二〇一六年三月一日起施行。")
    {'effective': '2016-03-01', 'version': '2018-05-02'}
    """
    head, tail = text[:_EDGE], text[-_EDGE:]
    found = {"effective": _effective(head, tail), "version": _version(head)}
    return {name: value for name, value in found.items() if value}


def date_in(text: str) -> str | None:
    """The date that `text` begins with, ISO 8601; None for none, and for one that no calendar has.

    >>> date_in("1 May 2024"), date_in("2023-02-30"), date_in("二〇二一年十二月三日")
    ('2024-05-01', None, '2021-12-03')
    """
    found = _DATE.match(text)
    return _iso(found) if found else None


def _effective(head: str, tail: str) -> str | None:
    """When it takes effect: by a label, by a provision about itself, by a line above the text, by another provision."""
    labelled = (date_in(head[found.end() : found.end() + 40]) for found in _LABELLED.finditer(head))
    own: list[str] = []
    other: list[str] = []
    for found in [*_FROM.finditer(head), *_FROM.finditer(tail)]:
        day = date_in(found["date"])
        if day:
            (own if found["own"] else other).append(day)
    headers = [date_in(found["date"]) for found in _HEADER.finditer(head)]
    commences = [
        date_in(part[found.end() : found.end() + 40]) for part in (head, tail) for found in _COMMENCES.finditer(part)
    ]
    ranked = [*labelled, *own[-1:], *headers[-1:], *commences[-1:], *other[-1:]]
    return next((day for day in ranked if day), None)


def _version(head: str) -> str | None:
    """The version by name, else the day of the latest revision named above the first article."""
    named = _VERSION.search(head)
    if named:
        return named["version"]
    return max(_revisions(head.split("第一条", 1)[0]), default=None)


def _revisions(preamble: str) -> Iterator[str]:
    """The dates on lines that speak of a revision."""
    for line in preamble.splitlines():
        if _REVISED.search(line):
            yield from (day for found in _DATE.finditer(line[:500]) if (day := _iso(found)))


def _iso(found: re.Match[str]) -> str | None:
    groups = found.groupdict()
    for suffix in ("", "2", "3", "4"):
        year = groups.get(f"y{suffix}")
        if year:
            month, day = groups[f"m{suffix}"], groups[f"d{suffix}"]
            return _calendar(_year(year), _month(month), value_of(day))
    return None


def _year(numeral: str) -> int:
    return value_of(numeral.replace("○", "〇"))


def _month(name: str) -> int:
    """The number of a month from its name or numeral."""
    if name[0].isascii() and name[0].isalpha():
        return next(index for index, month in enumerate(_MONTHS, 1) if month.startswith(name[:3].lower()))
    return value_of(name)


def _calendar(year: int, month: int, day: int) -> str | None:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return None
