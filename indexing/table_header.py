"""Where the header of a table ends: title lines, then rows of names, then rows of values.

Nothing marks a header in CSV or a spreadsheet. It is told by what stands below: names over values, or, where all cells
are words, a full first row of short names that do not occur again.
"""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

LOOK: Final = 60
"""Rows that are looked at: enough to see what a column holds when some of its cells are empty."""

MAX_LEVELS: Final = 4
"""Header rows at most: a group, a year, a quarter, a unit."""

MAX_NAME: Final = 60
"""Characters of a column's name where no values tell that it is one; longer is a sentence."""

_NUMBER: Final = (
    r"[-+−(（]*(?:[A-Z]{0,3}[$€£¥￥₩₹]|USD|CNY|EUR|RMB)?\s?[-+−]?\d[\d,.' ]*(?:[eE][-+]?\d+)?\s?[%‰]?[)）]?"
)
_DATE: Final = r"\d{1,4}[-/.年]\d{1,2}(?:[-/.月](?:\d{1,4}日?)?)?(?:[T ]\d{1,2}:\d{2}\S*)?"
_TIME: Final = r"\d{1,2}:\d{2}(?::\d{2})?\S*"
_MEASURED: Final = re.compile(rf"{_NUMBER}|{_DATE}|{_TIME}")
_VALUE_WORD: Final = re.compile(r"[-–—]+|n/?a|null|nan|true|false|yes|no|是|否|#[A-Z/0]+[!?]?", re.IGNORECASE)
_KINDS: Final = tuple(map(re.compile, (_NUMBER, rf"{_DATE}|{_TIME}", "(?i:true|false|yes|no|是|否)")))
"""Of values: numbers, days and times, answers."""
_ANY_VALUE: Final = re.compile(
    r"(?:values?|contents?|descriptions?|details?|data|answers?|results?|settings?|defaults?|information"
    r"|.{0,4}(?:值|内容|说明|结果|信息|情况|描述|备注|数据|答案))",
    re.IGNORECASE,
)
"""A name of a column of values of any kind."""
_LEAST_FIELDS: Final = 3

_PERIOD: Final = re.compile(rf"(?:FY)?(?:19|20)\d\d(?:年度?|[AEF])?|{_DATE}|\d{{1,2}}月")
"""Years, months and days: values, but also names of columns of values."""
_UNIT: Final = re.compile(
    r"[(（\[].{1,24}[)）\]]|[$€£¥￥%‰]|[$€£¥￥]?'?000s?|.{0,3}[$€£¥￥] ?(?:m|mn|bn|k|millions?|thousands?|billions?)"
    r"|(?:in )?(?:USD|EUR|CNY|RMB|GBP|thousands?|millions?|billions?|percent)(?: .{1,12})?"
    r"|[百千万亿]*元|万[人吨件台]|[人吨件台个天次]|kg|km|cm|mm|m2|m²|kWh|℃|°C",
    re.IGNORECASE,
)


class Header(Struct, frozen=True, kw_only=True):
    """How the rows of a table begin."""

    titles: int
    """Rows before the header that hold one cell: a title, a unit."""
    rows: int
    """Header rows behind these; 0: the table has none."""


def find_header(rows: Sequence[Sequence[str]]) -> Header:
    """How `rows` (cells in order, empty ones as "") begin; only the first LOOK of them are looked at.

    >>> find_header([["Fees 2024"], ["Plan", "Fee"], ["Basic", "5"], ["Plus", "9"]])
    Header(titles=1, rows=1)
    >>> find_header([["Basic", "5"], ["Plus", "9"]])
    Header(titles=0, rows=0)
    """
    table = [[cell.strip() for cell in row] for row in rows[:LOOK]]
    titles = _titles(table)
    table = table[titles:]
    if len(table) < 2 or not _is_names(table[0]) or _is_form(table):
        return Header(titles=titles, rows=0)
    depth = _depth(table)
    body = table[depth:]
    named = not _repeats(table[0], body) and (_over_values(table[:depth], body) or _over_words(table[0], body))
    return Header(titles=titles, rows=depth if named else 0)


