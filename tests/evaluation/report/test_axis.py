"""The axis of a plot."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.report.axis import axis

NUMBERS = st.lists(st.floats(-1e6, 1e6).map(lambda number: round(number, 3)), min_size=1, max_size=20)


@given(NUMBERS)
def test_all_numbers_lie_between_the_first_tick_and_the_last(numbers: list[float]) -> None:
    found = axis(numbers)
    span = found.high - found.low
    assert all(found.low - 1e-6 * span <= number <= found.high + 1e-6 * span for number in numbers)
    assert found.ticks[0] == found.low
    assert found.ticks[-1] == found.high


@given(NUMBERS)
def test_ticks_rise_evenly_and_are_few(numbers: list[float]) -> None:
    ticks = axis(numbers).ticks
    steps = [after - before for before, after in pairwise(ticks)]
    assert 2 <= len(ticks) <= 14
    assert min(steps) > 0
    assert max(steps) == pytest.approx(min(steps), rel=1e-3)


@given(NUMBERS)
def test_places_rise_with_the_numbers(numbers: list[float]) -> None:
    found = axis(numbers)
    places = [found.share(number) for number in sorted(numbers)]
    assert places == sorted(places)
    assert 0 <= places[0] <= places[-1] <= 1


def test_an_axis_without_numbers_or_of_one_has_a_span_all_the_same() -> None:
    assert axis([]).ticks[0] < axis([]).ticks[-1]
    assert axis([1.0], within=(0.0, 1.0)).high == 1.0
    assert axis([0.0]).low < 0.0 < axis([0.0]).high
    assert axis([float("nan"), 2.0, 3.0]).ticks == (2.0, 2.2, 2.4, 2.6, 2.8, 3.0)
