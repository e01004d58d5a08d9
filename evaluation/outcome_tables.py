"""The outcome as tables for a terminal, in the order in which they are read: quality, differences, cost, groups."""

from collections.abc import Iterator, Sequence
from typing import Final

from evaluation.comparison import Cell, Group, Standing
from evaluation.families import Measure
from evaluation.means import Means
from evaluation.measured import Cost, cost_of
from evaluation.outcome import Outcome
from evaluation.scores import measures_at
from evaluation.table import Table, megabytes, reach, shown, signed, without_constant

MAIN: Final = "recall@2000tok"
"""What is shown of a group where there is room for one measure: about what a prompt has room for."""
FEW: Final = 2
"""Setups besides the baseline that are shown with every measure; of more each has a row."""

BUDGETS: Final = ("recall@500tok", "recall@1000tok", "recall@2000tok", "recall@4000tok")
PER_CENT: Final = "Shares in per cent"


def headline_names(k: int) -> tuple[str, ...]:
    """The measures that every table of quality shows, the headline first."""
    return (*BUDGETS, f"hit@{k}", f"mrr@{k}", f"ndcg@{k}", f"whole@{k}", f"tokens@{k}")


def quality_table(outcome: Outcome) -> Table:
    """How good the setups are, by set and together."""
    names, measures = headline_names(outcome.asked.k), _measures(outcome)
    sets = [group for group in outcome.groups if group.kind == "set"]
    rows = [row for group in sets for row in _rows(group, names, measures)]
    if len(sets) > 1:
        rows += _rows(outcome.groups[0], names, measures)
        rows += [_mean_row(each.setup.name, each.mean_of_sets(), names, measures) for each in outcome.measured]
    head = ("set", "setup", "questions", *names)
    table = Table(title=f"Quality. {PER_CENT}", head=head, rows=tuple(rows), words=2)
    return without_constant(table, 1)


def group_tables(outcome: Outcome) -> Iterator[Table]:
    """How good the setups are by category and by language, where there are several, and what they change there."""
    for kind, title in (("category", "By category"), ("language", "By language")):
        groups = [group for group in outcome.groups if group.kind == kind]
        if len(groups) > 1:
            yield _by_group(outcome, groups, title)
    if 1 < len(outcome.measured) <= 1 + FEW:
        yield _in_groups(outcome)


def cost_table(outcome: Outcome) -> Table:
    """What the setups cost: by set and together."""
    rows = []
    for place, one in enumerate(outcome.asked.sets):
        rows += [(one.name, each.setup.name, *_cost(cost_of([each.sets[place]]))) for each in outcome.measured]
    if len(outcome.asked.sets) > 1:
        rows += [("all sets", each.setup.name, *_cost(cost_of(each.sets))) for each in outcome.measured]
    sizes = ("chunks", "tokens", "p95", "all", "index MB", "build s", "embedded")
    head = (*sizes, "ms", "p95", "reply tokens", "p95", "max")
    note = "tokens of embed texts, ms, reply tokens: medians. build s is that of `embedded` texts: others were cached."
    table = Table(title="Cost", head=("set", "setup", *head), rows=tuple(rows), words=2, notes=(note,))
    return without_constant(table, 1)


def measure_table(outcome: Outcome) -> Table:
    """Every measure of the baseline, over all questions, with its interval."""
    group = outcome.groups[0]
    rows = []
    for name, measure in _measures(outcome).items():
        cell = group.standings[0].cells[name]
        ends = [shown(end, measure.unit) for end in (cell.value.low, cell.value.high)]
        rows.append((name, measure.title, shown(cell.value.mean, measure.unit), f"[{', '.join(ends)}]"))
    title = f"Every measure, mean of {group.questions} questions. {PER_CENT}"
    return Table(title=title, head=("measure", "what it is", "mean", "95 % interval"), rows=tuple(rows), words=2)


def difference_tables(outcome: Outcome) -> Iterator[Table]:
    """What the setups change against the first, over all questions; nothing where there is one."""
    others = len(outcome.measured) - 1
    if others > FEW:
        yield _one_row_each(outcome)
    else:
        yield from (_all_measures(outcome, place) for place in range(1, others + 1))


def _by_group(outcome: Outcome, groups: Sequence[Group], title: str) -> Table:
    names, measures = headline_names(outcome.asked.k), _measures(outcome)
    rows = tuple(row for group in groups for row in _rows(group, names, measures))
    table = Table(title=title, head=(groups[0].kind, "setup", "questions", *names), rows=rows, words=2)
    return without_constant(table, 1)


