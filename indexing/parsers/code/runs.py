"""Runs: what stands between the units of a scope, grouped so that each group can be found and read by itself."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from indexing.parsers.code.names import TITLE_CHARACTERS, shortened
from indexing.parsers.code.parts import Part

WHOLE: Final = 1200
"""Characters of a class that stays whole: about the 400 tokens of the default table limit."""

RUN: Final = 800
"""Characters of a run of statements that is a unit of its own, about a chunk of 256 tokens."""

TINY: Final = 160
"""Characters of a run that means nothing alone: it joins the unit behind it, or the one before."""

NAMED: Final = 4
"""Names in the title of a run."""

_COMMENT_MARK: Final = re.compile(r"^\s*(?:/\*+|\*+/?|//[/!]?|#+|--+|;+|<!--)[ \t]?|\*/\s*$|-->\s*$", re.MULTILINE)
"""What makes a line a comment."""


def runs_of(parts: Iterable[Part], text: str, *, by_name: bool, is_opened: bool) -> list[list[Part]]:
    """The parts, each unit alone and what is between them together, tiny runs as parts of a neighbour.

    A tiny run belongs to the unit before it when no blank line is between, else to the one behind it. `by_name`: what
    names anything is not tiny (data, SQL); else what defines more than variables is not. `is_opened`: something stands
    before the parts, so that a tiny beginning need not stay alone.
    """
    runs = _divided(parts)
    kept: list[list[Part]] = []
    for run, behind in zip(runs, [*runs[1:], None], strict=True):
        before = kept[-1][-1] if kept else None
        if len(runs) == 1 or not _is_tiny(run, by_name=by_name) or not (before or is_opened):
            kept.append(run)
            continue
        while before and run and text.count("\n", before.end, run[0].start) < 2:
            before.end = run.pop(0).end
        if run and behind:
            behind[0].start = run[0].start
        elif run and before and before.role != "space" and before.size <= WHOLE:
            before.end = run[-1].end
        elif run:
            kept.append(run)
    return kept


def _divided(parts: Iterable[Part]) -> list[list[Part]]:
    """Each unit alone, what is between them together. Short units of one name that follow each other (overloads, a
    getter with its setter) are one unit.
    """
    runs: list[list[Part]] = []
    for part in parts:
        if runs and _is_form_of(runs[-1][-1], part):
            part.start = runs[-1].pop().start
            runs = runs if runs[-1] else runs[:-1]
        if runs and not part.is_unit and not runs[-1][0].is_unit:
            runs[-1].append(part)
        else:
            runs.append([part])
    return runs


def groups_of(run: Sequence[Part], text: str) -> Iterator[list[Part]]:
    """A run in groups of about RUN characters, divided at blank lines if it has them; imports together."""
    group: list[Part] = []
    for part in run:
        if group and _divides(group, part, text):
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def title_of(parts: Sequence[Part], text: str) -> str:
    """The names that the parts define, else their first line; of comments and queries the first words."""
    names = _names(parts)
    if names:
        return shortened(", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else ""))
    first = next((part for part in parts if part.node is not None), None)
    if first is None:
        words = text[parts[0].own : min(parts[-1].end, parts[0].own + 4 * TITLE_CHARACTERS)]
        return shortened(_COMMENT_MARK.sub("", words)) or shortened(words)
    words = text[first.own : min(first.end, first.own + 4 * TITLE_CHARACTERS)]
    return shortened(words.partition("\n")[0].rstrip("{(: \t\r")) or shortened(words)


def _is_tiny(run: Sequence[Part], *, by_name: bool) -> bool:
    """Whether a run says too little to be found alone."""
    if run[0].is_unit or run[-1].end - run[0].start > TINY:
        return False
    return not (_names(run) if by_name else any(part.role in ("unit", "container", "space") for part in run))


def _is_form_of(part: Part, unit: Part) -> bool:
    """Whether a short part is another form of the unit behind it."""
    return part.names == unit.names != () and part.role == unit.role == "unit" and part.size <= TINY


def _names(parts: Sequence[Part]) -> list[str]:
    """The names that the parts define, each once, in order."""
    return list(dict.fromkeys(name for part in parts for name in part.names))


def _divides(group: Sequence[Part], part: Part, text: str) -> bool:
    """Whether `part` begins a new group."""
    size = group[-1].end - group[0].start + part.size
    if size <= RUN or part.role == group[-1].role == "import":
        return False
    return part.size > RUN or size > 2 * RUN or text.count("\n", group[-1].end, part.start) > 1
