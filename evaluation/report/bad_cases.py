"""Bad cases one by one: what was asked, where it stands, what came instead, and why."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from evaluation.report.axis import at
from evaluation.report.case_choice import chosen
from evaluation.report.drawing import picture, shortened
from evaluation.report.looks import look, named
from evaluation.report.marked_text import marked, returned_ranges
from evaluation.report.markup import Column, element, escaped, foreign, table, void
from evaluation.report.model import BadCase, Excerpt, Report, ShownPassage
from evaluation.report.numbers import count, percent

PASSAGES: Final = 5
"""Of a case: the best."""
PASSAGE_ROOM: Final = 700
"""Characters of a passage: enough to see why it was taken for an answer."""
EVIDENCE_ROOM: Final = 1500
"""Characters of a stretch of evidence with what is around it."""
OPTION: Final = 48
"""Characters of a choice of a filter: a browser breaks them nowhere."""

_FILTERS: Final = (("reason", "Reason"), ("set", "Set"), ("category", "Category"), ("setup", "Setup"))


def bad_cases(report: Report) -> str:
    """The section's content: how often each reason, then the cases. Empty without any."""
    if not report.bad_cases:
        return ""
    shown = chosen(report.bad_cases, _content)
    listed = (_case(case, content, n) for n, (case, content) in enumerate(shown, 1))
    note = _legend() + _left_out(len(shown), len(report.bad_cases))
    return _reasons(report) + note + _filters([case for case, _ in shown]) + element("div", *listed, id="cases")


def _reasons(report: Report) -> str:
    """How many cases of each reason each setup has, and which share of its questions they are."""
    found = Counter((case.reason, case.setup) for case in report.bad_cases)
    missed, most = {setup for _, setup in found}, max(found.values())
    setups = [(n, setup.name) for n, setup in enumerate(report.setups) if setup.name in missed]
    columns = [Column("Reason", is_number=False), *(Column(named(n, name)) for n, name in setups)]
    reasons = Counter(case.reason for case in report.bad_cases).most_common()
    rows = [[escaped(reason)] for reason, _ in reasons]
    for row, (reason, _) in zip(rows, reasons, strict=True):
        row += [_times(report, found[reason, name]) + _bar(found[reason, name] / most, n) for n, name in setups]
    return table(columns, [rows], caption="Why evidence was missed: questions by reason, and their share of all")


def _times(report: Report, times: int) -> str:
    of = report.groups[0].questions if report.groups else 0
    share = element("span", escaped(percent(times / of)), class_="note") if of else ""
    return f"{element('b', count(times))} {share}"


def _bar(share: float, setup: int) -> str:
    bar = element("rect", x=at(1 - share), width=at(share), height=6, class_=f"bar {look(setup).colour}")
    return picture(bar, height=6)


def _legend() -> str:
    found, missed = element("mark", "returned", class_="found"), element("mark", "missed", class_="missed")
    return element(
        "p", f"Evidence is marked in the texts: {found} within the passages shown, or {missed}.", class_="note"
    )


def _left_out(shown: int, of: int) -> str:
    if shown == of:
        return ""
    said = f"Shown are {count(shown)} of {count(of)} cases, evenly of each reason; {count(of - shown)} are left out."
    return element("p", escaped(said), class_="note")


def _filters(cases: Sequence[BadCase]) -> str:
    """Without scripts nothing can filter: the script shows it."""
    parts = [_choice(name, title, cases) for name, title in _FILTERS]
    words = element("label", "Contains", void("input", type="search", data_filter="words", autocomplete="off"))
    buttons = [element("button", text, type="button", data_does=text) for text in ("open all", "close all", "reset")]
    keys = (("j", "next"), ("k", "previous"), ("Enter", "open or close"))
    help_ = element("p", *(f"{element('kbd', key)} {escaped(what)} " for key, what in keys), class_="note keys")
    status = element("p", role="status", aria_live="polite", id="matching")
    form = element("form", *filter(None, parts), words, element("div", *buttons, class_="buttons"), aria_label="Filter")
    return element("div", form, status, help_, id="filters", hidden=True)


def _choice(name: str, title: str, cases: Sequence[BadCase]) -> str:
    """A filter by what cases differ in; empty where they do not."""
    times = Counter(_facets(case)[name] for case in cases)
    if len(times) < 2:
        return ""
    options = [element("option", "all", value="")]
    for value, n in sorted(times.items()):
        options.append(element("option", escaped(f"{shortened(value or 'none', OPTION)} ({n})"), value=value or "none"))
    return element("label", escaped(title), element("select", *options, data_filter=name))


def _facets(case: BadCase) -> dict[str, str]:
    return {"reason": case.reason, "set": case.set_name, "category": case.category, "setup": case.setup}


def _case(case: BadCase, content: str, number: int) -> str:
    facets = {f"data_{name}": value or "none" for name, value in _facets(case).items()}
    tags = [element("span", escaped(case.reason), class_="tag reason")]
    tags += [foreign("span", value, class_="tag") for value in (case.set_name, case.category, case.setup) if value]
    question = foreign("span", case.question, language=case.language, class_="question")
    number_ = element("span", str(number), class_="number")
    summary = element("summary", number_, question, element("span", *tags, class_="tags"))
    return element("details", summary, content, id=f"case-{number}", class_="case", open=number == 1, **facets)


def _content(case: BadCase) -> str:
    recall = element("b", escaped(percent(case.recall)))
    why = foreign("p", case.detail, class_="why")
    facts = element("p", f"{recall} of the evidence was returned · question {foreign('code', case.question_id)}")
    ranges = returned_ranges(case.returned[:PASSAGES])
    gold = "".join(_evidence(each, case, marked(each, ranges, room=EVIDENCE_ROOM)) for each in case.evidence)
    came = "".join(_passage(each, case) for each in case.returned[:PASSAGES])
    came = element("ol", came) if came else element("p", "Nothing was returned.", class_="note")
    sides = element("section", element("h4", "The evidence"), gold) + element(
        "section", element("h4", "Returned"), came
    )
    return element("div", why, facts, element("div", sides, class_="sides"), class_="content")


def _evidence(excerpt: Excerpt, case: BadCase, content: str) -> str:
    said = foreign("span", excerpt.document_id) + element("small", escaped(f"from character {count(excerpt.start)}"))
    head = element("figcaption", said, class_="where")
    return element("figure", head, _text(content, case), class_="excerpt")


def _passage(passage: ShownPassage, case: BadCase) -> str:
    ranges = returned_ranges([passage])
    document = passage.excerpts[0].document_id if passage.excerpts else ""
    path = " › ".join((document, *passage.path))
    holds = any(excerpt.evidence for excerpt in passage.excerpts)
    notes = [f"{count(passage.tokens)} tokens", *["truncated"] * passage.truncated]
    badge = " " + element("span", "holds evidence", class_="tag holds") if holds else ""
    head = element("div", foreign("span", path), badge, element("small", escaped(" · ".join(notes))), class_="where")
    texts = (marked(excerpt, ranges, room=PASSAGE_ROOM) for excerpt in passage.excerpts)
    return element("li", head, *(_text(each, case) for each in texts), value=passage.rank)


def _text(content: str, case: BadCase) -> str:
    return element("div", content, class_="text", lang=case.language or None, dir="auto")
