import pytest

from indexing.parsers.chat.clock import hours_between, moment_of


@pytest.mark.parametrize(
    ("stamp", "day", "minute"),
    [
        ("2024-01-02 10:02:03", "2024-01-02", 602),
        ("[12/31/20, 10:02 PM]", "12/31/20", 1322),
        ("2024年1月2日 下午3:05", "2024年1月2日", 905),
        ("12:30 AM", "", 30),
        ("10:02, 2 January 2024", "2 January 2024", 602),
        ("2024-01-02T10:02:03Z", "2024-01-02", 602),
        ("Jan 2, 2024", "Jan 2, 2024", None),
        ("noon", "", None),
    ],
)
def test_day_and_minute_are_read_in_the_usual_forms(stamp: str, day: str, minute: int | None) -> None:
    moment = moment_of(stamp)
    assert (moment.day, moment.minute) == (day, minute)


@pytest.mark.parametrize(
    ("before", "after", "hours"),
    [
        ("2024-01-02 10:00", "2024-01-02 16:30", 6.5),
        ("2024-01-31 23:00", "2024-02-01 01:00", 2.0),
        ("2024-01-01 23:00", "2024-01-03 01:00", 26.0),
        ("1/2/24 23:50", "2/2/24 00:20", 0.5),
        ("31/12/23 23:00", "1/1/24 01:00", 2.0),
        ("31 Dec 2023 23:00", "Jan 1, 2024 01:00", 2.0),
        ("10:00", "2024-01-02 11:00", None),
        ("2024-13-45 10:00", "2024-01-02 11:00", None),
    ],
)
def test_hours_pass_across_days_whatever_the_order_of_numbers(before: str, after: str, hours: float | None) -> None:
    assert hours_between(moment_of(before), moment_of(after)) == hours
