"""Lines above questions that say what they are about, where no heading does: `二、待遇领取`, `【账户问题】`, `BILLING`.

Only what can hardly be the end of the answer before it: it has a number, brackets or capitals of its own, or says that
questions follow.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from indexing.model import Block, Span
from indexing.parsers.faq.question_lines import Question
from indexing.parsers.lead_in import introduces
from indexing.parsers.legal.clause_numbers import number_at
from indexing.parsers.legal.clause_titles import is_bare, is_title
from indexing.parsers.lines import trimmed

_LINE_BEFORE: Final = re.compile(r"[^\r\n]*\S[^\r\n]*(?=\s*\Z)")
_BRACKETED: Final = re.compile(r"[【\[〔「][^】\]〕」\n]{1,30}[】\]〕」]")
_NAMES_QUESTIONS: Final = re.compile(
    r"[\u4e00-\u9fff]{1,12}(?:问题|類|类|篇|相关|常识)|[A-Z][\w &/-]{1,40} [Qq]uestions"
)
_LONGEST: Final = 200
"""Characters before a question that are looked at."""


class Category(Struct, frozen=True):
    """A line that is the title of the questions below it."""

    block: int
    """Index of the block it is in."""
    span: Span


def categories_of(text: str, blocks: Sequence[Block], questions: Sequence[Question]) -> Iterator[Category]:
    """The lines right above one of `questions` that name a category, in order."""
    for question in questions:
        index = question.block
        if index and question.at == blocks[index].span.start:
            index -= 1
        block = blocks[index]
        line = _line_before(text, block.span.start, min(question.at, block.span.end))
        is_alone = line == block.span or index == question.block
        if line is None or block.kind != "paragraph" or block.level or not is_alone:
            continue
        if names_category(text, line) and not _is_item(text, line):
            yield Category(index, line)


def _is_item(text: str, line: Span) -> bool:
    """Whether a line is an item of a list: it goes on from the line above it, or that introduces it."""
    above = _line_before(text, 0, line.start)
    number = number_at(text, line.start, line.end)
    if above is None or number is None:
        return False
    other = number_at(text, above.start, above.end)
    return introduces(text, above) or (other is not None and other.style == number.style)


def names_category(text: str, line: Span) -> bool:
    """Whether a line by itself is the title of questions.

    >>> [names_category(line, Span(0, len(line))) for line in ("二、待遇领取", "BILLING", "See Settings", "【账户】")]
    [True, True, False, True]
    """
    words = line.slice(text)
    if len(words) > _LONGEST or not is_title(words):
        return False
    number = number_at(text, line.start, line.end)
    if number is not None:
        return is_bare(text, line, number)
    return words.isupper() or bool(_BRACKETED.fullmatch(words) or _NAMES_QUESTIONS.fullmatch(words))


def _line_before(text: str, start: int, end: int) -> Span | None:
    """The last line in `[start, end)` that is not blank; None where there is none."""
    first = max(start, end - _LONGEST)
    found = _LINE_BEFORE.search(text[first:end])
    return trimmed(text, first + found.start(), first + found.end()) if found else None
