import hashlib

from hypothesis import given
from hypothesis import strategies as st

from indexing.layout import Box, Layout, Mark, Row, Run
from indexing.model import Removal, Span
from retrieval.cite import Piece, Place, cite, cut, passage_spans, pieces
from retrieval.model import GAP
from tests.fakes import WordTokenizer
from tests.retrieval.corpus import Corpus, Part, document
from tests.retrieval.fakes import Slice

NOWHERE = Place(lambda start, end: Layout(), lambda start: 0)
"""Of a text that is its own source."""

MADE = document(
    "d",
    Part(0, "", ("One.", "Two.", "<!-- x -->", "Three.", "Four.")),
    removed=(Removal(Span(12, 22), "html_comment"),),
)


def test_neighbours_are_one_span_and_removals_are_cut_out() -> None:
    snapshot = Corpus(MADE).snapshot()
    assert MADE.text[12:22] == "<!-- x -->"
    assert passage_spans([0, 1], snapshot.rows, snapshot.documents[0]) == [Span(0, 10)]
    assert passage_spans([0, 4], snapshot.rows, snapshot.documents[0]) == [Span(0, 4), Span(32, 37)]
    assert passage_spans([1, 2, 3], snapshot.rows, snapshot.documents[0]) == [Span(6, 12), Span(22, 30)]


def test_pieces_have_no_white_space_at_their_ends_and_know_their_lines() -> None:
    spans = [Span(6, 12), Span(22, 30), Span(30, 32)]
    assert pieces(spans, [Slice("Two.\n\n", 3), Slice("\n\nThree.", 5), Slice("\n\n", 7)]) == [
        Piece(6, "Two.", 3),
        Piece(24, "Three.", 7),
    ]


def test_a_citation_states_lines_and_digest() -> None:
    text, (first, second) = cite([Piece(4, "a\nb", 2), Piece(20, "押金", 9)], "t1", NOWHERE)
    assert text == "a\nb\n\n[…]\n\n押金"
    assert (first.lines, second.lines) == ((2, 3), (9, 9))
    assert second.citation_id == "t1:20-22"
    assert second.sha256 == hashlib.sha256("押金".encode()).hexdigest()


def test_a_cut_passage_counts_what_is_left() -> None:
    kept, tokens = cut([Piece(0, "One two.", 1), Piece(20, "Three four. Five six.", 3)], 6, WordTokenizer())
    assert [piece.text for piece in kept] == ["One two.", "Three four."]
    assert tokens == 6


@given(st.lists(st.text("ab押👍\n", min_size=1).filter(lambda t: t == t.strip() and t), min_size=1, max_size=5))
def test_citations_are_exact_and_cover_all_but_the_gaps(texts: list[str]) -> None:
    whole = " ".join(texts)
    cited: list[Piece] = []
    for text in texts:
        start = cited[-1].start + len(cited[-1].text) + 1 if cited else 0
        cited.append(Piece(start, text, 1))
    shown, citations = cite(cited, "t", NOWHERE)
    assert all(shown[c.text_start : c.text_end] == whole[c.start : c.end] for c in citations)
    assert sum(c.text_end - c.text_start for c in citations) + len(GAP) * (len(citations) - 1) == len(shown)


def test_a_citation_tells_where_in_the_source_its_text_stands() -> None:
    layout = Layout(
        pages=(0, 10),
        boxes=(Box(0, 4, 1, 10, 20, 90, 30), Box(8, 14, 2, 10, 40, 90, 52.5)),
        anchors=(Mark(0, "top"), Mark(8, "fees")),
        labels=(Mark(8, "1.2"),),
        rows=(Row(8, 3), Row(12, 4)),
        runs=(Run(0, 100, 120),),
    )
    _, (first, second) = cite(
        [Piece(1, "ne", 1), Piece(8, "Two on", 3)], "t", Place(lambda start, end: layout, lambda start: 5)
    )
    assert (first.pages, first.source, first.rows, first.labels) == ((1, 1), (101, 103), None, ())
    assert (second.pages, second.anchor, second.rows) == ((1, 2), "fees", (3, 4))
    assert second.boxes == ((2, 10, 40, 90, 52.5),)
    assert second.labels == ((8, "1.2"),)


def test_an_anchor_before_the_section_is_never_told() -> None:
    layout = Layout(anchors=(Mark(0, "layoffs-2027"),))
    _, (citation,) = cite([Piece(8, "Two", 3)], "t", Place(lambda start, end: layout, lambda start: 5))
    assert citation.anchor is None
