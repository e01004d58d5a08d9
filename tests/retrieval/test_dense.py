from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from indexing.snapshot import Snapshot
from retrieval.config import RetrievalConfig
from retrieval.dense import DenseLeg, approximate, similarities
from tests.retrieval.corpus import Corpus, line
from tests.retrieval.fakes import BagOfTerms, ExactNearest

EAGER = RetrievalConfig(scan_rows=0, fetch_cost_rows=0, fetched_row_cost_rows=0)
"""Asks the vector store whenever it can."""
WORDS = ["cedar", "oak", "pine", "ash", "elm", "desk", "table", "chair"]


def forest(n: int) -> Corpus:
    random = np.random.default_rng(7)
    return Corpus(*(line(f"d{i:03}", " ".join(random.choice(WORDS, 6))) for i in range(n)))


SNAPSHOT = forest(300).snapshot()
QUERY = BagOfTerms().embed_query("cedar desk")[0]


def leg(visible: NDArray[np.bool_], nearest: ExactNearest | None) -> DenseLeg:
    return DenseLeg(SNAPSHOT, visible, QUERY, nearest=nearest)


def brute_force(snapshot: Snapshot, visible: NDArray[np.bool_]) -> list[int]:
    exact = [round(float(v.astype(float) @ QUERY.astype(float)), 6) for v in snapshot.vectors]
    ids = [snapshot.documents[d].document_id for d in snapshot.rows.document]
    return sorted(np.flatnonzero(visible).tolist(), key=lambda row: (-exact[row], ids[row]))


@settings(deadline=None)
@given(st.integers(1, 300), st.floats(0.02, 1), st.integers(0, 9), st.integers(0, 299))
def test_fetching_and_scanning_find_the_same_rows(depth: int, share: float, seed: int, watermark: int) -> None:
    visible = np.random.default_rng(seed).random(300) < share
    scanned = leg(visible, None).first(depth, EAGER)
    fetched = leg(visible, ExactNearest(SNAPSHOT, watermark)).first(depth, EAGER)
    assert scanned.rows.tolist() == brute_force(SNAPSHOT, visible)[:depth]
    assert fetched.rows.tolist() == scanned.rows.tolist()
    assert fetched.scores.tolist() == scanned.scores.tolist()


def test_fetching_widens_when_the_near_rows_are_hidden() -> None:
    order = brute_force(SNAPSHOT, np.ones(300, dtype=np.bool_))
    visible = np.zeros(300, dtype=np.bool_)
    visible[order[150:]] = True
    nearest = ExactNearest(SNAPSHOT)
    found = leg(visible, nearest)
    assert found.first(5, EAGER).rows.tolist() == order[150:155]
    assert nearest.depths == [13, 52, 208]
    assert (found.way, found.widenings) == ("over-fetch", 2)


def test_a_widening_that_costs_more_than_a_scan_is_not_made() -> None:
    order = brute_force(SNAPSHOT, np.ones(300, dtype=np.bool_))
    visible = np.zeros(300, dtype=np.bool_)
    visible[order[150:]] = True
    nearest = ExactNearest(SNAPSHOT)
    found = leg(visible, nearest)
    config = RetrievalConfig(scan_rows=0, fetch_cost_rows=0, fetched_row_cost_rows=2)
    assert found.first(5, config).rows.tolist() == order[150:155]
    assert (nearest.depths, found.way) == ([13, 52], "scan")


def test_an_absent_vector_store_costs_one_call_and_no_result() -> None:
    visible = np.ones(300, dtype=np.bool_)
    nearest = ExactNearest(SNAPSHOT)
    nearest.away = True
    found = leg(visible, nearest)
    assert found.first(50, EAGER).rows.tolist() == brute_force(SNAPSHOT, visible)[:50]
    found.first(200, EAGER)
    assert (len(nearest.depths), found.way) == (1, "scan")


def test_rows_the_vector_store_has_lost_are_found_by_a_scan() -> None:
    class Lossy(ExactNearest):
        def nearest(self, *asked: Any) -> tuple[NDArray[np.int64], int]:
            numbers, watermark = super().nearest(*asked)
            return numbers[numbers % 2 == 0], watermark

    visible = np.ones(300, dtype=np.bool_)
    found = leg(visible, Lossy(SNAPSHOT))
    assert found.first(200, EAGER).rows.tolist() == brute_force(SNAPSHOT, visible)[:200]
    assert found.way == "scan"


def test_dead_and_unknown_numbers_are_passed_over() -> None:
    corpus = forest(30)
    stale = ExactNearest(corpus.snapshot(), watermark=29)
    corpus.add(line("d000", "cedar desk"), line("d001", "cedar desk"))
    snapshot = corpus.snapshot()
    found = DenseLeg(snapshot, snapshot.live, QUERY, nearest=stale).first(5, EAGER)
    assert found.rows.tolist()[:2] == [30, 31]
    assert found.rows.tolist() == brute_force(snapshot, snapshot.live)[:5]


def test_no_visible_rows_are_no_rows() -> None:
    nothing = np.zeros(300, dtype=np.bool_)
    assert leg(nothing, ExactNearest(SNAPSHOT)).first(10, EAGER).rows.tolist() == []


@pytest.mark.parametrize("share", [0.01, 0.2, 0.3, 1.0])
def test_similarities_do_not_depend_on_how_rows_are_gathered(share: float) -> None:
    random = np.random.default_rng(1)
    vectors = random.standard_normal((3000, 64)).astype(np.float32)
    rows = np.flatnonzero(random.random(3000) < share)
    exact = vectors[rows].astype(float) @ vectors[0].astype(float)
    assert np.allclose(approximate(vectors, rows, vectors[0]), exact, rtol=1e-5, atol=1e-4)
    assert np.allclose(similarities(vectors, rows, vectors[0]), exact, rtol=0, atol=1e-9)


@pytest.mark.parametrize("least", [0.1, 0.333333, 0.5, 1.0])
def test_a_threshold_holds_for_the_rounded_similarity(least: float) -> None:
    found = leg(np.ones(300, dtype=np.bool_), None)
    rows = np.arange(300)
    rounded = np.round(found.similarities(rows), 6)
    for exact in {least, *rounded[:20].tolist()}:
        assert found.at_least(rows, exact).tolist() == (rounded >= exact).tolist()
