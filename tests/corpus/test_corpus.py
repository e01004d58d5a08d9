"""Files of every kind, from bytes to chunks: what must hold of each, and what is to be found in those made here."""

from functools import cache

import pytest

from indexing.chunkers import chunk
from indexing.config import ChunkerConfig
from indexing.layout import Layout
from indexing.model import Outline, ParsedText, Section
from indexing.parsers import Original, parse
from indexing.render import embed_text, readable
from tests.corpus import office, pages, texts
from tests.corpus.found import found
from tests.corpus.sample import Sample
from tests.fakes import HashingEmbedder
from tests.indexing.oracle import check

MADE = (*texts.SAMPLES, *office.SAMPLES, *pages.SAMPLES)
FOUND = found()
EMBEDDER = HashingEmbedder()
CONFIG = ChunkerConfig()
FEWEST = 40
"""Files of others that must be there: a package may stop carrying one."""


@cache
def read(sample: Sample) -> ParsedText:
    return parse(Original(content=sample.content, media_type="", name=sample.name))


@cache
def cut(sample: Sample) -> Outline:
    return chunk(read(sample), EMBEDDER, CONFIG)


def by_name(sample: Sample) -> str:
    return sample.name


made = pytest.mark.parametrize("sample", MADE, ids=by_name)
every = pytest.mark.parametrize("sample", [*MADE, *FOUND], ids=by_name)


def test_corpus_is_large_and_has_every_kind_that_needs_no_program() -> None:
    assert len(FOUND) >= FEWEST
    assert {sample.kind for sample in MADE} >= {
        *("markdown", "html", "pdf", "docx", "slides", "table", "code", "legal", "faq", "api", "chat", "plain"),
    }


@every
def test_kind_is_found_out_from_the_file(sample: Sample) -> None:
    assert read(sample).kind == sample.kind


@every
def test_every_promise_about_chunks_holds(sample: Sample) -> None:
    parsed = read(sample)
    manifest = EMBEDDER.manifest
    prefix, window = manifest.passage_prefix, manifest.max_tokens
    check(parsed, cut(sample), EMBEDDER.tokenizer, CONFIG, prefix=prefix, window=window)


@every
def test_tables_are_cut_between_rows_and_every_piece_has_the_header(sample: Sample) -> None:
    parsed = read(sample)
    tables = [block for block in parsed.blocks if block.kind == "table"]
    for each in cut(sample).chunks:
        for block in (block for block in tables if block.span.start < each.span.start < block.span.end):
            assert each.span.start in block.cuts
            assert set(block.header) <= set(each.context)


@made
def test_sections_are_those_that_a_reader_sees(sample: Sample) -> None:
    parsed = read(sample)
    lines = [_line(section, parsed.layout) for section in cut(sample).sections[1:]]
    assert "\n".join(lines) == sample.outline


@made
def test_what_is_not_understood_alone_stands_together(sample: Sample) -> None:
    parsed = read(sample)
    outline = cut(sample)
    source = readable(parsed.text, outline)
    rendered = [embed_text(source, each) for each in outline.chunks]
    for words in sample.together:
        assert any(all(word in text for word in words) for text in rendered), (words, rendered)


@made
def test_what_no_reader_is_to_be_shown_is_in_no_chunk(sample: Sample) -> None:
    parsed = read(sample)
    shown = "".join(parsed.text[each.span.start : each.span.end] for each in cut(sample).chunks)
    assert [words for words in sample.left_out if words in shown] == []


def _line(section: Section, layout: Layout) -> str:
    """A section as the samples write it."""
    heading = section.heading
    shown = layout.pages_of(heading.start, heading.end) if heading else None
    label = f"[{section.label}] " if section.label and not section.title.startswith(section.label) else ""
    return "  " * (len(section.path) - 1) + label + section.title + (f" (p. {shown[0]})" if shown else "")
