"""Which bad cases a page shows."""

from msgspec.structs import replace

from evaluation.report.case_choice import MOST, chosen
from evaluation.report.model import BadCase
from tests.evaluation.report.made import bad_case


def cases(*reasons: str) -> list[BadCase]:
    return [replace(bad_case(0), question_id=f"q{n}", reason=reason) for n, reason in enumerate(reasons)]


def test_few_cases_are_all_shown_in_their_order() -> None:
    given = cases("b", "a", "b", "a")
    assert [case.question_id for case, _ in chosen(given, lambda case: "x")] == ["q0", "q1", "q2", "q3"]


def test_a_rare_reason_is_shown_however_many_of_another_stand_before_it() -> None:
    given = cases(*["common"] * (MOST * 2), "rare")
    shown = [case.reason for case, _ in chosen(given, lambda case: "x")]
    assert shown == [*["common"] * (MOST - 1), "rare"]


def test_cases_end_where_the_page_is_full() -> None:
    shown = chosen(cases(*["a"] * 10), lambda case: "押" * 300_000)
    assert [case.question_id for case, _ in shown] == ["q0", "q1"]
