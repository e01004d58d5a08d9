"""Question sets are read as they are written, and what does not fit is refused with its place and a way out."""

import json
import logging
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.datasets import load_set
from evaluation.errors import InvalidQuestionSet
from evaluation.model import DocumentSpan, EvaluationDocument
from evaluation.set_checks import merged

SMALL = Path(__file__).parent / "small"
LEASE = "Rent is due on the third.\r\nPets are allowed. 押金为两个月租金。"


def written(folder: Path, *questions: Any, lease: bytes = LEASE.encode(), file: str = "lease.md") -> Path:
    """A set with the documents `lease` and `annex`. A question is a row, or the bytes of its line."""
    (folder / file).write_bytes(lease)
    (folder / "annex.txt").write_bytes(b"The cellar is not heated.")
    rows = [
        {"document_id": "lease", "file": file, "title": "Lease", "chars": 7},
        {"document_id": "annex", "file": "annex.txt"},
    ]
    (folder / "documents.jsonl").write_bytes(b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    lines = [row if isinstance(row, bytes) else json.dumps(row, ensure_ascii=False).encode() for row in questions]
    (folder / "questions.jsonl").write_bytes(b"\n".join(lines))
    return folder


def row(**fields: Any) -> dict[str, Any]:
    """A question about the third word of the lease, unless `fields` say otherwise."""
    return {"id": "q1", "query": "When?", "document_id": "lease", "evidence": [[8, 11]], **fields}


def refusal(folder: Path, **options: Any) -> str:
    with pytest.raises(InvalidQuestionSet) as refused:
        load_set(folder, **options)
    return str(refused.value).replace(str(folder), "SET")


def test_offsets_count_code_points_and_newlines_stay(tmp_path: Path) -> None:
    quoted = ["Pets are allowed.", "押金为两个月租金。"]
    told = refusal(written(tmp_path, row(evidence=[[27, 44], [44, 53]], reference=quoted)))
    assert told.endswith("; it first stands at [45, 54]")
    folder = written(tmp_path, row(evidence=[[27, 44], [45, 54]], reference=quoted))
    loaded = load_set(folder)
    assert loaded.questions[0].evidence == (DocumentSpan("lease", 27, 44), DocumentSpan("lease", 45, 54))
    assert loaded.documents[0] == EvaluationDocument(document_id="lease", path=folder / "lease.md", title="Lease")


def test_byte_order_mark_is_not_counted(tmp_path: Path) -> None:
    marked = b"\xef\xbb\xbf" + LEASE.encode()
    load_set(written(tmp_path, row(reference=["due"]), lease=marked))


def test_other_charset_is_recognised_as_indexing_does(tmp_path: Path) -> None:
    load_set(written(tmp_path, row(evidence=[[45, 47]], reference=["押金"]), lease=LEASE.encode("gb18030")))


def test_line_separator_inside_a_string_does_not_end_the_row(tmp_path: Path) -> None:
    assert load_set(written(tmp_path, row(query="When\u2028?"))).questions[0].text == "When\u2028?"


def test_blank_lines_and_a_byte_order_mark_in_rows_are_passed_over(tmp_path: Path) -> None:
    folder = written(tmp_path, b"\xef\xbb\xbf" + json.dumps(row()).encode() + b"\r", b"", row(id="q2"), b" ")
    assert [question.question_id for question in load_set(folder).questions] == ["q1", "q2"]


def test_spans_are_sorted_and_overlapping_ones_are_one(tmp_path: Path) -> None:
    loaded = load_set(written(tmp_path, row(evidence=[[20, 25], [8, 11], [5, 9]])))
    assert loaded.questions[0].evidence == (DocumentSpan("lease", 5, 11), DocumentSpan("lease", 20, 25))


def test_evidence_in_several_documents(tmp_path: Path) -> None:
    evidence, reference = {"lease": [[8, 11]], "annex": [[4, 10]]}, {"lease": ["due"], "annex": ["cellar"]}
    folder = written(tmp_path, row(document_id=None, evidence=evidence, reference=reference))
    assert load_set(folder).questions[0].evidence == (DocumentSpan("annex", 4, 10), DocumentSpan("lease", 8, 11))
    within = load_set(folder, within_document=True)
    assert within.questions[0].filter == {"document_id": {"$in": ["annex", "lease"]}}


def test_auto_takes_the_sentence_where_a_row_has_it(tmp_path: Path) -> None:
    folder = written(tmp_path, row(evidence_sentence=[[0, 25]]), row(id="q2", evidence_sentence=None))
    first, second = load_set(folder).questions
    assert first.evidence == (DocumentSpan("lease", 0, 25),)
    assert second.evidence == (DocumentSpan("lease", 8, 11),)


def test_rows_without_the_named_field_are_left_out_and_counted(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = written(tmp_path, row(), row(id="q2", evidence_table=[[0, 25]]), row(id="q3", evidence_table=[]))
    with caplog.at_level(logging.WARNING):
        loaded = load_set(folder, evidence="evidence_table")
    assert [question.question_id for question in loaded.questions] == ["q2"]
    assert caplog.messages == [f"{folder / 'questions.jsonl'}: 2 of 3 questions left out: no evidence_table"]


def test_each_question_searches_its_own_document_besides_its_filter(tmp_path: Path) -> None:
    folder = written(tmp_path, row(), row(id="q2", filter={"kind": "table"}))
    assert [question.filter for question in load_set(folder).questions] == [None, {"kind": "table"}]
    assert [question.filter for question in load_set(folder, within_document=True).questions] == [
        {"document_id": "lease"},
        {"$and": [{"kind": "table"}, {"document_id": "lease"}]},
    ]


def test_text_of_another_format_is_what_its_parser_makes(tmp_path: Path) -> None:
    page = b"<!DOCTYPE html><title>Lease</title><p>Rent is <b>due</b> on the third.</p>"
    load_set(written(tmp_path, row(reference=["due"]), lease=page, file="lease.html"))


def test_text_may_come_from_elsewhere(tmp_path: Path) -> None:
    folder = written(tmp_path, row(reference=["due"]), lease=b"%PDF-1.7", file="lease.pdf")
    assert load_set(folder, text_of=lambda document: LEASE).questions
    assert refusal(folder).startswith("document 'lease' (SET/lease.pdf): ")


def test_equal_sets_in_two_folders_have_one_digest(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert load_set(written(tmp_path / "a", row())).digest == load_set(written(tmp_path / "b", row())).digest


@pytest.mark.parametrize(
    ("change", "options"),
    [
        ({"query": "Where?"}, {}),
        ({"evidence": [[8, 12]]}, {}),
        ({"filter": {"kind": "table"}}, {}),
        ({}, {"within_document": True}),
        ({"evidence_sentence": [[0, 25]]}, {}),
    ],
)
def test_whatever_may_change_results_changes_the_digest(
    tmp_path: Path, change: dict[str, Any], options: dict[str, Any]
) -> None:
    before = load_set(written(tmp_path, row())).digest
    assert load_set(written(tmp_path, row(**change)), **options).digest != before


def test_bytes_and_name_of_a_document_change_the_digest(tmp_path: Path) -> None:
    before = load_set(written(tmp_path, row())).digest
    assert load_set(written(tmp_path, row(), lease=LEASE.encode() + b"\n")).digest != before
    assert load_set(written(tmp_path, row(), file="lease.txt")).digest != before


PLACE = "SET/questions.jsonl line 1 ('q1'): "


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (row(evidence=[[8, 99]]), "evidence in 'lease': [8, 99] lies outside the text, which has 54 characters; count"),
        (row(evidence=[[-1, 3]]), "evidence in 'lease': [-1, 3] lies outside the text"),
        (row(evidence=[[8, 8]]), "evidence in 'lease': [8, 8] is empty; end is exclusive"),
        (row(evidence=[[25, 27]]), "evidence in 'lease': [25, 27] holds blanks only; mark"),
        (row(evidence=[[8]]), "evidence: Expected `array` of length 2, got 1"),
        (row(evidence=[]), "has no evidence; mark the spans that answer it, or remove the row"),
        (
            row(evidence=[[8, 11]], reference=["is"]),
            "evidence in 'lease': [8, 11] holds 'due', but reference says 'is'",
        ),
        (row(evidence=[[8, 11]], reference=["due", "x"]), "evidence in 'lease': 1 spans have 2 references"),
        (row(reference={"annex": ["due"]}), "evidence and reference are of different documents"),
        (row(document_id="pets"), "evidence is of document 'pets', which documents.jsonl has not got"),
        (row(document_id=None), "evidence is a list, but document_id names no document; name it there"),
        (row(query=" "), "query must have from 1 to 4096 characters"),
        (row(filter=["kind"]), "Expected `object | null`, got `array` - at `$.filter`"),
    ],
)
def test_fault_in_a_row_is_refused_with_its_place(tmp_path: Path, wrong: dict[str, Any], message: str) -> None:
    assert refusal(written(tmp_path, wrong)).startswith(PLACE + message)


def test_spans_of_other_fields_are_checked_besides_what_is_quoted(tmp_path: Path) -> None:
    folder = written(tmp_path, row(evidence_sentence=[[0, 99]], reference=["Due"]))
    assert refusal(folder) == (
        f"{PLACE}evidence in 'lease': [8, 11] holds 'due', but reference says 'Due'; "
        "it stands nowhere in the document\n"
        f"{PLACE}evidence_sentence in 'lease': [0, 99] lies outside the text, which has 54 characters; "
        "count code points of the decoded text"
    )


def test_many_faults_are_told_in_part(tmp_path: Path) -> None:
    told = refusal(written(tmp_path, *[row(id=f"q{number}", evidence=[[0, 99]]) for number in range(9)]))
    assert [line.partition("'")[2][:2] for line in told.split("\n")[:-1]] == ["q0", "q1", "q2", "q3", "q4"]
    assert told.endswith("\n… 4 more")


def test_id_that_comes_twice_is_refused(tmp_path: Path) -> None:
    told = refusal(written(tmp_path, row(), row()))
    assert (
        told
        == "SET/questions.jsonl line 2 ('q1'): this id is used before, at SET/questions.jsonl line 1 ('q1'); rename one"
    )


@pytest.mark.parametrize("line", [b'{"id": "q1"', b"[1]", b'{"id": "\xff"}', b"null"])
def test_line_that_is_no_json_object_is_refused_with_its_number(tmp_path: Path, line: bytes) -> None:
    told = refusal(written(tmp_path, row(), line))
    assert told.startswith("SET/questions.jsonl line 2: ")
    assert told.endswith("; each line must be one JSON object in UTF-8")


def test_set_without_questions_is_refused(tmp_path: Path) -> None:
    assert refusal(written(tmp_path)) == "SET/questions.jsonl: holds no question; write one JSON object a line"


def test_field_that_no_row_has_is_refused_with_those_there_are(tmp_path: Path) -> None:
    told = refusal(written(tmp_path, row(evidence_table=[[0, 25]])), evidence="evidence_tabel")
    assert told.endswith("no question has the field 'evidence_tabel'; it may be one of evidence, evidence_table")


@pytest.mark.parametrize("file", ["documents.jsonl", "questions.jsonl", "lease.md", "annex.txt"])
def test_missing_file_is_named(tmp_path: Path, file: str) -> None:
    folder = written(tmp_path, row())
    (folder / file).unlink()
    assert f"SET/{file}: No such file or directory; " in refusal(folder)


def test_document_without_text_is_refused(tmp_path: Path) -> None:
    told = refusal(written(tmp_path, row(), lease=b"  \n"))
    assert told == "document 'lease' (SET/lease.md): the document has no text: it is empty or holds blanks only"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"document_id": "lease", "file": "annex.txt"}, "SET/documents.jsonl line 3: there are two documents 'lease'"),
        (
            {"document_id": "", "file": "annex.txt"},
            "SET/documents.jsonl line 3: document_id and file must not be empty",
        ),
        ({"document_id": "x", "file": "/x.txt"}, "SET/documents.jsonl line 3: file '/x.txt' must be a path from"),
        ({"file": "annex.txt"}, "SET/documents.jsonl line 3: Object missing required field `document_id`"),
    ],
)
def test_fault_in_a_document_row_is_refused(tmp_path: Path, document: dict[str, str], message: str) -> None:
    folder = written(tmp_path, row())
    with (folder / "documents.jsonl").open("ab") as rows:
        rows.write(json.dumps(document).encode())
    assert refusal(folder).startswith(message)


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)).map(lambda pair: (pair[0], sum(pair)))))
def test_merged_spans_are_disjoint_and_hold_the_same_characters(spans: list[tuple[int, int]]) -> None:
    result = merged(spans)
    assert all(one[1] <= two[0] for one, two in pairwise(result))
    assert [place for span in result for place in range(*span)] == sorted(
        {place for span in spans for place in range(*span)}
    )