def is_value(cell: str) -> bool:
    """Whether a cell holds a number, an amount, a date, a time, yes or no, or a mark for none of these.

    >>> [is_value(cell) for cell in ("1,200.5", "(3%)", "¥ 12", "2024-01-31", "2024年1月", "-", "Q1", "5 kg")]
    [True, True, True, True, True, True, False, False]
    """
    return bool(_MEASURED.fullmatch(cell) or _VALUE_WORD.fullmatch(cell))


def _titles(table: Sequence[Sequence[str]]) -> int:
    """Rows before the first with two cells, if there is such a row: each has one cell, the first."""
    for index, row in enumerate(table):
        if sum(map(bool, row)) > 1 or not any(row[:1]):
            return index
    return 0


def _is_names(row: Sequence[str]) -> bool:
    """Whether a row may be one of names: words and periods, no other values."""
    return any(row) and all(not cell or not _MEASURED.fullmatch(cell) or _PERIOD.fullmatch(cell) for cell in row)


def _is_form(table: Sequence[Sequence[str]]) -> bool:
    """Whether each row is a name and its value, so that what stands below each other is of different kinds.

    >>> _is_form([["Project", "Apollo"], ["Start", "2024-01-05"], ["Budget", "1200"]])
    True
    >>> _is_form([["Plan", "Fee"], ["Basic", "5"], ["Plus", "free"]])
    False
    """
    if max(map(len, table)) != 2 or len(table) < _LEAST_FIELDS:
        return False
    names, values = _column(table, 0), _column(table[1:], 1)
    if len({*names}) < len(names) or any(map(is_value, names)) or _ANY_VALUE.fullmatch("".join(_column(table[:1], 1))):
        return False
    return sum(any(kind.fullmatch(value) for value in values) for kind in _KINDS) > 1


def _depth(table: Sequence[Sequence[str]]) -> int:
    """How many rows from the first on are names, if the first is: a name that goes on over empty cells has names below,
    and units stand below names.
    """
    depth = 1
    while depth < min(MAX_LEVELS, len(table) - 1) and _is_names(table[depth]):
        below = table[depth]
        grouped = _goes_on(table[depth - 1], below) and _over_values([below], table[depth + 1 :])
        if not (grouped or _is_units(below)):
            break
        depth += 1
    return depth


def _goes_on(upper: Sequence[str], lower: Sequence[str]) -> bool:
    """Whether a name in `upper` stands over several names of `lower`."""
    over = False
    for index, below in enumerate(lower):
        above = upper[index] if index < len(upper) else ""
        if above:
            over = bool(below) and below != above
        elif below and index and (over or not any(upper[:index])):
            return True
    return False


def _is_units(row: Sequence[str]) -> bool:
    """Whether a row, its first cell aside, has units and nothing else."""
    cells = [cell for cell in row[1:] if cell]
    return bool(cells) and all(_UNIT.fullmatch(cell) for cell in cells)


def _repeats(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether one of `names` is a period over periods, or a yes or no over such: then it is a value as these are."""
    return any(
        pattern.fullmatch(name) and _mostly(pattern, _column(body, index))
        for index, name in enumerate(names)
        for pattern in (_PERIOD, _VALUE_WORD)
    )


def _over_values(header: Sequence[Sequence[str]], body: Sequence[Sequence[str]]) -> bool:
    """Whether a column has a name in the header and mostly values below it."""
    for index in range(max(map(len, header))):
        cells = _column(body, index)
        if _column(header, index) and sum(map(is_value, cells)) * 5 > len(cells) * 3:
            return True
    return False


def _over_words(names: Sequence[str], body: Sequence[Sequence[str]]) -> bool:
    """Whether `names` can be names of columns of words: several, short, different, and not found below again."""
    used = max((index + 1 for row in body for index, cell in enumerate(row) if cell), default=0)
    names = names[:used]
    if used < 2 or sum(map(bool, names[1:])) < used - 1 or len({*names}) < len(names):
        return False
    if names[0].endswith((":", "：")) or max(map(len, names)) > MAX_NAME:
        return False
    return not any(name in _column(body, index) for index, name in enumerate(names))


def _column(rows: Sequence[Sequence[str]], index: int) -> list[str]:
    """The cells of a column that are not empty."""
    return [row[index] for row in rows if index < len(row) and row[index]]


def _mostly(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    """Whether more than half of `cells` match."""
    return sum(1 for cell in cells if pattern.fullmatch(cell)) * 2 > len(cells)
