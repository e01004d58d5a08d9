import re

import pytest
from msgspec.structs import replace

from indexing.model import Outline, ParsedText, Span
from indexing.render import embed_text, readable
from tests.fakes import WordTokenizer
from tests.indexing.chunkers.build import outline_of, parsed_of, rendered


def contexts(parsed: ParsedText, outline: Outline) -> list[list[str]]:
    return [[span.slice(parsed.text) for span in chunk.context] for chunk in outline.chunks]


def with_lead_in(parsed: ParsedText, lead: int) -> ParsedText:
    """`parsed` with block `lead` as the context of all list items."""
    span = parsed.blocks[lead].span
    blocks = tuple(replace(block, context=(span,)) if block.kind == "list_item" else block for block in parsed.blocks)
    return replace(parsed, blocks=blocks)


ITEMS = [("li", f"- item {i} of six words") for i in range(6)]


def test_later_items_of_a_list_have_its_lead_in() -> None:
    parsed = with_lead_in(parsed_of([("p", "You must:"), *ITEMS]), 0)
    outline = outline_of(parsed, limit=20)
    assert len(outline.chunks) > 2
    assert contexts(parsed, outline) == [[]] + [["You must:"]] * (len(outline.chunks) - 1)
    assert rendered(parsed, outline, outline.chunks[1]).startswith("You must:\n- item")


def test_context_may_be_of_a_section_around_but_is_never_the_sections_own_heading() -> None:
    parsed = with_lead_in(parsed_of([("p", "You must:"), ("h1", "# B"), *ITEMS]), 0)
    assert {span for chunk in outline_of(parsed, limit=20).chunks for span in chunk.context} == {Span(0, 9)}
    parsed = with_lead_in(parsed_of([("h1", "# B"), *ITEMS]), 0)
    assert all(chunk.context == () for chunk in outline_of(parsed, limit=20).chunks)


def test_context_that_not_all_readers_may_read_is_not_said() -> None:
    parsed = with_lead_in(parsed_of([("p", "You must:"), ("h1", "# B"), *ITEMS]), 0)
    outline = outline_of(parsed, limit=20)
    source = readable(parsed.text, outline)
    with_context = [chunk for chunk in outline.chunks if chunk.context]
    assert all("You must:" in embed_text(source, chunk) for chunk in with_context)
    hidden = [embed_text(source, chunk, visible=lambda section: section != 0) for chunk in with_context]
    assert with_context
    assert not any("You must:" in text for text in hidden)


def test_a_note_that_begins_a_chunk_has_the_end_of_what_it_qualifies() -> None:
    parsed = parsed_of([("p", "word " * 50 + "end. Pay by May."), ("p", "Note: " + "b " * 40)])
    parsed = replace(parsed, blocks=(parsed.blocks[0], replace(parsed.blocks[1], follows=True)))
    outline = outline_of(parsed, limit=70)
    assert len(outline.chunks) == 2
    assert contexts(parsed, outline)[1] == ["Pay by May."]


def test_a_row_that_is_cut_keeps_its_first_cell_and_header() -> None:
    table = "| Plan | Note |\n| --- | --- |\n| Basic | " + "word " * 120 + "|"
    parsed = parsed_of([("table", table)])
    outline = outline_of(parsed, limit=50, table_limit=50)
    later = contexts(parsed, outline)[1:]
    assert len(later) > 1
    assert all(spans[-1] == "| Basic" for spans in later[1:])
    assert all(spans[0] == "| Plan | Note |\n| --- | --- |" for spans in later)


def test_a_lead_in_that_is_also_the_sentence_before_comes_once() -> None:
    parsed = with_lead_in(parsed_of([("p", "You must all of you do this:"), *ITEMS]), 0)
    outline = outline_of(parsed, limit=24, overlap=12)
    assert all(len(set(spans)) == len(spans) for spans in contexts(parsed, outline))


def test_the_nearest_context_is_kept_when_not_all_fits() -> None:
    parsed = parsed_of([("p", "Far: " + "a " * 12), ("p", "Near: b"), ("li", "- one two"), ("li", "- " + "c " * 20)])
    far, near = parsed.blocks[0].span, parsed.blocks[1].span
    last = replace(parsed.blocks[3], context=(far, near))
    parsed = replace(parsed, blocks=(*parsed.blocks[:3], last))
    assert contexts(parsed, outline_of(parsed, limit=30))[-1] == ["Near: b"]


