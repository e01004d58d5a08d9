"""Questions and answers to sections: one question with its whole answer each.

A question is a heading, or a line of running text in one of the usual styles. The heading above is its category. An
answer keeps what its headings divide together, as long as it can be read at once.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from msgspec.structs import replace

from indexing.model import Block, BlockKind, ParsedText, Span
from indexing.parsers.faq.categories import Category, categories_of
from indexing.parsers.faq.question_lines import Question, answers_in, questions_in
from indexing.parsers.faq.questions import is_marked_question, is_question
from indexing.parsers.lines import trimmed
from indexing.parsers.markdown.note_words import begins_note
from indexing.parsers.subheadings import headings_as_text

MAX_COLUMNS: Final = 4000
"""Of an answer whose headings are not sections of their own: about 1,000 tokens, what a passage holds by default
(four Latin letters make a token, and a Chinese character, which counts four here, nearly one)."""

LEAST: Final = 3
"""Questions that make a document one of questions, if its title does not say so."""

SHARE: Final = 0.6
"""Of the innermost sections that are questions, in a document of questions."""

_NAME: Final = re.compile(
    r"\bFAQs?\b|frequently asked questions|questions and answers|\bQ\s?&\s?A\b"
    r"|(?:常见|常見|常用|热门)(?:问题|問題|问答|問答|疑问|疑問)(?:[与和及]?(?:解答|解析|答疑|回答|汇总|列表|集锦|FAQ))?\s*$|(?:问题|问答|答疑)(?:汇总|解答|集锦)\s*$|问答\s*$",
    re.IGNORECASE,
)


BLOCKS_A_HEADING: Final = 6
"""A text with more headings than one in so many blocks is divided by them, not by questions on lines."""


def looks_like(parsed: ParsedText) -> bool:
    """Whether the document consists of questions with answers: its title says so, or most of its sections are."""
    blocks = _titled(parsed)
    leaves = [blocks[index].title for index in _leaves(_whole_answers(parsed.text, blocks))]
    asked = sum(map(is_marked_question, leaves))
    if _is_named(parsed, blocks):
        return len(leaves) >= 2 or len(questions_in(parsed.text, blocks)) >= 2
    if asked >= LEAST and asked >= SHARE * len(leaves):
        return True
    if asked or (len(leaves) >= LEAST and len(leaves) * BLOCKS_A_HEADING > len(blocks)):
        return False  # divided by headings that do not ask: spares reading all lines
    lines = questions_in(parsed.text, blocks)
    return len(lines) >= LEAST and _fills(parsed, lines)


def read_faq(parsed: ParsedText) -> ParsedText:
    """`parsed` with one section for each question."""
    blocks = _titled(parsed)
    lines = questions_in(parsed.text, blocks)
    headings = sum(is_question(blocks[index].title) for index in _headings(blocks))
    blocks = blocks if headings >= len(lines) else tuple(_opened(parsed.text, blocks, lines))
    return replace(parsed, blocks=tuple(_answered(parsed.text, _whole_answers(parsed.text, blocks))))


class _Opening(NamedTuple):
    """Where a question or a category begins in a block."""

    at: int
    title: str
    """Of a question; a category is its own."""
    is_category: bool


def _titled(parsed: ParsedText) -> tuple[Block, ...]:
    """The blocks of `parsed`, the first as its heading where it says that questions follow and nothing else is one."""
    first, blocks = parsed.blocks[0], parsed.blocks
    title = first.span.slice(parsed.text)
    if first.kind != "paragraph" or "\n" in title or _headings(blocks) or not _NAME.search(title):
        return blocks
    return (replace(first, kind="heading", level=1, title=" ".join(title.split()), context=()), *blocks[1:])


def _headings(blocks: Sequence[Block]) -> list[int]:
    return [index for index, block in enumerate(blocks) if block.level]


def _leaves(blocks: Sequence[Block]) -> list[int]:
    """The blocks that open a section without sections in it and with something besides its heading."""
    opens = _headings(blocks)
    return [
        index
        for index, end in zip(opens, [*opens[1:], len(blocks)], strict=False)
        if end > index + 1 and (end == len(blocks) or blocks[end].level <= blocks[index].level)
    ]


def _is_named(parsed: ParsedText, blocks: Sequence[Block]) -> bool:
    """Whether the document's title says that it answers questions."""
    headings = _headings(blocks)
    first = blocks[headings[0]].title if headings and blocks[headings[0]].level == 1 else ""
    return any(_NAME.search(title) is not None for title in (parsed.title or "", first))


