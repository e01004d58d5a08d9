"""What every chunker promises, checked without the code that cuts."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
import regex  # type: ignore[import-untyped]
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from indexing.chunkers import CHUNKERS, chunk
from indexing.config import ChunkerConfig
from indexing.errors import InvalidConfig
from indexing.model import Chunk, Outline, ParsedText, Span
from indexing.parsers import Original, parse
from indexing.render import embed_text, readable
from tests.fakes import HashingEmbedder, WordTokenizer
from tests.indexing.chunkers.build import parsed_of, texts_of
from tests.indexing.chunkers.cut import outline_by

COMPARED = [name for name in CHUNKERS if name != "structure"]
MARKS = "👍🏽👨\u200d👩\u200d👧🇨🇳e\u0301"

every_chunker = pytest.mark.parametrize("name", CHUNKERS)
every_compared_chunker = pytest.mark.parametrize("name", COMPARED)

WORDS = st.sampled_from(
    [
        "rent",
        "is",
        "due.",
        "Dr. Li",
        "3.5",
        "租客",
        "应当",
        "付款。",
        "吗？",
        "“好。”",
        "👍🏽",
        "👨\u200d👩\u200d👧",
        "e\u0301e\u0301",
        "🇨🇳🇩🇪",
        "\u200b",
        "**bold**",
        "<b>",
        "a|b",
        "`max_tokens`",
        "x" * 90,
        "[the rules](https://a.example/b?c=d.e)",
    ]
)
LINE = st.tuples(st.lists(WORDS, min_size=1, max_size=24), st.sampled_from([" ", ""])).map(lambda m: m[1].join(m[0]))
ROW = st.lists(WORDS, min_size=2, max_size=2).map(
    lambda cells: "| " + " | ".join(c.replace("|", "/") for c in cells) + " |"
)
BLOCK = st.one_of(
    LINE,
    st.tuples(st.sampled_from(["#", "##", "###"]), LINE).map(" ".join),
    st.lists(LINE, min_size=1, max_size=6).map(lambda lines: "```python\n" + "\n".join(lines) + "\n```"),
    st.lists(ROW, min_size=1, max_size=8).map(lambda rows: "| a | b |\n| - | - |\n" + "\n".join(rows)),
    st.lists(LINE, min_size=1, max_size=5).map(lambda lines: "\n".join(f"- {line}" for line in lines)),
    LINE.map(lambda line: f"> {line}"),
    LINE.map(lambda line: f"<!-- {line} -->"),
    LINE.map(lambda line: f"<div>\n{line}\n</div>"),
)
TEXT = st.tuples(
    st.lists(BLOCK, min_size=1, max_size=12), st.sampled_from(["\n\n", "\r\n\r\n", "\n", "\n\n  \n\n"])
).map(lambda made: made[1].join(["Intro.", *made[0]]))


def markdown(text: str) -> ParsedText:
    return parse(Original(content=text.encode(), media_type="text/markdown", kind="markdown"))


@st.composite
def configs(draw: st.DrawFn) -> ChunkerConfig:
    limit = draw(st.integers(1, 60))
    return ChunkerConfig(
        limit=limit,
        overlap=limit * draw(st.integers(0, 4)) // 8,
        table_limit=limit,
        tables=draw(st.sampled_from(["rows", "pairs"])),
        heading_depth=draw(st.sampled_from([None, 0, 1, 2])),
        context=draw(st.booleans()),
    )


CONFIG = configs()


@every_chunker
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(text=TEXT, config=CONFIG, seam=st.integers(0, 2))
def test_chunks_keep_every_promise(name: str, text: str, config: ChunkerConfig, seam: int) -> None:
    parsed, tokenizer = markdown(text), WordTokenizer(specials=1, seam=seam)
    outline = outline_by(name, parsed, tokenizer=tokenizer, window=80, prefix="p ", config=config, embed=flat)
    assert_spans(parsed, outline)
    assert_sections(parsed, outline)
    assert_borders(parsed, outline)
    assert_counts(parsed, outline, tokenizer=tokenizer, limit=config.limit, window=80)
    assert_context(parsed, outline)
    assert config.context or not any(each.context for each in outline.chunks)
    assert_parents(outline)
    if name != "structure":
        assert {each.method for each in outline.chunks} <= {name}
        assert all(overlap_tokens(parsed, each, tokenizer) <= config.overlap + seam for each in outline.chunks)


def flat(texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors that depend on a text's length alone."""
    return np.array([[1.0, len(text) % 7] for text in texts], dtype=np.float32)


