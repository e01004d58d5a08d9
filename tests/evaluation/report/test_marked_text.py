"""Evidence marked in texts."""

from hypothesis import given
from hypothesis import strategies as st

from evaluation.report.marked_text import marked, returned_ranges
from evaluation.report.model import Excerpt, ShownPassage
from tests.evaluation.report.reading import PageReader

TEXT = "The deposit is returned within thirty days. Repairs may be deducted."


def excerpt(text: str, *evidence: tuple[int, int], start: int = 0) -> Excerpt:
    return Excerpt(document_id="d", start=start, text=text, evidence=evidence)


def pieces(content: str) -> tuple[list[str], list[str]]:
    read = PageReader(content)
    return read.tagged("mark", "found"), read.tagged("mark", "missed")


def test_evidence_that_was_returned_differs_from_what_was_missed() -> None:
    content = marked(excerpt(TEXT, (4, 43)), {"d": [(0, 23)]}, room=500)
    assert pieces(content) == (["deposit is returned"], [" within thirty days."])


def test_positions_are_those_of_the_document_not_of_the_excerpt() -> None:
    content = marked(excerpt("押金应当返还。", (102, 106), start=100), {"d": [(104, 120)]}, room=500)
    assert pieces(content) == (["返还"], ["应当"])


def test_what_another_document_returned_marks_nothing_as_found() -> None:
    assert pieces(marked(excerpt(TEXT, (4, 11)), {"other": [(0, 60)]}, room=500)) == ([], ["deposit"])


def test_a_long_text_is_shown_from_a_little_before_its_evidence() -> None:
    long = "a" * 1000 + "EVIDENCE" + "b" * 1000
    content = marked(excerpt(long, (1000, 1008)), {}, room=400)
    assert pieces(content) == ([], ["EVIDENCE"])
    shown = PageReader(f"<p>{content}</p>").tagged("p")[0]
    assert shown == "…" + "a" * 200 + "EVIDENCE" + "b" * 192 + "…"


@given(st.text("ab<&>\"'\r\n\t押😀\u202e\u0301", max_size=60), st.lists(st.tuples(*[st.integers(0, 70)] * 2)))
def test_every_character_stands_once_and_in_order(text: str, ranges: list[tuple[int, int]]) -> None:
    evidence = tuple((min(one, other), max(one, other)) for one, other in ranges)
    content = marked(excerpt(text, *evidence), {"d": [(3, 9)]}, room=500)
    assert "".join(PageReader(f"<p>{content}</p>").tagged("p")) == text


def test_ranges_of_passages_are_gathered_by_document() -> None:
    passages = [
        ShownPassage(rank=1, tokens=1, path=(), excerpts=(excerpt("abc", start=5), excerpt("de", start=20))),
        ShownPassage(rank=2, tokens=1, path=(), excerpts=(Excerpt(document_id="e", start=0, text="x"),)),
    ]
    assert returned_ranges(passages) == {"d": [(5, 8), (20, 22)], "e": [(0, 1)]}
