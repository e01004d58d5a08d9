from math import sqrt
from statistics import fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.statistics import (
    Better,
    Interval,
    bootstrap_difference,
    bootstrap_mean,
    distribution,
    percentile,
)

values = st.lists(st.floats(0, 1), min_size=1, max_size=30)
pairs = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=20)


def test_equal_scores_differ_by_nothing() -> None:
    found = bootstrap_difference([0.2, 0.9, 0.4], [0.2, 0.9, 0.4])
    assert found == Interval(mean=0.0, low=0.0, high=0.0, n=3)
    assert found.is_noise


def test_a_clear_gain_is_more_than_noise() -> None:
    found = bootstrap_difference([0.8] * 20, [0.5] * 20)
    assert (found.mean, found.low, found.high) == pytest.approx((0.3, 0.3, 0.3))
    assert not found.is_noise


def test_gains_that_losses_balance_are_noise() -> None:
    found = bootstrap_difference([1, 0] * 20, [0, 1] * 20)
    assert found.mean == 0
    assert found.low < 0 < found.high
    assert found.is_noise


def test_fewer_than_six_that_differ_are_noise() -> None:
    same = [0.5] * 94
    assert bootstrap_difference([1.0] * 5, [0.0] * 5).is_noise
    assert not bootstrap_difference([1.0] * 6, [0.0] * 6).is_noise
    assert bootstrap_difference([1.0] * 5 + same, [0.0] * 5 + same).is_noise
    assert not bootstrap_difference([1.0] * 6 + same, [0.0] * 6 + same).is_noise


def test_an_interval_is_that_of_the_normal_distribution_where_the_mean_is_normal() -> None:
    differences = np.random.default_rng(7).normal(0.1, 0.5, size=2000)
    found = bootstrap_difference(differences.tolist(), [0.0] * 2000)
    error = differences.std() / sqrt(2000)
    assert found.mean == pytest.approx(differences.mean())
    assert found.low == pytest.approx(differences.mean() - 1.96 * error, abs=0.05 * error)
    assert found.high == pytest.approx(differences.mean() + 1.96 * error, abs=0.05 * error)


def test_an_interval_holds_the_true_mean_nineteen_times_of_twenty() -> None:
    random = np.random.default_rng(3)
    samples = (random.exponential(1.0, size=100).tolist() for _ in range(300))
    intervals = [bootstrap_mean(sample, rounds=500) for sample in samples]
    assert 0.90 <= fmean(found.low <= 1.0 <= found.high for found in intervals) <= 0.98


def test_questions_of_one_group_count_as_one_observation() -> None:
    gains = [0.6] * 10 + [-0.1] * 10 + [0.2] * 10 + [0.3] * 10 + [-0.2] * 10 + [0.5] * 10 + [0.1] * 10
    labels = [f"document {i // 10}" for i in range(70)]
    alone, grouped = (bootstrap_difference(gains, [0.0] * 70, groups=groups) for groups in (None, labels))
    assert alone.mean == grouped.mean
    assert grouped.high - grouped.low == pytest.approx(sqrt(10) * (alone.high - alone.low), rel=0.1)
    assert (alone.is_noise, grouped.is_noise) == (False, True)


def test_large_groups_weigh_as_many_questions_as_they_have() -> None:
    found = bootstrap_mean([1.0] * 9 + [0.0], groups=["a"] * 9 + ["b"])
    assert (found.mean, found.low, found.high, found.n) == (0.9, 0.0, 1.0, 10)


def test_seeds_give_intervals_of_their_own_and_the_same_again() -> None:
    gains = np.random.default_rng(1).normal(size=50).tolist()
    assert bootstrap_mean(gains) == bootstrap_mean(gains)
    assert bootstrap_mean(gains, seed=1) != bootstrap_mean(gains, seed=2)


def test_more_questions_than_are_drawn_at_a_time_are_all_drawn() -> None:
    many = np.random.default_rng(1).normal(size=30_000).tolist()
    found = bootstrap_mean(many, rounds=200)
    assert found.low < found.mean < found.high
    assert found.high - found.low == pytest.approx(2 * 1.96 / sqrt(30_000), rel=0.2)


@settings(max_examples=40)
@given(pairs, st.data(), st.booleans())
def test_the_order_of_questions_does_not_matter(
    given_pairs: list[tuple[float, float]], data: st.DataObject, grouped: bool
) -> None:
    rows = [(a, b, at % 3) for at, (a, b) in enumerate(given_pairs)]
    mixed = data.draw(st.permutations(rows))
    first, second = (
        bootstrap_difference(
            [a for a, _, _ in some],
            [b for _, b, _ in some],
            rounds=50,
            groups=[g for *_, g in some] if grouped else None,
        )
        for some in (rows, mixed)
    )
    assert first == second


@settings(max_examples=40)
@given(pairs)
def test_exchanging_the_sides_mirrors_the_interval(given_pairs: list[tuple[float, float]]) -> None:
    a, b = [a for a, _ in given_pairs], [b for _, b in given_pairs]
    forth, back = bootstrap_difference(a, b, rounds=50), bootstrap_difference(b, a, rounds=50)
    assert forth.mean == -back.mean
    if forth.mean:
        assert (forth.low, forth.high) == (-back.high, -back.low)


@settings(max_examples=40)
@given(values)
def test_an_interval_lies_within_the_values(some: list[float]) -> None:
    found = bootstrap_mean(some, rounds=50)
    assert min(some) - 1e-12 <= found.low <= found.high <= max(some) + 1e-12


@pytest.mark.parametrize(
    ("better", "gain", "loss"),
    [("higher", "better", "worse"), ("lower", "worse", "better"), ("none", "differs", "differs")],
)
def test_a_verdict_follows_the_measure(better: Better, gain: str, loss: str) -> None:
    up, down = Interval(mean=0.2, low=0.1, high=0.3, n=9), Interval(mean=-0.2, low=-0.3, high=-0.1, n=9)
    assert (up.verdict(better), down.verdict(better)) == (gain, loss)
    assert Interval(mean=0.2, low=0.0, high=0.3, n=9).verdict(better) == "noise"


def test_lists_that_are_no_pairs_are_refused() -> None:
    with pytest.raises(ValueError, match="2, 1"):
        bootstrap_difference([1.0, 2.0], [1.0])
    with pytest.raises(ValueError, match="at least one"):
        bootstrap_difference([], [])


def test_percentiles_are_values_that_occur() -> None:
    hundred = [float(i) for i in range(1, 101)]
    assert [percentile(hundred, percent) for percent in (0, 1, 50, 95, 100)] == [1, 1, 50, 95, 100]


def test_a_distribution_says_how_values_spread() -> None:
    found = distribution([5.0, 1.0, 3.0])
    assert (found.n, found.min, found.median, found.p95, found.max, found.mean, found.sum) == (3, 1, 3, 5, 5, 3, 9)
    assert distribution([]).n == distribution([]).max == 0


@given(values)
def test_nearest_rank_is_the_least_value_that_enough_do_not_exceed(some: list[float]) -> None:
    found = percentile(sorted(some), 95)
    assert sum(value <= found for value in some) >= 0.95 * len(some)
    assert sum(value < found for value in some) < 0.95 * len(some)
