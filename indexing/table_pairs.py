"""The tables of a chunk with their rows as `column: value` pairs, for its embed text.

    | Plan  | Fee |          Plan: Basic; Fee: 5
    | ----- | --- |    →     Plan: Plus; Fee: 9
    | Basic | 5   |
    | Plus  | 9   |

Pipe tables are found wherever they stand in the chunk, code aside; in delimited text the chunk is records. A chunk that
begins inside a table has that table's header among its context. Header rows are not printed, unless no row is.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from indexing.delimited_text import NO_DELIMITER, Record, delimiter_of, records, split_lines
from indexing.model import Chunk, Span
from indexing.record_runs import read_run, split_runs
from indexing.table_rows import column_names, is_rule, pairs, pipe_cells


class Paired(Struct, frozen=True, kw_only=True):
    """The parts of an embed text with tables as pairs."""

    context: tuple[str, ...]
    """Without the header whose names the rows have."""
    own: str


def with_pairs(text: str, chunk: Chunk, context: Sequence[str], own: str) -> Paired:
    """`context` (the text of each context span of `chunk`) and `own` with tables as pairs.

    Code, raw HTML and the pieces of a row that was cut stay as they are.
    """
    lines = _lines(own)
    inside = lines[0].startswith("|") or (chunk.kind == "table" and _pipe_header(context) is not None)
    if chunk.kind == "code" or chunk.method not in ("blocks", "rows"):
        return Paired(context=tuple(context), own=own)
    if inside or any(map(is_rule, lines)):
        return _pipe(lines, context, own, inside=inside and not _opens(lines, 0))
    if chunk.kind != "table" or lines[0].startswith("<"):
        return Paired(context=tuple(context), own=own)
    return _delimited(text, chunk, context)


def _pipe(lines: Sequence[str], context: Sequence[str], own: str, *, inside: bool) -> Paired:
    """The parts of a chunk with pipe tables, the first lines `inside` one or not; `lines` are those of `own` without
    indents and marks of quotes.
    """
    header = _pipe_header(context) if inside else None
    names = _names(_lines(context[header])) if header is not None else []
    found = list(_pipe_rows(lines, own.split("\n"), names, inside=inside))
    return Paired(context=_without(context, header), own="\n".join(found))


def _pipe_header(context: Sequence[str]) -> int | None:
    """Which of the context spans is the header of a table, the last if there are several."""
    return next((index for index in range(len(context) - 1, -1, -1) if is_rule(_lines(context[index])[-1])), None)


def _pipe_rows(lines: Sequence[str], printed: Sequence[str], names: Sequence[str], *, inside: bool) -> Iterator[str]:
    """The lines of an embed text: rows of tables as pairs, others as `printed`. `inside`: the first are rows."""
    index = _end(lines, 0) if inside else 0
    yield from _paired(names, lines[:index]) or printed[:index]
    fence = ""
    while index < len(lines):
        fence = _fence_behind(fence, lines[index])
        if fence or not _opens(lines, index):
            yield printed[index]
            index += 1
            continue
        end = _end(lines, index + 2)
        yield from _paired(_names(lines[index : index + 2]), lines[index + 2 : end]) or printed[index:end]
        index = end


def _paired(names: Sequence[str], rows: Sequence[str]) -> list[str]:
    """The rows that have a cell with text."""
    return [row for row in (pairs(names, pipe_cells(line)) for line in rows) if row]


def _names(header: Sequence[str]) -> list[str]:
    """The names of columns in the lines of a header, whose last is the delimiter row."""
    return column_names([pipe_cells(line) for line in header[:-1]])


def _opens(lines: Sequence[str], index: int) -> bool:
    """Whether a table begins at line `index`: a header, and a delimiter row of as many cells."""
    if index + 1 >= len(lines) or not is_rule(lines[index + 1]):
        return False
    return len(pipe_cells(lines[index])) == len(pipe_cells(lines[index + 1]))


def _end(lines: Sequence[str], index: int) -> int:
    """The first blank line from `index` on: there a table ends."""
    return next((end for end in range(index, len(lines)) if not lines[end]), len(lines))


def _fence_behind(fence: str, line: str) -> str:
    """The fence that is open behind `line` if `fence` is before it; empty: none."""
    mark = line[:3] if line.startswith(("```", "~~~")) else ""
    return fence if not mark or (fence and mark != fence) else ("" if fence else mark)


def _lines(text: str) -> list[str]:
    """The lines of a text without indents and marks of quotes; at least one."""
    return [line.strip().lstrip("> \t") for line in text.split("\n")]


def _delimited(text: str, chunk: Chunk, context: Sequence[str]) -> Paired:
    """The parts of a chunk of delimited text."""
    delimiter = delimiter_of(text)
    header = _record_header(text, chunk, delimiter)
    names = column_names([record.cells for record in _records(text, chunk.context[-1], delimiter)]) if header else []
    own: list[str] = []
    for run in split_runs(_records(text, chunk.span, delimiter)):
        if names:
            own += filter(None, (pairs(names, record.cells) for record in run))
        else:
            own += _run_lines(run, delimiter)
        names = []
    return Paired(context=tuple(context[:-1] if header else context), own="\n".join(own))


def _run_lines(run: Sequence[Record], delimiter: str) -> Iterator[str]:
    """The lines of an embed text for a run of records with its own header, if any."""
    read = read_run(run, delimiter)
    names = column_names([record.cells for record in read.header])
    for record in read.above:
        yield pairs([], record.cells)
    for record in read.rows:
        yield pairs(names, record.cells)
    for record in read.notes:
        yield pairs([], record.cells)


def _record_header(text: str, chunk: Chunk, delimiter: str) -> bool:
    """Whether the last context span of `chunk` is the header of its rows: it does not stand directly before them, as a
    title does, and has several cells wherever there are several columns.
    """
    if not chunk.context:
        return False
    last = chunk.context[-1]
    if not text[last.end : chunk.span.start].strip():
        return False
    return delimiter == NO_DELIMITER or all(len(record.cells) > 1 for record in _records(text, last, delimiter))


def _records(text: str, span: Span, delimiter: str) -> list[Record]:
    """The records in `span`, with the blanks around them on their lines: an empty cell before a tab is one."""
    start, end = span.start, span.end
    while start and text[start - 1].isspace() and text[start - 1] not in "\r\n":
        start -= 1
    while end < len(text) and text[end].isspace() and text[end] not in "\r\n":
        end += 1
    return list(records(split_lines(text[start:end]), delimiter))


def _without(context: Sequence[str], index: int | None) -> tuple[str, ...]:
    return tuple(part for number, part in enumerate(context) if number != index)
