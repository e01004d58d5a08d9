from itertools import pairwise

import pytest
import regex  # type: ignore[import-untyped]
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from indexing.chunkers.limits import validate
from indexing.config import ChunkerConfig
from indexing.errors import InvalidConfig
from indexing.model import Chunk, Outline, ParsedText, own_spans
from tests.fakes import WordTokenizer
from tests.indexing.chunkers.build import TOKENIZER, outline_of, parsed_of, rendered, texts_of

MARKS = "👍🏽👨\u200d👩\u200d👧🇨🇳e\u0301"


def test_a_section_that_fits_is_one_chunk_with_its_heading() -> None:
    parsed = parsed_of([("h1", "# Leave"), ("p", "Everyone gets 25 days."), ("p", "Ask first.")])
    outline = outline_of(parsed)
    assert texts_of(parsed, outline) == ["# Leave\n\nEveryone gets 25 days.\n\nAsk first."]
    assert outline.chunks[0].method == "blocks"
    assert outline.chunks[0].indexed


def test_a_heading_alone_is_readable_and_not_indexed() -> None:
    parsed = parsed_of([("h1", "# Handbook"), ("h2", "## Leave"), ("p", "25 days.")])
    first, second = outline_of(parsed).chunks
    assert (first.method, first.kind, first.indexed) == ("heading", "heading", False)
    assert (second.method, second.indexed) == ("blocks", True)


def test_no_chunk_crosses_a_heading() -> None:
    parsed = parsed_of([("p", "Preface."), ("h1", "# A"), ("p", "x"), ("h1", "# B"), ("p", "y")])
    assert texts_of(parsed, outline_of(parsed)) == ["Preface.", "# A\n\nx", "# B\n\ny"]


def test_a_long_section_is_filled_evenly() -> None:
    parsed = parsed_of([("p", "one two three four five")] * 6)
    assert [chunk.own_tokens for chunk in outline_of(parsed, limit=26).chunks] == [15, 15]


def test_whole_words_are_packed_up_to_the_limit() -> None:
    parsed = parsed_of([("p", "ab ab ab ab ab ab")])
    spans = [(chunk.span.start, chunk.span.end) for chunk in outline_of(parsed, limit=3).chunks]
    assert spans == [(0, 5), (6, 11), (12, 17)]


def test_a_chinese_paragraph_is_cut_behind_its_sentences() -> None:
    text = "甲方应当在三十日内付款。乙方收到款项后开具发票！如有争议，双方协商解决？协商不成，提交仲裁。" * 4
    parsed = parsed_of([("p", text)])
    pieces = texts_of(parsed, outline_of(parsed, limit=40))
    assert "".join(pieces) == text
    assert all(len(piece) <= 40 and piece[-1] in "。！？" for piece in pieces)


def test_the_last_sentence_of_a_long_text_is_in_a_chunk_within_the_limit() -> None:
    text = "The tenant pays rent on the first day of each month. " * 40 + "The deposit is nine hundred euros."
    parsed = parsed_of([("p", text)])
    outline = outline_of(parsed, limit=64, overlap=12)
    assert all(chunk.tokens <= 64 for chunk in outline.chunks)
    assert texts_of(parsed, outline)[-1].endswith("The deposit is nine hundred euros.")


def test_visible_characters_are_never_cut() -> None:
    parsed = parsed_of([("p", MARKS * 20)])
    outline = outline_of(parsed, limit=7)
    assert {chunk.span.start % len(MARKS) for chunk in outline.chunks} <= {0, 2, 7, 9}
    assert "".join(texts_of(parsed, outline)) == MARKS * 20
    assert max(chunk.tokens for chunk in outline.chunks) <= 7
    assert {chunk.method for chunk in outline.chunks} == {"graphemes"}


def test_a_visible_character_above_the_limit_stays_whole() -> None:
    parsed = parsed_of([("p", f"before e{chr(0x301) * 30} after")])
    outline = outline_of(parsed, limit=7)
    assert texts_of(parsed, outline) == ["before", "e" + "\u0301" * 30, "after"]
    assert [chunk.indexed for chunk in outline.chunks] == [True, True, True]


def test_a_visible_character_above_the_window_is_not_indexed() -> None:
    parsed = parsed_of([("p", f"before e{chr(0x301) * 30} after")])
    assert [chunk.indexed for chunk in outline_of(parsed, limit=7, window=20).chunks] == [True, False, True]


def test_each_piece_of_a_table_has_the_header_as_context_and_whole_rows() -> None:
    header = "| Region | Price | Note |\n| --- | --- | --- |"
    rows = [f"| R{i:02} | 100 | note about region {i} |" for i in range(12)]
    parsed = parsed_of([("table", "\n".join([header, *rows]))])
    outline = outline_of(parsed, limit=80, table_limit=80)
    assert len(outline.chunks) > 2
    assert [line for text in texts_of(parsed, outline) for line in text.split("\n")][2:] == rows
    for chunk in outline.chunks:
        assert rendered(parsed, outline, chunk).startswith(header)
        assert (chunk.kind, chunk.method) == ("table", "rows")
    assert [len(chunk.context) for chunk in outline.chunks] == [0] + [1] * (len(outline.chunks) - 1)


