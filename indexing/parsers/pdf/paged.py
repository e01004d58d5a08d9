"""The pages of a document, read or recognised, as its text: the stages that PDF and scanned images have in common.

furniture off → columns → lines, tables → paragraphs → joined over columns and pages → contents off → headings → text
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from indexing.model import PageFacts, ParsedText
from indexing.parsers.pdf.aligned import with_tables
from indexing.parsers.pdf.bookmarks import Bookmark
from indexing.parsers.pdf.columns import Column, columns_of
from indexing.parsers.pdf.contents import without_contents
from indexing.parsers.pdf.flow import Dropped, flowed
from indexing.parsers.pdf.furniture import without_furniture
from indexing.parsers.pdf.headings import with_headings
from indexing.parsers.pdf.ocr import block_of
from indexing.parsers.pdf.paragraphs import Paragraph, paragraphs_of
from indexing.parsers.pdf.setting import setting_of
from indexing.parsers.pdf.sheet import Line, Piece, Sheet
from indexing.parsers.pdf.write import PagedText

_MAX_BLOCKS: Final = 500
"""Of a recognised page, whose places are compared; more are specks."""
_MAX_EXAMPLE: Final = 60
_MAX_NAMED: Final = 12
"""Pages that a warning names one by one."""


class _Placed(NamedTuple):
    """A column and where it is."""

    column: Column
    sheet: Sheet
    quarter: int


def parsed_sheets(
    sheets: Sequence[Sheet], *, bookmarks: Sequence[Bookmark] = (), low_confidence: float = 0.0
) -> ParsedText:
    """The text of `sheets`, which are changed, and what was left out of it. It may be empty."""
    body = setting_of([Column(lines=[], left=0, right=0), *(placed.column for placed in _placed(sheets))]).body
    taken = without_furniture(sheets, body.size)
    placed = [one._replace(column=one.column._replace(lines=with_tables(one.column.lines))) for one in _placed(sheets)]
    setting = setting_of([one.column for one in placed])
    paragraphs: list[Paragraph] = []
    for number, one in enumerate(placed):
        paragraphs += paragraphs_of(one.column, one.sheet, one.quarter, number, setting)
    paragraphs, contents = without_contents(paragraphs)
    paragraphs, dropped = flowed(paragraphs)
    written = PagedText(sheets, with_headings(paragraphs, setting, bookmarks), contents)
    facts = tuple(replace(fact, doubtful=_is_doubtful(fact, low_confidence)) for fact in written.facts)
    return ParsedText(
        text=written.text,
        blocks=written.blocks,
        layout=written.layout,
        pages=facts,
        warnings=(
            *_left_out(taken, contents.total(), dropped, written.rejoined),
            *_empty(facts),
            *_doubtful(facts),
        ),
    )


def _placed(sheets: Sequence[Sheet]) -> list[_Placed]:
    """The columns of all pages in the order they are read; what runs another way last on its page."""
    placed = []
    for sheet in sheets:
        columns = _recognised_columns(sheet.pieces) if sheet.confidence is not None else columns_of(sheet.pieces)
        placed += [_Placed(column, sheet, sheet.quarter) for column in columns]
        for quarter, pieces in sheet.asides:
            placed += [_Placed(column, sheet, quarter) for column in columns_of(pieces)]
    return placed


def _recognised_columns(pieces: Sequence[Piece]) -> list[Column]:
    """The blocks of recognised text, in the order in which they were recognised. Each is as wide as the text below and
    above it: a heading that is a block by itself does not fill its column."""
    blocks: dict[int, list[Line]] = {}
    for piece in pieces:
        blocks.setdefault(block_of(piece), []).append(Line([piece]))
    ends = [(min(line.left for line in lines), max(line.right for line in lines)) for lines in blocks.values()]
    columns = []
    for lines, (left, right) in zip(blocks.values(), ends, strict=True):
        stacked = [other for other in ends if other[0] < right and left < other[1]] if len(ends) <= _MAX_BLOCKS else []
        lefts, rights = [left, *(other[0] for other in stacked)], [right, *(other[1] for other in stacked)]
        columns.append(Column(lines, min(lefts), max(rights)))
    return columns


def _left_out(taken: dict[int, str], contents: int, dropped: Dropped, rejoined: int) -> Iterator[str]:
    if taken:
        characters = sum(not char.isspace() for text in taken.values() for char in text)
        example = next(iter(taken.values()))
        example = example if len(example) <= _MAX_EXAMPLE else example[:_MAX_EXAMPLE] + "…"
        yield (
            f"running heads, feet and page numbers were left out: {characters:,} characters on {len(taken):,} pages, "
            f"for example {example!r}"
        )
    if contents:
        yield f"the table of contents was left out: {contents:,} characters"
    if dropped.headers:
        yield f"headers and captions that tables repeat on later pages were left out: {dropped.characters:,} characters"
    elif dropped.characters:
        yield f"captions that tables repeat on later pages were left out: {dropped.characters:,} characters"
    if rejoined:
        yield f"{rejoined:,} hyphens at line ends were left out, and their words made whole"


def _empty(facts: Sequence[PageFacts]) -> Iterator[str]:
    empty = [fact.number for fact in facts if fact.characters == 0]
    if empty and len(empty) < len(facts):
        yield f"{len(empty):,} of {len(facts):,} pages have no text: {named_pages(empty)}"


def _is_doubtful(fact: PageFacts, least: float) -> bool:
    """Whether the text of a page was recognised with too little confidence."""
    return fact.confidence is not None and fact.confidence < least and fact.characters > 0


def _doubtful(facts: Sequence[PageFacts]) -> Iterator[str]:
    doubtful = [fact for fact in facts if fact.doubtful]
    if doubtful:
        mean = sum(fact.confidence or 0.0 for fact in doubtful) / len(doubtful)
        pages = named_pages([fact.number for fact in doubtful])
        yield f"text was recognised with low confidence ({mean:.2f} on average) and may be wrong on pages: {pages}"


def named_pages(numbers: Sequence[int]) -> str:
    """Page numbers, rising, as a reader lists them.

    >>> named_pages([2, 5, 6, 7])
    '2, 5–7'
    """
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    shown = [str(low) if low == high else f"{low}–{high}" for low, high in ranges[:_MAX_NAMED]]
    return ", ".join(shown) + (", …" if len(ranges) > _MAX_NAMED else "")
