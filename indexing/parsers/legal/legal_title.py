"""The line at the beginning of a contract, statute or policy that says what it is: `房屋租赁合同`, `LEASE OF LAND`."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from indexing.model import Block, Span
from indexing.parsers.legal.clause_numbers import number_at
from indexing.parsers.lines import trimmed

MAX_LINES: Final = 3
"""Lines at the beginning among which the title is: who issues the text, and its number, may stand above it."""

_CHINESE_NAMES: Final = (
    "合同|合同书|协议|协议书|法|条例|办法|规定|细则|规则|章程|制度|解释|通则|守则|准则|条款|公约|政策|保单"
    "|(?:员工|职工|雇员)手册|(?:隐私|免责|法律)声明|合約|協議|條例|辦法|規定|條款"
)
_NAMES: Final = (
    "Agreement|Contract|Lease|Act|Policy|Regulations?|Bylaws|By-laws|Statute|Ordinance|Licen[cs]e|Terms|Rules|Treaty"
    "|Convention|Deed|Charter|Directive|Constitution|Conditions|Disclaimer"
)
_PHRASES: Final = (
    "(?:employee|staff) (?:handbook|manual)|(?:privacy|legal) (?:notice|statement)|limited warranty"
    "|memorandum of understanding"
)
_OPENING_NAMES: Final = "Agreement|Contract|Lease|Terms|Code|Deed|Policy|Articles|Conditions"
_TITLE: Final = re.compile(
    rf"[^\n。；：:，]{{0,60}}(?:{_CHINESE_NAMES})(?:[（(][^\n]{{1,20}}[）)])?"
    rf"|[^\n.;:]{{0,80}}\b(?:{_NAMES}|{_NAMES.upper()}|policy|agreement|(?i:{_PHRASES}))(?:[ ]\d{{4}})?"
    rf"|[^\n.;:]{{0,40}}\b(?:(?:{_OPENING_NAMES})[ ](?:and[ ]\w+[ ])?(?:of|for|on|and)"
    rf"|(?:{_OPENING_NAMES.upper()})[ ](?:OF|FOR|ON|AND))[ ][^\n.;:]{{1,60}}"
)
"""A line that ends with the name of a kind of legal text, or in English goes on with what it is about."""

_LINE: Final = re.compile(r"[^\r\n]*\S[^\r\n]*")


def title_line(text: str, blocks: Sequence[Block]) -> Span | None:
    """The line in the paragraphs at the beginning that is the title of a legal text; None where none is.

    >>> from indexing.parsers.plain import paragraphs_of
    >>> text = "太仓港物流有限公司\\n仓库租赁合同\\n\\n第一条 甲方出租仓库。"
    >>> title_line(text, paragraphs_of(text))
    Span(start=10, end=16)
    """
    for line in opening_lines(text, blocks):
        if is_legal_title(" ".join(line.slice(text).split())):
            return line
    return None


def opening_lines(text: str, blocks: Sequence[Block]) -> Iterator[Span]:
    """The first lines of the paragraphs at the beginning, at most MAX_LINES and none behind the first clause."""
    left = MAX_LINES
    for block in blocks[:MAX_LINES]:
        if block.kind != "paragraph":
            return
        for found in _LINE.finditer(text, block.span.start, block.span.end):
            line = trimmed(text, found.start(), found.end())
            if not left or number_at(text, line.start, line.end):
                return
            left -= 1
            yield line


def is_legal_title(line: str) -> bool:
    """Whether a line at the beginning is the title of a legal text: it says what such texts are called.

    >>> is_legal_title("房屋租赁合同"), is_legal_title("Lease Agreement"), is_legal_title("LEASE OF PREMISES")
    (True, True, True)
    >>> is_legal_title("How to act"), is_legal_title("使用说明"), is_legal_title("Staff Handbook")
    (False, False, True)
    """
    return bool(_TITLE.fullmatch(line.strip()))