def test_a_table_up_to_the_table_limit_stays_whole_with_its_heading_and_lead_in() -> None:
    table = "\n".join(["| a | b |", "| - | - |", *["| 1 | 2 |"] * 10])
    parsed = parsed_of([("h1", "# T"), ("p", "Prices:"), ("table", table), ("p", "Then this.")])
    outline = outline_of(parsed, limit=40, table_limit=80)
    assert texts_of(parsed, outline) == [f"# T\n\nPrices:\n\n{table}", "Then this."]
    assert outline.chunks[0].kind == "table"


def test_the_window_is_never_exceeded_by_a_table() -> None:
    table = "\n".join(["| a | b |", "| - | - |", *["| 1 | 2 |"] * 10])
    outline = outline_of(parsed_of([("table", table)]), limit=40, table_limit=80, window=50)
    assert max(chunk.tokens for chunk in outline.chunks) <= 50


def test_code_is_cut_between_lines_and_fenced_again() -> None:
    code = "\n".join(["```python", *(f"x{i} = {i}" for i in range(20)), "```"])
    parsed = parsed_of([("code", code)])
    outline = outline_of(parsed, limit=40, table_limit=40)
    assert "\n".join(texts_of(parsed, outline)) == code
    for chunk in outline.chunks:
        lines = rendered(parsed, outline, chunk).split("\n")
        assert (lines[0], lines[-1]) == ("```python", "```")
        assert (chunk.kind, chunk.language, chunk.method) == ("code", "python", "lines")


def test_all_of_a_line_of_code_is_indexed_however_small_the_window() -> None:
    heading = ("h1", "# A heading that is rather long for such a window")
    parsed = parsed_of([heading, ("code", "```python\n" + "+-*/" * 20 + "\n```")])
    for window in range(10, 40):
        outline = outline_of(parsed, limit=window, table_limit=window, window=window)
        assert all(chunk.indexed for chunk in outline.chunks)


def test_overlap_is_the_last_whole_sentences_before_a_chunk() -> None:
    sentences = [f"Sentence number {i} is here." for i in range(6)]
    parsed = parsed_of([("p", " ".join(sentences))])
    outline = outline_of(parsed, limit=22, overlap=8)
    second = outline.chunks[1]
    assert [span.slice(parsed.text) for span in second.context] == [sentences[2]]
    assert second.span.slice(parsed.text).startswith(sentences[3])


def test_overlap_never_takes_part_of_a_sentence() -> None:
    parsed = parsed_of([("p", "C " * 24), ("p", "D " * 12)])
    assert [chunk.context for chunk in outline_of(parsed, limit=28, overlap=8).chunks] == [(), ()]


def test_overlap_never_reaches_into_another_section_nor_a_heading() -> None:
    parsed = parsed_of([("h1", "# A"), ("p", "One. Two."), ("h1", "# B"), ("p", "Three.")])
    assert all(chunk.context == () for chunk in outline_of(parsed, overlap=20, limit=60).chunks)


def test_a_long_path_is_shortened_so_that_the_limit_holds() -> None:
    headings = [(f"h{level}", "#" * level + " " + f"A long title of level {level} " * 4) for level in range(1, 7)]
    parsed = parsed_of([*headings, ("p", "The text goes on. " * 30)])
    outline = outline_of(parsed, limit=30)
    assert all(chunk.tokens <= 30 for chunk in outline.chunks if chunk.indexed)


def test_removed_text_inside_a_chunk_is_neither_owned_nor_counted() -> None:
    parsed = parsed_of([("p", "One."), ("comment", "<!-- " + "word " * 50 + "-->"), ("p", "Two.")])
    outline = outline_of(parsed, limit=20)
    (only,) = outline.chunks
    assert only.own_tokens == 4
    assert rendered(parsed, outline, only) == "One.\nTwo."


def test_no_blocks_no_chunks() -> None:
    outline = outline_of(ParsedText(text="  ", blocks=()))
    assert (outline.chunks, outline.parents) == ((), ())


def test_prefix_and_special_tokens_are_counted() -> None:
    parsed = parsed_of([("p", "one two three four")])
    outline = outline_of(parsed, tokenizer=WordTokenizer(specials=2), prefix="passage: ")
    assert outline.chunks[0].tokens == 2 + 2 + 4
    assert outline.chunks[0].own_tokens == 4


@pytest.mark.parametrize("overlap", [-1, 26, 49])
def test_an_overlap_above_half_of_the_limit_is_refused(overlap: int) -> None:
    with pytest.raises(InvalidConfig, match="overlap"):
        validate(ChunkerConfig(limit=50, overlap=overlap))


