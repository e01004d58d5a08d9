"""Which ranges of a text other chunks have as context."""

from msgspec.structs import replace

from indexing.model import Chunk, Span
from server.tuning.needs import needs_of
from tests.server.tuning.cutting import RENTAL, cut_text


def chunks(*contexts: tuple[Span, ...]) -> list[Chunk]:
    one = cut_text(RENTAL).outline.chunks[0]
    return [replace(one, ordinal=ordinal, context=spans) for ordinal, spans in enumerate(contexts)]


def test_a_range_names_the_chunks_that_need_it() -> None:
    header, line = Span(0, 4), Span(6, 9)
    needs = needs_of(chunks((), (header,), (header, line)))
    assert [(need.span, need.title) for need in needs] == [
        (header, "context of chunks 1, 2"),
        (line, "context of chunk 2"),
    ]


def test_ranges_that_overlap_are_one() -> None:
    (need,) = needs_of(chunks((Span(0, 4),), (Span(2, 3), Span(3, 9)), (Span(8, 10),)))
    assert (need.span, need.chunks) == (Span(0, 10), (0, 1, 2))


def test_a_title_names_a_dozen_and_counts_the_rest() -> None:
    (need,) = needs_of(chunks(*[(Span(0, 4),)] * 40))
    assert need.title == "context of chunks 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 28 more"