def assert_spans(parsed: ParsedText, outline: Outline) -> None:
    """Own spans are trimmed, disjoint and in order, and with the removals hold every visible character, once."""
    owners = [0] * len(parsed.text)
    for each in outline.chunks:
        own = parsed.text[each.span.start : each.span.end]
        assert own == own.strip() != ""
        for at in range(each.span.start, each.span.end):
            owners[at] += 1
    for removal in parsed.removed:
        for at in range(removal.span.start, removal.span.end):
            owners[at] = 1
    assert [each.ordinal for each in outline.chunks] == list(range(len(outline.chunks)))
    assert all(first.span.end <= second.span.start for first, second in pairwise(outline.chunks))
    assert all(n == 1 or (n == 0 and char.isspace()) for n, char in zip(owners, parsed.text, strict=True))


def assert_sections(parsed: ParsedText, outline: Outline) -> None:
    """The first and the last character of a chunk are in its section and in none inside that."""
    for each in outline.chunks:
        for at in (each.span.start, each.span.end - 1):
            inside = [section for section in outline.sections if section.span.start <= at < section.span.end]
            assert max(inside, key=lambda section: section.level).index == each.section


def assert_borders(parsed: ParsedText, outline: Outline) -> None:
    """No visible character is cut, unless a blank is a part of it."""
    borders = {match.end() for match in regex.finditer(r"\X", parsed.text)} | {0}
    for each in outline.chunks:
        for span in (each.span, *each.context):
            for at in (span.start, span.end):
                assert at in borders or parsed.text[at - 1].isspace()


def assert_counts(parsed: ParsedText, outline: Outline, *, tokenizer: WordTokenizer, limit: int, window: int) -> None:
    """Counts are exact, and above the limit only for what is one visible character."""
    source = readable(parsed.text, outline)
    for each in outline.chunks:
        assert each.tokens == tokenizer.count(["p " + embed_text(source, each)])[0] + tokenizer.specials
        assert not each.indexed or each.tokens <= window
        if each.tokens > limit:
            assert len(regex.findall(r"\X", parsed.text[each.span.start : each.span.end])) == 1


def assert_context(parsed: ParsedText, outline: Outline) -> None:
    """Context lies before the chunk, in its own section or one around it."""
    for each in outline.chunks:
        for first, second in pairwise([*each.context, each.span]):
            assert first.start < first.end <= second.start
        for span in each.context:
            section = outline.sections[each.section]
            while not section.span.start <= span.start and section.parent >= 0:
                section = outline.sections[section.parent]
            assert section.span.start <= span.start


def overlap_tokens(parsed: ParsedText, each: Chunk, tokenizer: WordTokenizer) -> int:
    """Of the words in the context that were not removed."""
    text = list(parsed.text)
    for removal in parsed.removed:
        text[removal.span.start : removal.span.end] = " " * (removal.span.end - removal.span.start)
    return sum(tokenizer.count(["".join(text[span.start : span.end])])[0] for span in each.context)


def assert_parents(outline: Outline) -> None:
    held = [n for parent in outline.parents for n in range(parent.first_chunk, parent.end_chunk)]
    assert held == list(range(len(outline.chunks)))
    assert all(outline.chunks[n].parent == parent.index for parent in outline.parents for n in (parent.first_chunk,))


@every_chunker
def test_repeated_words_are_found_where_they_stand(name: str) -> None:
    outline = outline_by(name, parsed_of([("p", "ab ab ab ab ab ab")]), limit=3)
    assert [each.span for each in outline.chunks] == [Span(0, 5), Span(6, 11), Span(12, 17)]


@every_compared_chunker
def test_overlap_of_equal_sentences_is_the_sentence_just_before(name: str) -> None:
    sentence = "Pay within thirty days of the invoice date. "
    parsed = parsed_of([("p", sentence * 6)])
    outline = outline_by(name, parsed, limit=22, overlap=9)
    assert len(outline.chunks) > 2
    for first, second in pairwise(outline.chunks):
        (context,) = second.context
        assert parsed.text[context.end : second.span.start].isspace()
        assert first.span.start <= context.start < context.end == first.span.end
    if name != "fixed":
        assert {parsed.text[each.context[0].start : each.context[0].end] for each in outline.chunks[1:]} == {
            sentence.strip()
        }


@every_chunker
def test_visible_characters_are_never_cut(name: str) -> None:
    parsed = parsed_of([("p", MARKS * 20)])
    outline = outline_by(name, parsed, limit=7, overlap=2)
    assert {each.span.start % 11 for each in outline.chunks} <= {0, 2, 7, 9}
    assert {span.start % 11 for each in outline.chunks for span in each.context} <= {0, 2, 7, 9}
    assert "".join(texts_of(parsed, outline)) == MARKS * 20
    assert max(each.tokens for each in outline.chunks) <= 7


@every_chunker
def test_a_visible_character_above_the_limit_stays_whole(name: str) -> None:
    outline = outline_by(name, parsed := parsed_of([("p", f"before e{chr(0x301) * 30} after")]), limit=7, window=20)
    assert texts_of(parsed, outline) == ["before", "e" + "\u0301" * 30, "after"]
    assert [each.indexed for each in outline.chunks] == [True, False, True]