def test_small_set_is_exact_and_quotes_its_evidence() -> None:
    rows = [json.loads(line) for line in (SMALL / "questions.jsonl").read_bytes().split(b"\n") if line]
    assert all(len(row["reference"]) == len(row["evidence"]) > 0 for row in rows)
    assert len(load_set(SMALL).questions) == len(rows)


def test_small_set_holds_each_kind_in_both_languages() -> None:
    counts = Counter((question.category, question.language) for question in load_set(SMALL).questions)
    kinds = ("needs-heading", "needs-condition", "whole-block", "adjacent")
    assert counts.keys() == {(kind, language) for kind in kinds for language in ("en", "zh")}
    assert all(counts[kind, "en"] == counts[kind, "zh"] >= 7 for kind in kinds)


def test_small_set_is_small_and_its_documents_are_not() -> None:
    documents = load_set(SMALL).documents
    sizes = [len(document.path.read_bytes().decode()) for document in documents]
    assert len(sizes) == 20
    assert 1500 <= min(sizes) <= max(sizes) <= 5000
    assert sum(path.stat().st_size for path in SMALL.rglob("*") if path.is_file()) <= 120_000


def test_adjacent_evidence_has_several_spans_and_blocks_are_one() -> None:
    for question in load_set(SMALL).questions:
        if question.category == "adjacent":
            assert len(question.evidence) > 1
        elif question.category != "needs-condition":
            assert len(question.evidence) == 1