def _rows(group: Group, names: Sequence[str], measures: dict[str, Measure]) -> Iterator[tuple[str, ...]]:
    for standing in group.standings:
        values = (shown(standing.cells[name].value.mean, measures[name].unit) for name in names)
        yield (group.name, standing.setup, str(group.questions), *values)


def _mean_row(setup: str, found: Means, names: Sequence[str], measures: dict[str, Measure]) -> tuple[str, ...]:
    values = (shown(found.values[name], measures[name].unit) for name in names)
    return ("mean of sets", setup, str(found.questions), *values)


def _cost(cost: Cost) -> tuple[str, ...]:
    tokens, latency, reply = cost.chunk_tokens, cost.latency_ms, cost.reply_tokens
    counted = (cost.chunks, tokens.median, tokens.p95, tokens.sum)
    lengths = (reply.median, reply.p95, reply.max)
    return (
        *(f"{number:,.0f}" for number in counted),
        megabytes(cost.index_bytes),
        f"{cost.build_s:,.1f}",
        f"{cost.embedded:,}",
        shown(latency.median, "ms"),
        shown(latency.p95, "ms"),
        *(f"{number:,.0f}" for number in lengths),
    )


def _all_measures(outcome: Outcome, place: int) -> Table:
    """Every measure of one setup beside the baseline's."""
    group = outcome.groups[0]
    baseline, one = group.standings[0], group.standings[place]
    rows = []
    for name, measure in _measures(outcome).items():
        cell = one.cells[name]
        values = (shown(baseline.cells[name].value.mean, measure.unit), shown(cell.value.mean, measure.unit))
        rows.append((name, *values, *judged(cell, measure)))
    return Table(
        title=f"{one.setup} against {baseline.setup}: {group.questions} questions, in pairs. {PER_CENT}",
        head=("measure", baseline.setup, one.setup, "difference", "95 % interval", "verdict"),
        rows=tuple(rows),
        notes=("noise: the interval holds 0, so chance may have made the difference.",),
    )


def _one_row_each(outcome: Outcome) -> Table:
    """The decisive measures of each setup."""
    group, measures = outcome.groups[0], _measures(outcome)
    names = (MAIN, f"recall@{outcome.asked.k}", f"mrr@{outcome.asked.k}")
    heads = (f"{name}|difference|95 % interval|verdict".split("|") for name in names)
    baseline = group.standings[0]
    return Table(
        title=f"Against {baseline.setup}: {group.questions} questions, in pairs. {PER_CENT}",
        head=("setup", *(word for head in heads for word in head)),
        rows=tuple(_row_of(standing, names, measures) for standing in group.standings),
        notes=("noise: the interval holds 0, so chance may have made the difference.",),
    )


def _row_of(standing: Standing, names: Sequence[str], measures: dict[str, Measure]) -> tuple[str, ...]:
    cells = [(standing.cells[name], measures[name]) for name in names]
    return (
        standing.setup,
        *(word for cell, measure in cells for word in (shown(cell.value.mean, measure.unit), *judged(cell, measure))),
    )


def _in_groups(outcome: Outcome) -> Table:
    """The main measure in each set, category and language."""
    measure = _measures(outcome)[MAIN]
    rows = []
    for group in outcome.groups[1:]:
        baseline = group.standings[0].cells[MAIN]
        for standing in group.standings[1:]:
            cell = standing.cells[MAIN]
            values = (
                str(group.questions),
                shown(baseline.value.mean, measure.unit),
                shown(cell.value.mean, measure.unit),
            )
            rows.append((f"{group.kind} {group.name}", standing.setup, *values, *judged(cell, measure)))
    head = ("group", "setup", "questions", "baseline", "setup's", "difference", "95 % interval", "verdict")
    note = "Where nothing differs, one verdict of twenty is not noise all the same: trust all questions first."
    table = Table(title=f"{MAIN} in parts of the questions", head=head, rows=tuple(rows), words=2, notes=(note,))
    return without_constant(table, 1)


def judged(cell: Cell, measure: Measure) -> tuple[str, str, str]:
    """A difference, its interval, its verdict; empty for the baseline."""
    if cell.difference is None:
        return "", "", ""
    difference = cell.difference
    return signed(difference.mean, measure.unit), reach(difference, measure.unit), cell.verdict or ""


def _measures(outcome: Outcome) -> dict[str, Measure]:
    return measures_at(outcome.asked.k)