@every_chunker
def test_offsets_count_characters_of_the_text_behind_the_byte_order_mark(name: str) -> None:
    parsed = parse(Original(content="\ufeff# A\r\n\r\n甲方👍🏽付款。\r\n".encode(), media_type="text/markdown"))
    outline = outline_by(name, parsed)
    assert outline.chunks[-1].span.end == 14
    assert outline.chunks[-1].span.slice(parsed.text).endswith("甲方👍🏽付款。")


@every_chunker
def test_code_is_cut_by_characters_whatever_their_bytes(name: str) -> None:
    code = "# naïve — é\ndef f():\n    return '中'\n\ndef g():\n    return 1\n"
    parsed = parse(Original(content=code.encode(), media_type="", name="a.py"))
    outline = outline_by(name, parsed, limit=16, table_limit=16)
    assert_spans(parsed, outline)
    assert_sections(parsed, outline)


@every_chunker
@pytest.mark.parametrize("overlap", [25, 10, 0])
def test_a_word_without_end_is_cut_forward(name: str, overlap: int) -> None:
    parsed = parsed_of([("p", "x" * 5000)])
    outline = outline_by(name, parsed, tokenizer=Characters(), limit=50, overlap=overlap)
    starts = [each.span.start for each in outline.chunks]
    assert starts == sorted(set(starts))
    assert len(starts) <= 5000 // 24 + 1
    assert "".join(texts_of(parsed, outline)) == "x" * 5000


@every_chunker
def test_overlap_above_half_of_the_limit_is_refused(name: str) -> None:
    with pytest.raises(InvalidConfig, match="overlap"):
        chunk(parsed_of([("p", "x")]), HashingEmbedder(), ChunkerConfig(name=name, limit=50, overlap=49))  # type: ignore[arg-type]


@every_chunker
@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * 200_000 + "b",
        "x" * 2_000_000,
        "租" * 200_000,
        "word, " * 60_000,
        '<iframe width="1" src="u ' * 2000,
        "`[a](" * 20_000,
        "1. A " * 20_000,
        "👍🏽" * 20_000,
    ],
    ids=lambda text: text[:6],
)
def test_one_long_line_takes_linear_time(name: str, text: str) -> None:
    parsed = parsed_of([("p", text)])
    outline = outline_by(name, parsed, limit=64, overlap=16, embed=flat)
    assert "".join("".join(texts_of(parsed, outline)).split()) == "".join(text.split())


@every_compared_chunker
def test_overlap_goes_across_the_border_of_paragraphs(name: str) -> None:
    parsed = parsed_of([("p", "C" * 7 + "。"), ("p", "C" * 7 + "。"), ("p", "D" * 12)])
    first, *more = outline_by(name, parsed, tokenizer=Characters(), limit=28, overlap=8).chunks
    last = more[-1]
    assert last.span.slice(parsed.text) == "D" * 12
    assert [span.slice(parsed.text) for span in last.context] == ["C" * 7 + "。"]
    assert first.context == ()


@every_compared_chunker
def test_no_chunk_and_no_overlap_crosses_a_heading(name: str) -> None:
    parsed = parsed_of([("p", "Preface."), ("h1", "# A"), ("p", "One. Two."), ("h1", "# B"), ("p", "Three. Four.")])
    outline = outline_by(name, parsed, limit=40, overlap=20)
    assert texts_of(parsed, outline) == ["Preface.", "# A\n\nOne. Two.", "# B\n\nThree. Four."]
    assert [each.context for each in outline.chunks] == [(), (), ()]


@every_compared_chunker
def test_a_heading_alone_is_readable_and_not_indexed(name: str) -> None:
    parsed = parsed_of([("h1", "# Handbook"), ("h2", "## Leave"), ("p", "25 days.")])
    assert [each.indexed for each in outline_by(name, parsed).chunks] == [False, True]


@every_compared_chunker
def test_removed_text_belongs_to_no_chunk(name: str) -> None:
    parsed = parsed_of([("comment", "<!-- one. two. -->"), ("p", "Rent is due."), ("comment", "<!-- three. -->")])
    (each,) = outline_by(name, parsed).chunks
    assert each.span.slice(parsed.text) == "Rent is due."


@every_compared_chunker
def test_a_chunk_is_called_what_most_of_it_is(name: str) -> None:
    parsed = parsed_of([("code", "```\na = 1\nb = 2\nc = 3\n```")])
    (each,) = outline_by(name, parsed).chunks
    assert (each.kind, each.language, each.method) == ("code", "python", name)


class Characters(WordTokenizer):
    """A token for each visible character."""

    def __init__(self) -> None:
        super().__init__(specials=0)

    def offsets(self, text: str) -> NDArray[np.int32]:
        found = [(at, at + 1) for at, character in enumerate(text) if not character.isspace()]
        return np.array(found, dtype=np.int32).reshape(-1, 2)
