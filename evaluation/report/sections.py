"""The sections of the page, in its order; one without anything to show is left out."""

from collections.abc import Callable, Iterator
from typing import Final

from evaluation.comparison import Group
from evaluation.report.bad_cases import bad_cases
from evaluation.report.difference_plot import difference_plot
from evaluation.report.group_plot import group_plot
from evaluation.report.histogram import Quantity, histograms
from evaluation.report.markup import Column, element, escaped, foreign, table
from evaluation.report.measure_names import main_measure
from evaluation.report.measure_table import group_table, measure_table
from evaluation.report.model import Report
from evaluation.report.numbers import count, milliseconds, tick
from evaluation.report.overview import sets_table, setups_table
from evaluation.report.recall_plot import recall_plot
from evaluation.report.sweep_plot import sweep_plot
from evaluation.report.sweep_table import sweep_table

VERDICTS: Final = (
    "A difference is called better or worse only where its 95\u202f% interval (bootstrap over questions) leaves zero"
    " out; otherwise it is noise: chance explains it."
)

_QUANTITIES: Final = (
    Quantity("Tokens of chunks", lambda setup: setup.chunk_tokens, count, count),
    Quantity("Tokens of replies", lambda setup: setup.reply_tokens, count, count),
    Quantity("Latency of searches", lambda setup: setup.latencies_ms, milliseconds, tick("ms")),
)


def sections(report: Report) -> Iterator[tuple[str, str, str]]:
    """Id, heading and content of each."""
    for name, heading, content in _SECTIONS:
        made = content(report)
        if made:
            yield name, heading, made


def _compared(report: Report) -> str:
    return setups_table(report.setups) + sets_table(report)


def _recall(report: Report) -> str:
    measure = main_measure(report)
    if not report.groups or measure is None:
        return ""
    difference = difference_plot(report, report.groups[0], measure)
    note = element("p", escaped(VERDICTS), class_="note") if difference else ""
    return recall_plot(report, report.groups[0]) + difference + note


def _measures(report: Report) -> str:
    return measure_table(report, report.groups[0]) if report.groups else ""


def _by(kind: str, caption: str) -> Callable[[Report], str]:
    """The section of one kind of groups; a single group of all questions is nothing new."""

    def content(report: Report) -> str:
        groups: list[Group] = [group for group in report.groups if group.kind == kind]
        measure = main_measure(report)
        is_all = len(groups) == 1 and groups[0].questions == report.groups[0].questions
        if not groups or is_all or measure is None:
            return ""
        return group_plot(report, groups, measure) + group_table(report, groups, caption)

    return content


def _sweeps(report: Report) -> str:
    made = []
    for sweep in report.sweeps:
        head = element("h3", element("code", escaped(sweep.setting)))
        note = element("p", escaped(sweep.note)) if sweep.note else ""
        made.append(head + note + sweep_plot(report, sweep) + sweep_table(report, sweep))
    return "".join(made)


def _distributions(report: Report) -> str:
    return "".join(histograms(report.setups, quantity) for quantity in _QUANTITIES)


def _reverse(report: Report) -> str:
    made = []
    for each in report.reverse:
        columns = [Column(escaped(head), is_number=place >= each.words) for place, head in enumerate(each.head)]
        rows = [[foreign("span", cell) for cell in row] for row in each.rows]
        notes = (element("p", escaped(note), class_="note") for note in each.notes)
        made.append("".join([table(columns, [rows], caption=each.title), *notes]))
    return "".join(made)


_SECTIONS: Final[tuple[tuple[str, str, Callable[[Report], str]], ...]] = (
    ("sweeps", "One setting at a time", _sweeps),
    ("recall", "Recall for what is read", _recall),
    ("compared", "What was compared", _compared),
    ("measures", "All measures", _measures),
    ("sets", "By set", _by("set", "Main measures by set")),
    ("categories", "By category", _by("category", "Main measures by category")),
    ("languages", "By language", _by("language", "Main measures by language")),
    ("distributions", "Distributions", _distributions),
    ("bad-cases", "Bad cases", bad_cases),
    ("reverse", "Chunks that can not find themselves", _reverse),
)
