"""Numbers as a reader sees them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.report.numbers import change, changed, count, measured, milliseconds, percent, seconds, signed, size
from evaluation.statistics import Interval


@given(st.floats(0, 1))
def test_a_percentage_is_within_half_of_its_last_digit(share: float) -> None:
    assert abs(float(percent(share).split("\u202f")[0]) - share * 100) <= 0.05 + 1e-9


@given(st.floats(-1e6, 1e6), st.integers(0, 3))
def test_a_signed_number_has_a_sign_unless_it_is_shown_as_nothing(number: float, decimals: int) -> None:
    shown = signed(number, decimals)
    bare = float(shown.lstrip("+\u2212").replace(",", ""))
    assert shown[0] == ("+" if number > 0 else "\u2212") if bare else shown[0] == "0"
    assert abs(bare - abs(number)) <= 0.5 * 10**-decimals * (1 + 1e-6)


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (percent(1.0), "100.0 %"),
        (percent(-0.00001), "0.0 %"),
        (changed(0.125, "share"), "+12.5"),
        (count(1234567), "1,234,567"),
        (size(0), "0 B"),
        (size(999_960), "1,000.0 kB"),
        (size(3_200_000_000_000_000), "3,200.0 TB"),
        (seconds(59.96), "60.0 s"),
        (seconds(3600), "1 h 0 min"),
        (milliseconds(99.99), "100.0 ms"),
        (measured(3631.4, "tokens"), "3,631"),
        (change(Interval(mean=-12.0, low=-20.4, high=0.2, n=9), "tokens"), "−12 (−20 to 0)"),
    ],
)
def test_each_kind_of_number_has_one_form(shown: str, expected: str) -> None:
    assert shown.replace("\u202f", " ") == expected
