"""The titles of clauses: what stands behind the number, if it is a title and no text of the clause."""

import re
from typing import Final

from indexing.model import Span
from indexing.parsers.legal.clause_numbers import CLOSING, Number
from indexing.parsers.lines import trimmed

MAX_COLUMNS: Final = 60
"""Of a title; an ideograph takes two. Titles of articles stay below 25 ideographs, or half a line of English."""

_INNER_MARK: Final = re.compile(r"[。；！？，]|[;!?]|[.:]\s")
_END_MARKS: Final = "。；：，、！？…;:,.!?—"
_WIDE: Final = re.compile("[\u1100-\U0010ffff]")
_AROUND: Final = " \t\r\n\u00a0\u3000:：—–-"
"""What stands between a number and its title, and is neither."""

_PARTICLE: Final = 3
"""Letters of articles and prepositions, which titles write small."""

_EMPHASIS: Final = re.compile(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}")
_LOWER: Final = re.compile(r"[*_\"“(]*[a-z]")
_BRACKETED: Final = re.compile(
    r"\s*(?:【([^】\n]{1,30})】|[\[〔［]([^\]〕］\n]{1,30})[\]〕］]|[（(]([^）)\n]{1,30})[）)])\s*(?=\S)"
)
_SPACED: Final = re.compile(r"[ \u3000]*([\u4e00-\u9fff、和与]{2,20})(?:\u3000|[ \u3000]{2})[ \u3000]*(?=\S)")
_COLON: Final = re.compile(r"[ \u3000]*([\u4e00-\u9fff、]{2,10})[：:](?=[^\s])")
_SENTENCE: Final = re.compile(
    r"\s*(?:[*_]{1,3})?([A-Z\"“][^.;:!?\n]{1,58})(?:[*_]{1,3})?[.:—–](?:[*_]{1,3})?\s+(?=[A-Z\"“(\[])"
)
_VERB: Final = re.compile(r"\b(?:shall|must|may|will|should|is|are|was|has|have|can|does|do|means?)\b")
"""A first sentence with one of these is no title."""

_HAN_SENTENCE: Final = re.compile(r"[ \u3000]*(?:[*_]{1,3})?([\u4e00-\u9fff、“”]{2,20})[。：](?:[*_]{1,3})?(?=[^\s])")


def columns(text: str) -> int:
    """How wide `text` is: an ideograph or full-width mark takes two columns, any other character one.

    >>> columns("Fees"), columns("费用")
    (4, 4)
    """
    return len(text) if text.isascii() else len(text) + len(_WIDE.findall(text))


def is_title(text: str) -> bool:
    """Whether a line without its number reads as a title: short, and no sentence or part of one.

    >>> is_title("付款方式"), is_title("甲方应当付款。"), is_title("Term and Renewal"), is_title("the buyer pays")
    (True, False, True, False)
    """
    if len(text) > 2 * MAX_COLUMNS:
        return False
    text = _EMPHASIS.sub("", text).strip().lstrip(_AROUND)
    if text.endswith(".") and _is_capitalised(text):
        text = text[:-1]
    if not text or columns(text) > MAX_COLUMNS or not any(map(str.isalnum, text)):
        return False
    return text[-1] not in _END_MARKS and not _INNER_MARK.search(text) and not _LOWER.match(text)


def _is_capitalised(text: str) -> bool:
    """Whether all longer words of an English line begin with capitals: `Grant of License.` is a title with a full stop.

    >>> _is_capitalised("Grant of License."), _is_capitalised("The buyer pays.")
    (True, False)
    """
    words = [word for word in text.split() if len(word) > _PARTICLE]
    return text.isascii() and bool(words) and all(not word[0].islower() for word in words)


def first_line(text: str, span: Span) -> Span:
    """The first line of a block."""
    found = re.compile(r"[\r\n]").search(text, span.start, span.end)
    return trimmed(text, span.start, found.start() if found else span.end)


def is_bare(text: str, span: Span, number: Number) -> bool:
    """Whether a numbered block is a number and a title, on one line or with the title on the next."""
    if span.end - number.end > 2 * MAX_COLUMNS:
        return False
    rest = " ".join(text[number.end : span.end].split())
    if number.style == "§" and not _VERB.search(rest):
        rest = rest.removesuffix(".")
    return is_title(rest) and text.count("\n", number.end, span.end) <= 2


def is_named(text: str, span: Span, number: Number) -> bool:
    """Whether a numbered block has a title, alone or before its text."""
    if is_bare(text, span, number):
        return True
    return bool(_short_title(text[number.end : min(first_line(text, span).end, number.end + 2 * MAX_COLUMNS)], number))


def title_of(text: str, span: Span, number: Number) -> str:
    """What a section that a numbered block opens is called: its number, with its title if it has one.

    >>> from indexing.parsers.legal.clause_numbers import number_at
    >>> def title(text): return title_of(text, Span(0, len(text)), number_at(text, 0, len(text)))
    >>> title("1. 提供场地"), title("第三条 甲方付款。"), title("第三条 【付款】甲方付款。")
    ('1. 提供场地', '第三条', '第三条 付款')
    >>> title("Section 3.2 Termination. Either party may terminate."), title("1.1 The buyer pays.")
    ('Section 3.2 Termination', '1.1')
    >>> title("2. Grant of License. You may copy it."), title("Section 1 -- Scope."), title("一、为了租客，应当修缮。")
    ('2. Grant of License', 'Section 1 -- Scope.', '一、')
    """
    if number.style == CLOSING:
        return " ".join(text[number.start : number.end].split())
    if is_bare(text, span, number):
        return " ".join(_EMPHASIS.sub("", text[number.start : span.end]).split())
    line = first_line(text, span)
    if line.end < span.end and line.end > number.end and is_title(text[number.end : line.end]):
        return " ".join(_EMPHASIS.sub("", text[number.start : line.end]).split())
    mark = _EMPHASIS.sub("", text[number.start : number.end]).rstrip(_AROUND) or number.label
    short = _short_title(text[number.end : min(line.end, number.end + 2 * MAX_COLUMNS)], number)
    return " ".join((mark + ("" if mark[-1:] in "）、)" else " ") + short).split())


def _short_title(text: str, number: Number) -> str:
    """The title at the beginning of a clause's text; empty when the text begins at once.

    A short first sentence is one in English, and in Chinese where the number has no word: an article may just be brief.
    """
    patterns = [_BRACKETED, _SPACED, _COLON, _SENTENCE] + ([] if number.style == "条" else [_HAN_SENTENCE])
    for pattern in patterns:
        found = pattern.match(text)
        if found and not _VERB.search(found.group()):
            return " ".join(_EMPHASIS.sub("", next(group for group in found.groups() if group)).split())
    return ""
