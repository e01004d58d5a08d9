"""The oracle sees each kind of fault when there is one."""

from typing import Any

import pytest
from msgspec.structs import replace

from indexing.chunkers import chunk
from indexing.config import ChunkerConfig
from indexing.model import Block, Outline, ParsedText, Section, Span
from indexing.parsers import Original, parse
from tests.fakes import HashingEmbedder
from tests.indexing import oracle

EMBEDDER = HashingEmbedder()
CONFIG = ChunkerConfig(limit=200, table_limit=300)
TEXT = """# Fees

Pay by [card](https://example.org/card) at any time. 👍🏽 Thanks.

You need:

- a key
- a card

```py
pay(1)

pay(2)
```

| Plan | Fee |
| --- | --- |
| Small | 5 |
| Large | 9 |

## End

Bye.
"""


def cut(text: str = TEXT) -> tuple[ParsedText, Outline]:
    parsed = parse(Original(content=text.encode(), media_type="text/markdown"))
    return parsed, chunk(parsed, EMBEDDER, CONFIG)


def faults_with(*spans: Span, **changes: Any) -> str:
    """The faults of TEXT cut into chunks at `spans`, each like the first chunk but for `changes`."""
    parsed, outline = cut()
    like = replace(outline.chunks[0], **changes)
    chunks = [replace(like, ordinal=index, span=span) for index, span in enumerate(spans)]
    parents = (replace(outline.parents[0], end_chunk=len(spans)),)
    return "\n".join(faults(parsed, replace(outline, chunks=tuple(chunks), parents=parents)))


def faults(parsed: ParsedText, outline: Outline) -> list[str]:
    return oracle.faults(parsed, outline, EMBEDDER.tokenizer, CONFIG, prefix=EMBEDDER.manifest.passage_prefix)


def at(words: str) -> int:
    return TEXT.index(words)


def test_a_document_that_is_cut_right_has_no_fault() -> None:
    assert faults(*cut()) == []


@pytest.mark.parametrize(
    ("border", "fault"),
    [
        (at("ard]("), "goes through '[card]"),
        (at("xample.org"), "goes through '[card]"),
        (at("hanks"), "goes through 'Thanks'"),
        (at("👍🏽") + 1, "goes through a visible character"),
        (at("py\n"), "goes through a fence"),
        (at("pay(2)"), "the code at"),
        (at("| 5"), "goes through a row"),
        (at("| Large"), "rows and not their header"),
        (at("- a card"), "begins in a list"),
        (at("## End") + 3, "the heading of section 2"),
    ],
)
def test_a_border_in_the_wrong_place_is_a_fault(border: int, fault: str) -> None:
    found = faults_with(Span(0, border), Span(border, len(TEXT) - 1))
    assert fault in found


@pytest.mark.parametrize(
    ("spans", "fault"),
    [
        ([Span(0, at("## End") - 2)], "no chunk owns '## End"),
        ([Span(0, 30), Span(20, len(TEXT) - 1)], "overlap"),
        ([Span(0, len(TEXT) - 1)], "is of several sections"),
        ([Span(0, len(TEXT))], "not trimmed"),
    ],
)
def test_chunks_that_do_not_partition_the_text_are_a_fault(spans: list[Span], fault: str) -> None:
    assert fault in faults_with(*spans)


def test_a_wrong_count_a_wrong_section_and_foreign_context_are_faults() -> None:
    whole = Span(0, at("## End") - 2), Span(at("## End"), len(TEXT) - 1)
    assert "tokens and has" in faults_with(*whole, tokens=7)
    assert "is in section 2, not 1" in faults_with(*whole)
    parsed, outline = cut("# A\n\nOne.\n\n# B\n\nTwo.\n")
    foreign = replace(outline.chunks[1], context=(Span(5, 9),))
    found = faults(parsed, replace(outline, chunks=(outline.chunks[0], foreign)))
    assert any("is of another section" in fault for fault in found)


def test_a_chunk_above_its_limit_is_a_fault() -> None:
    parsed, outline = cut("word " * 150)
    strict = ChunkerConfig(limit=100)
    found = oracle.faults(parsed, outline, EMBEDDER.tokenizer, strict, prefix=EMBEDDER.manifest.passage_prefix)
    assert any("has 15" in fault and "tokens" in fault for fault in found)


def test_blocks_that_miss_or_share_text_are_faults() -> None:
    blocks = (Block(kind="paragraph", span=Span(0, 3)), Block(kind="paragraph", span=Span(2, 4)))
    found = list(oracle.of_blocks(ParsedText(text="One. Two.", blocks=blocks)))
    assert len(found) == 2
    assert "overlap" in found[0]
    assert "nobody owns 'Two.'" in found[1]


def test_parents_that_leave_a_chunk_are_a_fault() -> None:
    parsed, outline = cut()
    assert any("partition" in fault for fault in faults(parsed, replace(outline, parents=outline.parents[:-1])))


def test_sections_without_their_heading_are_a_fault() -> None:
    parsed, outline = cut("# A\n\nOne.\n")
    section = Section(index=2, parent=1, level=2, title="x", path=("A", "x"), span=Span(5, 9), heading=Span(5, 6))
    found = faults(parsed, replace(outline, sections=(*outline.sections, section)))
    assert any("is in section 2, not 1" in fault or "several sections" in fault for fault in found)
