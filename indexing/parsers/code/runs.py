"""Runs: what stands between the units of a scope, grouped so that each group can be found and read by itself."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from indexing.parsers.code.names import TITLE_CHARACTERS, shortened
from indexing.parsers.code.parts import Part, weight

WHOLE: Final = 800
"""Visible bytes of a class that stays whole: 300 to 400 tokens, what the default table limit allows."""

RUN: Final = 800
"""Characters of a run of statements that is a unit of its own, about a chunk of 256 tokens."""

TINY: Final = 160
"""Characters of a run that means nothing alone: it joins the unit behind it, or the one before."""

NAMED: Final = 4
"""Names in the title of a run."""

_COMMENT: Final = re.compile(r"/\*|//|#(?![\[!])|--|;|<!--")
_DIRECTIVE: Final = re.compile(
    r"(?:shellcheck|eslint|prettier|jshint|tslint|istanbul|noqa|nolint|pylint|type:|fmt:|@ts-|region\b|go:)",
    re.IGNORECASE,
)
"""What comments say to tools."""

_COMMENT_MARK: Final = re.compile(
    r"^\s*(?:/\*+|\*+/?|//[/!]?|#+|--+|;+|<!--)[ \t]?|\*/\s*$|-->\s*$|[-=*#~_+]{3,}", re.MULTILINE
)
"""What makes a line a comment, or draws a line in one."""


def runs_of(parts: Iterable[Part], text: str, *, by_name: bool, is_opened: bool) -> list[list[Part]]:
    """The parts, each unit alone and what is between them together, tiny runs as parts of a neighbour.

    A tiny run belongs to the unit before it when no blank line is between, else to the one behind it. `by_name` (data,
    SQL): what names anything is not tiny, and what names nothing need not stay at the beginning of the file. Else what
    defines more than variables is not tiny. `is_opened`: something stands before the parts, so that a tiny beginning
    need not stay alone.
    """
    runs = _divided(parts)
    kept: list[list[Part]] = []
    for run, behind in zip(runs, [*runs[1:], None], strict=True):
        before = kept[-1][-1] if kept else None
        if len(runs) == 1 or not _is_tiny(run, by_name=by_name) or not (before or is_opened or by_name):
            kept.append(run)
            continue
        while before and run and text.count("\n", before.end, run[0].start) < 2:
            before.end = run.pop(0).end
        if run and behind and behind[0].role != "space":
            behind[0].start = run[0].start
        elif (
            run and not behind and before and before.role != "space" and weight(text, before.start, before.end) <= WHOLE
        ):
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


def groups_of(run: Sequence[Part], text: str) -> list[list[Part]]:
    """A run in groups of about RUN characters, divided at blank lines if it has them; imports together. No group is
    tiny if it has a neighbour.
    """
    groups: list[list[Part]] = []
    for part in run:
        if groups and not _divides(groups[-1], part, text):
            groups[-1].append(part)
        else:
            groups.append([part])
    if len(groups) > 1 and _size(groups[-1]) <= TINY:
        last = groups.pop()
        groups[-1] += last
    return groups


def title_of(parts: Sequence[Part], text: str) -> str:
    """The names that the parts define, else what the comment above them says, else their first line; of queries the
    first words.
    """
    names = _names(parts)
    if names:
        return shortened(", ".join(names[:NAMED]) + (", …" if len(names) > NAMED else ""))
    first = next((part for part in parts if part.node or not _COMMENT.match(text, part.own)), None)
    if first is None:
        return _plain(text[parts[0].own : parts[-1].end])
    if first.own > first.start and _COMMENT.match(text, first.start):
        said = (_plain(line) for line in text[first.start : first.own].splitlines())
        comment = next((line for line in said if line and not _DIRECTIVE.match(line)), "")
        if comment:
            return comment
    words = text[first.own : min(first.end, first.own + 4 * TITLE_CHARACTERS)]
    line = words.partition("\n")[0] if first.node else words
    return shortened(line.rstrip("{(: \t\r")) or shortened(words)


def _plain(comment: str) -> str:
    """What a comment says, without its marks if it says anything."""
    words = comment[: 4 * TITLE_CHARACTERS]
    return shortened(_COMMENT_MARK.sub("", words)) or shortened(words)


def _is_tiny(run: Sequence[Part], *, by_name: bool) -> bool:
    """Whether a run says too little to be found alone."""
    if run[0].is_unit or _size(run) > TINY:
        return False
    return not (_names(run) if by_name else any(part.role in ("unit", "container", "space") for part in run))


def _size(group: Sequence[Part]) -> int:
    return group[-1].end - group[0].start


def _is_form_of(part: Part, unit: Part) -> bool:
    """Whether a short part is another form of the unit behind it."""
    return part.names == unit.names != () and part.role == unit.role == "unit" and part.size <= TINY


def _names(parts: Sequence[Part]) -> list[str]:
    """The names that the parts define, each once, in order."""
    return list(dict.fromkeys(name for part in parts for name in part.names))


def _divides(group: Sequence[Part], part: Part, text: str) -> bool:
    """Whether `part` begins a new group."""
    size = _size(group) + part.size
    if size <= RUN or part.role == group[-1].role == "import":
        return False
    if _size(group) <= TINY and group[-1].role != "import":
        return False
    return part.size > RUN or size > 2 * RUN or text.count("\n", group[-1].end, part.start) > 1