def test_the_sentences_before_are_given_up_before_a_lead_in() -> None:
    items = [("li", f"- item {i} has six or seven words.") for i in range(6)]
    parsed = with_lead_in(parsed_of([("p", "You must:"), *items]), 0)
    for limit in range(14, 40):
        outline = outline_of(parsed, limit=limit, overlap=limit // 2, tokenizer=WordTokenizer(specials=0, seam=2))
        assert all("You must:" in spans for spans in contexts(parsed, outline)[1:])


def test_a_long_item_is_cut_rather_than_left_without_its_lead_in() -> None:
    item = "- " + " ".join(f"Sentence {i} is short." for i in range(5))
    parsed = with_lead_in(parsed_of([("p", "Before. " * 10), ("p", "You must:"), ("li", "- a"), ("li", item)]), 1)
    outline = outline_of(parsed, limit=28)
    assert all(spans == ["You must:"] for spans in contexts(parsed, outline)[-2:])


class LineEndTokenizer(WordTokenizer):
    """A tokenizer to which the line ends between rows are tokens, too."""

    _TOKEN = re.compile(r"[A-Za-z0-9_]+|\S|\n")


@pytest.mark.parametrize("limit", range(30, 60))
def test_each_piece_of_a_table_has_its_header_whatever_the_limit(limit: int) -> None:
    table = "\n".join(["| a | b |", "| - | - |", *(f"| {i} | x y z |" for i in range(30))])
    parsed = parsed_of([("p", "Prices."), ("table", table)])
    outline = outline_of(parsed, limit=limit, table_limit=limit, tokenizer=LineEndTokenizer(specials=0))
    tables = [each for each in outline.chunks if each.span.start > parsed.blocks[1].span.start]
    assert len(tables) > 1
    assert all(parsed.blocks[1].header == each.context for each in tables)


def test_without_context_its_room_goes_to_the_own_text() -> None:
    table = "\n".join(["| a | b |", "| - | - |", *(f"| {i} | x y z |" for i in range(30))])
    parsed = parsed_of([("p", "First this. " * 9), ("table", table)])
    blocks = (parsed.blocks[0], replace(parsed.blocks[1], context=(Span(0, 11),), follows=True))
    parsed = replace(parsed, blocks=blocks)
    limits = {"limit": 40, "table_limit": 40, "overlap": 16}
    having, lacking = outline_of(parsed, **limits), outline_of(parsed, context=False, **limits)
    assert all(each.context for each in having.chunks[1:])
    assert not any(each.context for each in lacking.chunks)
    assert len(lacking.chunks) < len(having.chunks)
    assert all(each.tokens == each.own_tokens for each in lacking.chunks)


def test_no_overlap_inside_a_table_or_behind_code() -> None:
    code = "```\n" + "\n".join(f"line {i}." for i in range(12)) + "\n```"
    parsed = parsed_of([("code", code), ("p", "Then this. " * 4)])
    outline = outline_of(parsed, limit=24, table_limit=24, overlap=12)
    assert all(span == [] for span in contexts(parsed, outline)[:-1])


def test_a_lone_mark_is_no_sentence_before() -> None:
    parsed = parsed_of([("q", "> One two three four.\n>"), ("code", "\n".join(f"x{i} = {i}" for i in range(8)))])
    outline = outline_of(parsed, limit=20, table_limit=60, overlap=8)
    assert contexts(parsed, outline)[1] == ["> One two three four."]


def test_overlap_goes_on_over_short_paragraphs_one_span_each() -> None:
    parsed = parsed_of([("p", f"Paragraph {i}.") for i in range(8)])
    outline = outline_of(parsed, limit=20, overlap=8)
    first = outline.chunks[1].span.start
    before = [block.span for block in parsed.blocks if block.span.end <= first][-2:]
    assert outline.chunks[1].context == tuple(Span(span.start, span.end) for span in before)


def test_two_sentences_of_one_paragraph_are_one_span() -> None:
    parsed = parsed_of([("p", " ".join(f"Sentence {i}." for i in range(12)))])
    outline = outline_of(parsed, limit=20, overlap=8)
    assert all(len(chunk.context) == 1 for chunk in outline.chunks[1:])
    assert all(len(texts[0].split(". ")) == 2 for texts in contexts(parsed, outline)[1:])


def test_a_wide_header_goes_with_each_row_up_to_the_table_limit() -> None:
    header = "| " + " | ".join(f"column {i}" for i in range(9)) + " |\n" + "| --- " * 9 + "|"
    rows = ["| " + " | ".join(f"{i} {j}" for j in range(9)) + " |" for i in range(6)]
    parsed = parsed_of([("h1", "# Fees"), ("table", "\n".join([header, *rows]))])
    for limit in (40, 60, 90, 120):
        outline = outline_of(parsed, limit=limit, table_limit=120)
        later = [chunk for chunk in outline.chunks if chunk.span.start > parsed.blocks[1].header[0].end]
        assert later
        assert all(rendered(parsed, outline, chunk).count("column 8") == 1 for chunk in later)
        assert all(chunk.method == "rows" for chunk in later)
        assert max(chunk.tokens for chunk in outline.chunks) <= 120
