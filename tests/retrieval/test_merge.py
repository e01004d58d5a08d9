from typing import Any

from retrieval.config import RetrievalConfig
from retrieval.model import Result
from tests.retrieval.corpus import Corpus, Document, Part, document, group, spans


def long_section(*, hidden: int | None = None) -> Document:
    """Eight chunks under one heading, in four parents of two; `fir` in the chunks 2, 3, 4 and 7."""
    words = ["alpha", "beta", "fir one", "fir two", "fir three", "gamma", "delta", "fir four"]
    parts = [Part(1, "Trees", tuple(words))]
    if hidden is not None:
        below = [Part(2, f"S{i}", (word,), group("hr") if i == hidden else None) for i, word in enumerate(words)]
        parts = [Part(1, "Trees"), *below]
    first = 0 if hidden is None else 1
    parents = [(1, 0, first + 2), *((1, first + i, first + i + 2) for i in (2, 4, 6))]
    return document("d", *parts, parents=parents)


def labels(result: Result) -> list[tuple[str, str | None]]:
    return [(passage.parent_id, passage.section.part) for passage in result.passages]


def search(made: Document, groups: tuple[str, ...] = (), **fields: Any) -> Result:
    return Corpus(made).search("fir", groups, mode="lexical", **fields)


def test_neighbouring_hit_parts_of_a_section_are_one_passage() -> None:
    result = search(long_section())
    assert labels(result) == [("d#p1", "2-4 of 4")]
    assert len(spans(result)) == 1
    assert result.passages[0].score == max(match.score for match in result.passages[0].matches)
    assert [match.ordinal for match in result.passages[0].matches] == [2, 3, 4, 7]


def test_without_merging_each_parent_comes_by_itself() -> None:
    result = Corpus(long_section(), config=RetrievalConfig(merge=False)).search("fir", mode="lexical")
    assert labels(result) == [("d#p1", "2 of 4"), ("d#p2", "3 of 4"), ("d#p3", "4 of 4")]
    assert [[match.ordinal for match in passage.matches] for passage in result.passages] == [[2, 3], [4], [7]]


def test_a_union_too_large_for_a_passage_is_not_made() -> None:
    made = Corpus(document("d", Part(1, "T", tuple(f"fir {'word ' * 8}{i}" for i in range(4))), parents=PAIRS))
    whole = made.search("fir", mode="lexical", max_passage_tokens=42)
    halves = made.search("fir", mode="lexical", max_passage_tokens=41)
    assert labels(whole) == [("d#p0", "1-2 of 2")]
    assert labels(halves) == [("d#p0", "1 of 2"), ("d#p1", "2 of 2")]


PAIRS = [(1, 0, 2), (1, 2, 4)]


def test_parts_that_are_not_neighbours_stay_apart() -> None:
    words = ("fir one", "x", "y", "z", "fir two", "q")
    made = document("d", Part(1, "T", words), parents=[(1, 0, 2), (1, 2, 4), (1, 4, 6)])
    assert labels(search(made)) == [("d#p2", "3 of 3"), ("d#p0", "1 of 3")]


def test_parts_of_different_sections_stay_apart() -> None:
    made = document("d", Part(1, "A", ("fir one",)), Part(1, "B", ("fir two",)))
    assert labels(search(made)) == [("d#p0", None), ("d#p1", None)]


def test_a_hidden_chunk_between_the_hits_keeps_passages_apart() -> None:
    apart = search(long_section(hidden=3))
    assert ("d#p1", "2 of 4") in labels(apart)
    together = search(long_section(hidden=3), ("hr",))
    assert labels(together) == [("d#p1", "2-4 of 4")]


def test_windows_merge_only_where_they_meet() -> None:
    assert labels(search(long_section(), expand="window", window=0)) == [("d#p1", "2-3 of 4"), ("d#p3", "4 of 4")]
    assert labels(search(long_section(), expand="none")) == [("d#p1", "2-3 of 4"), ("d#p3", "4 of 4")]
    assert labels(search(long_section(), expand="window", window=1)) == [("d#p1", "2-4 of 4")]
