from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.analyze import Analyzer
from indexing.config import AnalyzerConfig
from indexing.postings import DocumentTerms, Segment, Vocabulary, append, build_segment, count_terms

analyzer = Analyzer(AnalyzerConfig())

documents = st.lists(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=12).map(" ".join), max_size=4), max_size=8)


def segments_of(vocabulary: Vocabulary, texts: Sequence[Sequence[str]]) -> tuple[Segment, ...]:
    """One document a segment, merged as they come."""
    segments: tuple[Segment, ...] = ()
    for document in texts:
        first_row = segments[-1].end_row if segments else 0
        segments = append(segments, build_segment(vocabulary, first_row, [count_terms(analyzer, document)]))
    return segments


def everything(segment: Segment) -> list[Any]:
    return [array.tolist() for array in (segment.terms, segment.offsets, segment.rows, segment.counts, segment.lengths)]


@given(documents, st.integers(1, 5))
def test_segments_hold_the_same_postings_however_they_were_merged(texts: list[list[str]], batch: int) -> None:
    counted = [count_terms(analyzer, document) for document in texts]
    whole = build_segment(Vocabulary(), 0, counted)
    vocabulary, segments = Vocabulary(), ()
    for at in range(0, len(counted), batch):
        first_row = segments[-1].end_row if segments else 0
        segments = append(segments, build_segment(vocabulary, first_row, counted[at : at + batch]))
    triples = [triple for segment in segments for triple in postings(segment)]
    assert sorted(triples) == sorted(postings(whole))
    assert [length for segment in segments for length in segment.lengths.tolist()] == whole.lengths.tolist()


def postings(segment: Segment) -> list[tuple[int, int, int]]:
    terms = np.repeat(segment.terms, np.diff(segment.offsets))
    return list(zip(terms.tolist(), segment.rows.tolist(), segment.counts.tolist(), strict=True))


@given(st.lists(st.integers(0, 40), max_size=40))
def test_each_segment_is_at_least_twice_as_large_as_the_next(sizes: list[int]) -> None:
    segments = segments_of(Vocabulary(), [["a"] * size for size in sizes])
    lengths = [segment.end_row - segment.first_row for segment in segments]
    assert sum(lengths) == sum(sizes)
    assert all(one >= 2 * other for one, other in pairwise(lengths))
    for segment in segments:
        assert all(np.diff(segment.rows[start:end]).min(initial=1) > 0 for _, start, end in segment.find(segment.terms))


def test_appending_leaves_the_segments_of_a_snapshot_as_they_were() -> None:
    vocabulary = Vocabulary()
    before = segments_of(vocabulary, [["a b"], ["a"], ["c"]])
    contents = [everything(segment) for segment in before]
    append(before, build_segment(vocabulary, 3, [count_terms(analyzer, ["a", "d"])]))
    assert [everything(segment) for segment in before] == contents


def test_a_gap_between_segments_is_refused() -> None:
    segment = build_segment(Vocabulary(), 5, [count_terms(analyzer, ["a"])])
    with pytest.raises(ValueError, match="begins at row 0, not 5"):
        append((), segment)


def test_counted_terms_are_grouped_by_chunk() -> None:
    counted = count_terms(analyzer, ["b a b", "", "a"])
    assert counted.terms == ("b", "a")
    assert np.frombuffer(counted.chunk_ends, "<i4").tolist() == [2, 2, 3]
    assert np.frombuffer(counted.term_of, "<u4").tolist() == [0, 1, 1]
    assert np.frombuffer(counted.counts, "<u2").tolist() == [2, 1, 1]


def test_counted_terms_survive_msgpack() -> None:
    counted = count_terms(analyzer, ["kube-apiserver 押金", ""])
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(counted), type=DocumentTerms) == counted


def test_counts_are_bounded() -> None:
    assert np.frombuffer(count_terms(analyzer, ["a " * 70_000]).counts, "<u2").tolist() == [65_535]


def test_terms_keep_their_numbers() -> None:
    vocabulary = Vocabulary()
    assert vocabulary.number(["b", "a", "b"]).tolist() == [0, 1, 0]
    assert vocabulary.number(["c", "a"]).tolist() == [2, 1]
    assert len(vocabulary) == 3


def test_looking_for_a_term_does_not_add_it() -> None:
    vocabulary = Vocabulary()
    assert vocabulary.find(["a"]) == {}
    assert len(vocabulary) == 0


def test_a_segment_finds_the_postings_of_the_terms_it_has() -> None:
    vocabulary = Vocabulary()
    segment = build_segment(vocabulary, 7, [count_terms(analyzer, ["a b b", "", "b"])])
    asked = np.array([vocabulary.find(["b"])["b"], 99], np.int32)
    ((at, start, end),) = segment.find(asked)
    assert at == 0
    assert segment.rows[start:end].tolist() == [7, 9]
    assert segment.counts[start:end].tolist() == [2, 1]
    assert segment.lengths.tolist() == [3, 0, 1]
