"""The head of the page: the answer in a sentence, then what was compared on what."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from evaluation.comparison import Cell
from evaluation.families import Measure
from evaluation.report.looks import named
from evaluation.report.markup import Column, element, escaped, foreign, table
from evaluation.report.measure_names import budget_of, main_measure
from evaluation.report.model import Report, SetupFacts
from evaluation.report.numbers import count, difference, measured, reach
from evaluation.report.verdicts import SIGNS

ANSWERS: Final = 6
"""Setups told of in sentences: more are a table."""
LINES: Final = 8
"""Settings of a setup that are shown at once."""

_Placed = tuple[int, str, Cell]
"""A setup's place, name and result."""


def header(report: Report) -> str:
    """Title, answer, facts."""
    measure = main_measure(report)
    answers = list(_answers(report, measure)) if measure else []
    said = (
        element("p", escaped(_lead(measure)), class_="lead") + element("ul", *answers, class_="answers")
        if measure
        else ""
    )
    parts = [foreign("h1", report.title), said if answers else "", _facts(report)]
    notes = "".join(foreign("li", note) for note in report.notes)
    return "".join(parts) + (element("ul", notes, class_="note") if notes else "")


def setups_table(setups: Sequence[SetupFacts]) -> str:
    """What each setup is."""
    columns = [Column(title, is_number=False) for title in ("Setup", "Settings that differ", "Model")]
    rows = [
        [named(n, each.name), _settings(each, setups[0]), foreign("span", each.model)] for n, each in enumerate(setups)
    ]
    return table(columns, [rows], caption="Setups; differences are to the first")


def sets_table(report: Report) -> str:
    """What was asked of what."""
    columns = [Column("Set", is_number=False), Column("Documents"), Column("Questions"), Column("Languages", False)]
    rows = [
        [foreign("span", s.name), count(s.documents), count(s.questions), escaped(", ".join(s.languages) or "–")]
        for s in report.sets
    ]
    return table(columns, [rows], caption="Question sets")


def _settings(setup: SetupFacts, first: SetupFacts) -> str:
    """Of the first setup all that differs in any, of others what differs from the first."""
    shown = [each for each in setup.settings if setup is first or each not in first.settings]
    lines = [
        element("div", element("code", foreign("span", path), " = ", foreign("b", value))) for path, value in shown
    ]
    if len(lines) > LINES:
        rest = element("summary", f"{len(lines) - LINES} more")
        lines[LINES:] = [element("details", rest, *lines[LINES:], class_="data")]
    return "".join(lines) or element("span", "as configured", class_="note")


def _lead(measure: Measure) -> str:
    """What the first numbers are."""
    budget = budget_of(measure.name)
    said = f"How much of the evidence the first {count(budget)} tokens of a reply hold" if budget else measure.title
    return f"{said} ({measure.name})"


def _answers(report: Report, measure: Measure) -> Iterator[str]:
    standings = report.groups[0].standings if report.groups else ()
    cells = [(n, s.setup, s.cells[measure.name]) for n, s in enumerate(standings) if measure.name in s.cells]
    told = _told(cells)
    for index, setup, cell in told:
        value = element("b", escaped(measured(cell.value.mean, measure.unit)), class_="big")
        yield element("li", named(index, setup), value, element("span", _answer(cell, measure), class_="said"))
    if len(cells) > len(told):
        said = f"{len(cells) - len(told)} more setups, none of which differs more, stand in the tables below."
        yield element("li", escaped(said), class_="note")


def _told(cells: Sequence[_Placed]) -> Sequence[_Placed]:
    """The first setup and those that differ most from it, as they stand."""
    if len(cells) <= ANSWERS:
        return cells
    others = sorted(cells[1:], key=lambda each: (each[2].verdict == "noise", -abs(_difference(each[2]))))
    return sorted([cells[0], *others[: ANSWERS - 1]], key=lambda each: each[0])


def _difference(cell: Cell) -> float:
    return cell.difference.mean if cell.difference else 0.0


def _answer(cell: Cell, measure: Measure) -> str:
    found, word = cell.difference, cell.verdict
    if found is None or word is None:
        return escaped(f"95\u202f% interval {reach(cell.value, measure.unit)}")
    if found.low == found.high == 0:
        return "no difference"
    mean, low, high = difference(found, measure.unit)
    unit = " points" if measure.unit == "share" else f" {measure.unit}"
    what = f"{mean}{unit}, 95\u202f% interval {low} to {high}"
    explained = ": chance explains the difference" if word == "noise" else ""
    judged = element("span", f"{SIGNS[word]} {word}", class_=f"verdict {word}")
    return f"{judged} {escaped(what + explained)}"


def _facts(report: Report) -> str:
    models = ", ".join(dict.fromkeys(setup.model for setup in report.setups))
    documents = count(sum(each.documents for each in report.sets))
    facts = [
        ("Questions", count(sum(each.questions for each in report.sets))),
        ("Documents", f"{documents} in {count(len(report.sets))} {'set' if len(report.sets) == 1 else 'sets'}"),
        ("Model", models),
        ("Measured", _moment(report.created)),
        ("Parentage", report.version),
    ]
    shown = [element("div", element("dt", name), foreign("dd", value)) for name, value in facts if value]
    made = element("dl", *shown, class_="facts")
    return made + (element("pre", element("code", foreign("span", report.command))) if report.command else "")


def _moment(created: str) -> str:
    """To the minute.

    >>> _moment("2026-03-01T10:20:30+00:00"), _moment("in spring")
    ('2026-03-01 10:20 UTC', 'in spring')
    """
    try:
        return f"{datetime.fromisoformat(created):%Y-%m-%d %H:%M %Z}".strip()
    except ValueError:
        return created
