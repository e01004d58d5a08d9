"""What a change of rules changes."""

import csv
import io

from server.tuning.boundary_diff import Difference, compare
from server.tuning.boundary_diff_csv import difference_csv
from server.tuning.boundary_diff_html import difference_html, draw_difference
from server.tuning.boundary_diff_lines import difference_lines, total_rows
from tests.server.tuning.cutting import RENTAL, cut_text
from tests.server.tuning.page_reader import PageReader


def _difference(**limits: object) -> Difference:
    return compare(cut_text(RENTAL, limit=40, table_limit=40), cut_text(RENTAL, **limits))


def test_equal_rules_make_no_difference() -> None:
    found = _difference(limit=40, table_limit=40)
    assert found.equal
    assert found.count("alike") == len(found.changes) > 5
    assert len(list(difference_lines(found))) == 1
    assert all(row[3] == "=" for row in total_rows([found]))


def test_each_chunk_of_both_sides_is_in_one_change() -> None:
    found = _difference(limit=80, table_limit=80)
    assert not found.equal
    before = [change.before.ordinal for change in found.changes if change.before]
    after = [change.after.ordinal for change in found.changes if change.after]
    assert sorted(before) == list(range(len(found.before.outline.chunks)))
    assert sorted(after) == list(range(len(found.after.outline.chunks)))
    spans = [change.span for change in found.changes]
    assert [span.start for span in spans] == sorted(span.start for span in spans)
    for change in found.changes:
        assert (change.fate == "only_a") == (change.after is None)
        assert (change.fate == "only_b") == (change.before is None)


def test_a_change_of_parents_alone_names_the_ranges_and_no_border() -> None:
    found = compare(cut_text(RENTAL, parent_limit=1000), cut_text(RENTAL, parent_limit=30))
    assert (found.count("only_a"), found.count("only_b")) == (0, 0)
    assert {change.fields for change in found.changes if change.fate == "changed"} == {("parent",)}
    shown = [line.text for line in difference_lines(found)]
    span = found.before.outline.chunks[0].span
    assert f"~     parent: read in {span.start}..{len(RENTAL) - 1} → {span.start}..{span.end}" in shown


def test_other_words_for_the_model_are_a_change_even_of_equal_length() -> None:
    found = compare(cut_text(RENTAL), cut_text(RENTAL, tables="pairs"))
    changed = [change for change in found.changes if change.fate == "changed"]
    assert changed
    assert all("embed text" in change.fields for change in changed)


def test_only_what_differs_is_listed() -> None:
    found = _difference(limit=80, table_limit=80)
    marks = [
        line.mark for line in difference_lines(found) if line.text[:2] in {"- ", "+ ", "~ "} and line.text[2] != " "
    ]
    counts = [found.count(fate) for fate in ("only_a", "only_b", "changed")]
    assert [marks.count(mark) for mark in "-+~"] == counts


def test_other_texts_have_no_chunk_in_common() -> None:
    found = compare(cut_text("# Rent\n\nOne.\n"), cut_text("# Rent\n\nTwo.\n"))
    assert not found.same_text
    assert [change.fate for change in found.changes] == ["only_a", "only_b"]
    assert "different texts" in list(difference_lines(found))[1].text


def test_totals_stand_beside_each_other() -> None:
    found = _difference(limit=80, table_limit=80)
    rows = {row[0]: row[1:] for row in total_rows([found])}
    before, after = len(found.before.outline.chunks), len(found.after.outline.chunks)
    assert rows["chunks"] == (str(before), str(after), f"{after - before:+}")


def test_the_csv_has_a_row_for_each_chunk_that_differs() -> None:
    found = _difference(limit=80, table_limit=80)
    rows = list(csv.DictReader(io.StringIO(difference_csv([found]), newline="")))
    sides = [(row["side"], int(row["ordinal"])) for row in rows]
    wanted = [
        (side, row.ordinal)
        for change in found.changes
        if change.fate != "alike"
        for side, row in (("a", change.before), ("b", change.after))
        if row is not None
    ]
    assert sides == wanted
    assert difference_csv([_difference(limit=40, table_limit=40)]).count("\r\n") == 1


def test_the_page_has_the_text_once_with_the_borders_of_both() -> None:
    found = _difference(limit=80, table_limit=80)
    page = difference_html([draw_difference(found, 0)], total_rows([found]), ("a.toml", "b.toml"))
    reader = PageReader(page)
    assert reader.texts == [RENTAL]
    labels = " ".join(given.get("data-label", "") for given in reader.having("chunk"))
    for side, outline in (("A", found.before.outline), ("B", found.after.outline)):
        for chunk in outline.chunks:
            assert f"{side} {chunk.ordinal} · {chunk.tokens}" in labels
    changed = reader.having("differs")
    assert changed
    assert all("same" not in given["class"].split() for given in changed)