def _fills(parsed: ParsedText, lines: Sequence[Question]) -> bool:
    """Whether questions in running text and their answers are most of the document.

    They begin in its first half, and either answers are marked as well or there is hardly a paragraph more for each
    question than its answer may have.
    """
    marked = answers_in(parsed.text, parsed.blocks) * 2 >= len(lines)
    begins = lines[0].at * 2 <= len(parsed.text)
    return begins and (marked or len(parsed.blocks) - lines[0].block <= 4 * len(lines))


def _opened(text: str, blocks: Sequence[Block], questions: Sequence[Question]) -> Iterator[Block]:
    """`blocks`, cut where a question or category begins, which opens a section below the heading above it.

    A lower heading behind a question is inside its answer, unless a question comes right below: it is a category then.
    """
    categories = tuple(categories_of(text, blocks, questions))
    inside = _parts_of_blocks(questions, categories)
    level, is_open = 1, False
    for index, block in enumerate(blocks):
        if block.level >= level and is_open and index + 1 not in inside:
            yield replace(block, level=block.level + 1)
            continue
        if block.level:
            level, is_open = block.level + 1, False
        is_open = is_open or index in inside
        yield from _cut(text, block, inside[index], level + bool(categories)) if index in inside else (block,)


def _parts_of_blocks(questions: Sequence[Question], categories: Sequence[Category]) -> dict[int, list[_Opening]]:
    """What begins in each block, in order."""
    inside: dict[int, list[_Opening]] = {}
    for one in questions:
        inside.setdefault(one.block, []).append(_Opening(one.at, one.title, is_category=False))
    for each in categories:
        inside.setdefault(each.block, []).append(_Opening(each.span.start, "", is_category=True))
    return {block: sorted(openings) for block, openings in inside.items()}


def _cut(text: str, block: Block, openings: Sequence[_Opening], level: int) -> Iterator[Block]:
    """The part of `block` before its first question or category, then one part for each; questions are of `level`."""
    ends = [*(opening.at for opening in openings[1:]), block.span.end]
    before = trimmed(text, block.span.start, openings[0].at)
    if before.start < before.end:
        yield replace(block, span=before, cuts=_cuts_in(block, before), header=())
    for opening, end in zip(openings, ends, strict=True):
        span = trimmed(text, opening.at, end)
        title = opening.title or " ".join(span.slice(text).strip("【】[]〔〕「」").split())
        kind: BlockKind = "heading" if opening.is_category else block.kind
        more = {"level": level - opening.is_category, "title": title, "cuts": _cuts_in(block, span)}
        yield replace(block, kind=kind, span=span, header=(), context=(), **more)


def _cuts_in(block: Block, span: Span) -> tuple[int, ...]:
    return tuple(cut for cut in block.cuts if span.start < cut < span.end)


def _whole_answers(text: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """`blocks` where headings inside an answer are text, unless they ask something or the answer is long."""
    ends = _section_ends(blocks)
    asks = list(accumulate((bool(block.level) and is_question(block.title) for block in blocks), initial=0))
    found = list(blocks)
    stop = 0
    for index, block in enumerate(blocks):
        if index < stop or not block.level or asks[index + 1] == asks[index]:
            continue
        end = ends[index]
        if asks[end] == asks[index + 1] and _columns(text, block.span.start, blocks[end - 1].span.end) <= MAX_COLUMNS:
            found[index + 1 : end] = headings_as_text(blocks[index + 1 : end])
            stop = end
    return tuple(found)


def _section_ends(blocks: Sequence[Block]) -> list[int]:
    """For each block that opens a section the index behind the last block of it; for others 0."""
    ends = [0] * len(blocks)
    open_: list[int] = []
    for index, block in enumerate(blocks):
        while block.level and open_ and blocks[open_[-1]].level >= block.level:
            ends[open_.pop()] = index
        if block.level:
            open_.append(index)
    for index in open_:
        ends[index] = len(blocks)
    return ends


def _columns(text: str, start: int, end: int) -> int:
    """How long a text is, a character beyond Latin counting as four; more than MAX_COLUMNS is not told apart."""
    if end - start > MAX_COLUMNS:
        return MAX_COLUMNS + 1
    return sum(4 if char > "\u2e7f" else 1 for char in text[start:end])


def _answered(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """`blocks` where the one behind a question follows it, and a note what it qualifies."""
    before: Block | None = None
    for block in blocks:
        asked = before is not None and before.level and (before.kind != "heading" or is_question(before.title))
        is_note = (
            before is not None and before.kind != "heading" and begins_note(text, block.span.start, block.span.end)
        )
        answers = (asked or is_note) and not block.level
        yield replace(block, follows=True) if answers else block
        before = block