@pytest.mark.parametrize("field", ["limit", "parent_limit", "table_limit"])
def test_a_limit_below_one_is_refused(field: str) -> None:
    with pytest.raises(InvalidConfig, match=field):
        validate(ChunkerConfig(**{"overlap": 0, field: 0}))


PROSE = st.text(alphabet='ab1 .,!\n"。，！中文👍🏽é', min_size=1, max_size=120)
LINES = st.lists(st.text(alphabet="ab1 =|", min_size=1, max_size=20), min_size=1, max_size=12).map("\n".join)
PARTS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["p", "li", "q"]), PROSE),
        st.tuples(st.sampled_from(["code", "table"]), LINES),
        st.tuples(st.sampled_from(["h1", "h2", "h3"]), st.text(alphabet="# ab中文", min_size=1, max_size=40)),
        st.just(("comment", "<!-- not. this -->")),
    ),
    max_size=12,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    parts=PARTS,
    limit=st.integers(4, 60),
    extra=st.integers(0, 40),
    seam=st.integers(0, 3),
    parent_limit=st.integers(5, 200),
    data=st.data(),
)
def test_the_outline_keeps_its_promises(
    parts: list[tuple[str, str]], limit: int, extra: int, seam: int, parent_limit: int, data: st.DataObject
) -> None:
    parsed = parsed_of(parts)
    overlap = data.draw(st.integers(0, limit // 2))
    tokenizer = WordTokenizer(specials=2, seam=seam)
    outline = outline_of(
        parsed,
        tokenizer=tokenizer,
        limit=limit,
        table_limit=limit + extra,
        overlap=overlap,
        parent_limit=parent_limit,
        prefix="p: ",
    )
    assert_spans_cover(parsed, outline)
    for chunk in outline.chunks:
        assert_within_its_section(outline, chunk)
        assert chunk.tokens == tokenizer.count(["p: " + rendered(parsed, outline, chunk)])[0] + 2
        is_wide = chunk.kind == "table" or holds_atomic_block(parsed, chunk)  # rows may need it for their header
        allowed = limit + extra if is_wide else limit
        assert chunk.tokens <= allowed or not chunk.indexed or is_one_character(chunk.span.slice(parsed.text))
    assert_parents_partition(outline, parent_limit)


def assert_spans_cover(parsed: ParsedText, outline: Outline) -> None:
    """Own spans are disjoint, in order, begin and end with visible characters and hold all but what is removed."""
    text = parsed.text
    assert [chunk.ordinal for chunk in outline.chunks] == list(range(len(outline.chunks)))
    assert all(a.span.end <= b.span.start for a, b in pairwise(outline.chunks))
    assert all(chunk.span.slice(text) == chunk.span.slice(text).strip() != "" for chunk in outline.chunks)
    owned = [own for chunk in outline.chunks for own in own_spans(chunk.span, outline.removed)]
    kept, start = [], 0
    for removal in parsed.removed:
        kept.append(text[start : removal.span.start])
        start = removal.span.end
    kept.append(text[start:])
    assert "".join("".join(own.slice(text) for own in owned).split()) == "".join("".join(kept).split())


def assert_within_its_section(outline: Outline, chunk: Chunk) -> None:
    """The chunk and its context lie in its section, the context before the chunk, in order and apart."""
    section = outline.sections[chunk.section].span
    assert section.start <= chunk.span.start < chunk.span.end <= section.end
    assert all(section.start <= span.start < span.end <= chunk.span.start for span in chunk.context)
    assert all(a.end <= b.start for a, b in pairwise(chunk.context))


def assert_parents_partition(outline: Outline, limit: int) -> None:
    """Every chunk is in one parent, and a parent is within the limit unless a single chunk exceeds it."""
    for parent in outline.parents:
        inside = outline.chunks[parent.first_chunk : parent.end_chunk]
        assert [chunk.parent for chunk in inside] == [parent.index] * len(inside)
        alone = not any(chunk.indexed for chunk in inside[:-1])
        assert sum(chunk.own_tokens for chunk in inside) <= limit or alone
    assert sum(parent.end_chunk - parent.first_chunk for parent in outline.parents) == len(outline.chunks)


def holds_atomic_block(parsed: ParsedText, chunk: Chunk) -> bool:
    """Whether a whole table or code block ends the chunk."""
    last = max((block for block in parsed.blocks if block.span.start < chunk.span.end), key=lambda block: block.span)
    return last.atomic and not parsed.text[last.span.start : chunk.span.start].strip()


def is_one_character(text: str) -> bool:
    return regex.fullmatch(r"\X", text) is not None


@given(parts=PARTS)
def test_equal_input_gives_equal_outlines(parts: list[tuple[str, str]]) -> None:
    parsed = parsed_of(parts)
    assert outline_of(parsed, limit=20, tokenizer=TOKENIZER) == outline_of(
        parsed, limit=20, tokenizer=WordTokenizer(specials=0)
    )
