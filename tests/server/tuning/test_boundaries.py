"""What is shown of a chunk, and how it stands in a terminal and in CSV."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.model import Span
from server.tuning.boundaries import boundaries, facts, parent_spans, quoted
from server.tuning.boundary_csv import COLUMNS, csv_text
from server.tuning.boundary_lines import chunk_lines, document_lines, flag_shares, total_line
from tests.server.tuning.cutting import RENTAL, cut_text

SHORT = cut_text("# Rent\n\nIt is due\ton the first.\n")
LONG = cut_text("# Rent\n\n" + "The rent is due. " * 20)


def test_a_boundary_says_of_a_chunk_what_the_outline_says() -> None:
    cut = cut_text(RENTAL, limit=40, table_limit=40)
    rows, chunks = list(boundaries(cut)), cut.outline.chunks
    assert len(rows) == len(chunks) > 5
    for row, chunk in zip(rows, chunks, strict=True):
        assert (row.span, row.context, row.tokens, row.parent) == (
            chunk.span,
            chunk.context,
            chunk.tokens,
            chunk.parent,
        )
        assert row.path == cut.outline.sections[chunk.section].path
        own = chunk.span.slice(cut.parsed.text)
        assert own.startswith(row.first)
        assert own.endswith(row.last)
        assert len(row.first) == len(row.last) == min(100, len(own))


def test_facts_count_what_there_is() -> None:
    found = facts(cut_text(RENTAL))
    assert (found.kind, found.coverage, found.sections) == ("markdown", 1.0, 4)
    assert found.removed == {"front_matter": 30, "html_comment": 23}
    assert found.characters == len(RENTAL)
    assert found.flags == {}
    assert facts(cut_text("Boots")).flags == {"no_sentence": 1, "short": 1}


def test_parents_span_their_chunks_and_nothing_else() -> None:
    cut = cut_text(RENTAL, parent_limit=30)
    spans = parent_spans(cut.outline)
    assert len(spans) == len(cut.outline.parents) > 2
    for chunk in cut.outline.chunks:
        parent = spans[chunk.parent]
        assert parent.start <= chunk.span.start
        assert chunk.span.end <= parent.end
    assert list(spans) == sorted(spans)


@given(st.text())
def test_a_quoted_text_is_one_visible_line_and_reads_back(text: str) -> None:
    line = quoted(text)
    assert json.loads(line) == text
    assert len(line.splitlines()) == 1
    assert not any(character in line for character in "\t\x7f\x85\xad\u200b\u202e\u2028\ufeff")


def test_a_short_chunk_is_shown_whole_and_a_long_one_by_its_ends() -> None:
    (row,) = boundaries(SHORT)
    assert list(chunk_lines(row))[1:] == ["    path   Rent", r'    whole  "# Rent\n\nIt is due\ton the first."']
    (row,) = boundaries(LONG)
    shown = list(chunk_lines(row))
    assert shown[0].startswith("  #0 0..347  ")
    assert [line.split()[0] for line in shown[1:]] == ["path", "first", "last"]
    assert shown[3].endswith('The rent is due."')


def test_a_document_is_a_line_with_its_removals_under_it() -> None:
    lines = list(document_lines(facts(cut_text(RENTAL))))
    assert lines[0].startswith(f"rental.md: markdown, {len(RENTAL)} characters, coverage 100%, 4 sections, ")
    assert lines[1] == "    removed: front_matter 30 characters, html_comment 23 characters"


def test_totals_add_documents() -> None:
    line = total_line([facts(SHORT), facts(LONG)])
    assert line.startswith("total: 2 documents, 2 parents, 2 chunks; tokens median ")
    assert total_line([]) == "total: 0 documents, 0 parents, 0 chunks; tokens median 0, p95 0, max 0; flags: none"
    assert flag_shares({}, 0) == "none"


def test_csv_read_back_equals_the_outline() -> None:
    cut = cut_text(RENTAL, limit=40, table_limit=40)
    text = csv_text(boundaries(cut))
    assert text.count("\n") == text.count("\r\n") == len(cut.outline.chunks) + 1
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert tuple(rows[0]) == COLUMNS
    for row, chunk in zip(rows, cut.outline.chunks, strict=True):
        assert (row["document"], int(row["ordinal"])) == ("rental.md", chunk.ordinal)
        assert Span(int(row["start"]), int(row["end"])) == chunk.span
        assert (int(row["tokens"]), int(row["own_tokens"])) == (chunk.tokens, chunk.own_tokens)
        assert (row["method"], row["kind"], row["language"]) == (chunk.method, chunk.kind, chunk.language)
        assert tuple(row["flags"].split()) == chunk.flags
        assert tuple(json.loads(row["path"])) == cut.outline.sections[chunk.section].path
        spans = [tuple(map(int, each.split(".."))) for each in row["context"].split()]
        assert spans == [(span.start, span.end) for span in chunk.context]
        own = chunk.span.slice(cut.parsed.text)
        assert (json.loads(row["first"]), json.loads(row["last"])) == (own[:100], own[-100:])
    assert any(chunk.context for chunk in cut.outline.chunks)


@pytest.mark.parametrize("begin", ["=1+1", "-1", "+1", "@a"])
def test_no_cell_of_the_csv_is_a_formula(begin: str) -> None:
    cut = cut_text(f"# {begin}\n\n{begin} is due.\n", name=f"{begin}.md")
    for row in list(csv.reader(io.StringIO(csv_text(boundaries(cut)), newline="")))[1:]:
        assert not any(cell[:1] in "=+-@" for cell in row if cell)
