import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.xlsx.formats import BUILT_IN, plain, shown

ACCOUNTING = '_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)'


@pytest.mark.parametrize(
    ("code", "number", "text"),
    [
        ("General", 0.1 + 0.2, "0.3"),
        ("General", 1234567, "1234567"),
        ('General" units"', 4, "4 units"),
        ("0", 2.5, "3"),
        ("0", -0.3, "0"),
        ("0.00", 2.675, "2.68"),
        ("0.00", -2.675, "-2.68"),
        ("0.0%", 0.1234, "12.3%"),
        ("#,##0.00", 1234567.891, "1,234,567.89"),
        ("#,##0", 0, "0"),
        ("#", 0, ""),
        ("#.##", 0.5, ".5"),
        ("0.###", 1.5, "1.5"),
        ("0000", 7, "0007"),
        ('"¥"#,##0;[Red]-"¥"#,##0', -1234.5, "-¥1,235"),
        ("[$€-407] #,##0.00", 5, "€ 5.00"),
        ("$#,##0.00", -3, "-$3.00"),
        (ACCOUNTING, -5, "(5.00)"),
        (ACCOUNTING, 0, "-"),
        ("+0.0%;-0.0%", -0.05, "-5.0%"),
        ('0"万元"', 12.6, "13万元"),
        ("#,##0,", 1234567, "1,235"),
        ('0.0,,"M"', 1234567, "1.2M"),
        ("0.00E+00", 12345, "1.23E+04"),
        ("# ?/?", 1.25, "1 1/4"),
        ("000-0000", 1234567, "123-4567"),
        ("(000) 000-0000", 5551234567, "(555) 123-4567"),
        ('[>100]"big";"small"', 5, "small"),
        ("[<1]0.00%;0.0", 0.5, "50.00%"),
        (";;;", 5, ""),
        ("@", 5, "5"),
    ],
)
def test_numbers_as_they_are_shown(code: str, number: float, text: str) -> None:
    assert shown(number, code) == text


@pytest.mark.parametrize(
    ("code", "day", "text"),
    [
        ("yyyy-mm-dd", 45292, "2024-01-01"),
        ('yyyy"年"m"月"d"日"', 45292, "2024年1月1日"),
        ('[$-804]yyyy"年"m"月";@', 45292, "2024年1月"),
        ("[$-804]dddd", 45292, "星期一"),
        ("d-mmm-yy", 45292, "1-Jan-24"),
        ("dddd, mmmm d", 45292, "Monday, January 1"),
        ("yyyy/m/d h:mm", 45292.5, "2024/1/1 12:00"),
        ("h:mm AM/PM", 0.75, "6:00 PM"),
        ("h:mm AM/PM", 0.0, "12:00 AM"),
        ("mm:ss", 0.01, "14:24"),
        ("[h]:mm", 1.5, "36:00"),
        ("h:mm:ss.000", 0.5, "12:00:00.000"),
        ("aaa", 45292, "周一"),
        ("[$-F800]dddd, mmmm dd, yyyy", 45292, "2024-01-01"),
        ("yyyy-mm-dd", 1, "1900-01-01"),
        ("yyyy-mm-dd", 61, "1900-03-01"),
        ("yyyy-mm-dd", -1, "-1"),
        ("yyyy-mm-dd", 1e9, "1000000000"),
    ],
)
def test_days_as_they_are_shown(code: str, day: float, text: str) -> None:
    assert shown(day, code) == text


def test_days_that_are_counted_from_1904() -> None:
    assert shown(0, "yyyy-mm-dd", from_1904=True) == "1904-01-01"


def test_built_in_dates_of_the_locale_are_never_numbers() -> None:
    assert shown(45292, BUILT_IN[14]) == "2024-01-01"
    assert shown(45292.75, BUILT_IN[22]) == "2024-01-01 18:00"
    assert shown(45292, BUILT_IN[31]) == "2024年1月1日"


@pytest.mark.parametrize(
    ("number", "text"), [(5.0, "5"), (1e20, "1E+20"), (-0.5, "-0.5"), (123456789012345.0, "123456789012345")]
)
def test_numbers_without_format(number: float, text: str) -> None:
    assert plain(number) == text


@given(
    st.text(st.sampled_from('0#?.,%/@eE+-;[]$"\\_*yYmMdDhHsaAPM General<>=1'), max_size=40), st.floats(-1e308, 1e308)
)
def test_any_code_shows_something_or_nothing(code: str, number: float) -> None:
    assert isinstance(shown(number, code), str)


def test_a_code_of_percent_signs_only_costs_nothing() -> None:
    assert shown(1e308, "0" + "%" * 254) == plain(1e308)
    assert shown(5, "0" * 100_000) == "5"
