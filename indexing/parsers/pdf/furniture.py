"""Running heads, feet and page numbers: lines at the edge of a page that repeat where they stand.

A line is furniture only if everything further out on its page is, if it stands at the same height on enough pages, and
if it says the same there but for numbers that count the pages. So a heading at the top of a page stays.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final, NamedTuple

from indexing.parsers.pdf.marks import is_chapter
from indexing.parsers.pdf.rows import lines_of, text_of
from indexing.parsers.pdf.sheet import Line, Piece, Sheet

_DEPTH: Final = 4
"""Lines looked at from each edge: letterheads have more, but those stand on one page."""

_NEAREST: Final = 24
"""Pieces among which these lines are, in three columns too."""

_MIN_PAGES: Final = 3
"""Pages on which a line must repeat, in a document of more than two."""

_NEXT: Final = 2
"""Pages from one appearance to the next: left and right pages may have heads of their own."""

_LARGE: Final = 1.15
"""In sizes of the body: a larger line is a heading unless it repeats on half of the pages."""

_MIN_HEADS: Final = 6
"""Pages with heads that change from section to section: with fewer they are not told from titles of pages."""

_MAX_VARIETY: Final = 0.8
_ALONE: Final = 1.6
"""In sizes of a line: how far the text is from a head, at least."""

_MAX_SHARE: Final = 0.5
"""Share of the text that furniture may be; what repeats more is a form or letter sent to many."""

_NUMBER: Final = re.compile(r"\d+")
_ROMAN: Final = re.compile(r"(?<![a-z])[ivxlc]{1,7}(?![a-z])")
_BLANK: Final = re.compile(r"\s+")
_CHAPTER: Final = re.compile(r"[^\d]*\d*")


class Edge(NamedTuple):
    """A line near the top or bottom of a page."""

    page: int
    zone: str
    depth: int
    """Lines further out."""
    line: Line
    text: str
    gap: float
    """Points from its baseline to that of the next line further in."""


def without_furniture(sheets: Sequence[Sheet], body: float) -> dict[int, str]:
    """Takes the furniture off `sheets`, whose body is set in size `body`: page to what was taken."""
    edges = [edge for sheet in sheets for edge in _edges(sheet)]
    counting = _counting(edges, len(sheets))
    repeated = _repeated(edges, body, len(sheets)) | _standing_alike(edges, body, len(sheets))
    taken = _taken(edges, _beside(edges, repeated | counting), counting)
    if _share(taken, sheets) > _MAX_SHARE:
        taken = _taken(edges, counting, counting)
    for sheet in sheets:
        gone = {id(piece) for line in taken.get(sheet.number, ()) for piece in line.pieces}
        sheet.pieces = [piece for piece in sheet.pieces if id(piece) not in gone] if gone else sheet.pieces
    texts = {page: " ".join(map(_text, lines)) for page, lines in taken.items()}
    return _with_asides(sheets, texts)


def _share(taken: dict[int, list[Line]], sheets: Sequence[Sheet]) -> float:
    """Share of the text that would go with these lines."""
    furniture = sum(len(_text(line)) for lines in taken.values() for line in lines)
    whole = sum(len(_text(Line([piece]))) for sheet in sheets for piece in sheet.pieces)
    return furniture / max(1, furniture, whole)


def _taken(edges: Sequence[Edge], furniture: set[int], counting: set[int]) -> dict[int, list[Line]]:
    """The lines of each page that are furniture, everything further out being so too.

    A gap separates them from the text, unless they count the pages: forms and letters repeat whole lines of their text.
    """
    alone = {_key(edge) for edge in edges if edge.gap > _ALONE * edge.line.style.size}
    zones: dict[tuple[int, str], list[int]] = defaultdict(list)
    for index, edge in enumerate(edges):
        zones[edge.page, edge.zone].append(index)
    taken: dict[int, list[Line]] = defaultdict(list)
    for (page, _), indices in zones.items():
        outer = list(takewhile(furniture.__contains__, indices))
        while outer and not (outer[-1] in counting or _is_apart(edges[outer[-1]], alone)):
            outer.pop()
        taken[page] += [edges[index].line for index in outer]
    return {page: lines for page, lines in taken.items() if lines}


def _is_apart(edge: Edge, alone: set[tuple[str, tuple[int, float], str]]) -> bool:
    """Whether a gap separates a line from the text; where there is none on its page, from that of another."""
    return edge.gap > _ALONE * edge.line.style.size or (edge.gap == 0 and _key(edge) in alone)


def _key(edge: Edge) -> tuple[str, tuple[int, float], str]:
    return edge.zone, _place(edge), _shape(edge.text)


def _edges(sheet: Sheet) -> Iterator[Edge]:
    """The lines at the top and the bottom of a page, each zone from outside in."""
    by_height = sorted(sheet.pieces, key=lambda piece: piece.top + piece.bottom)
    for zone, near in (("top", by_height[:_NEAREST]), ("bottom", by_height[-_NEAREST:])):
        lines = lines_of(near) if zone == "top" else lines_of(near)[::-1]
        for depth, line in enumerate(lines[:_DEPTH]):
            if depth + 1 < len(lines) and _are_rows(line, lines[depth + 1]):
                break
            yield Edge(sheet.number, zone, depth, line, _text(line), _gap(line, lines, depth))


def _gap(line: Line, lines: Sequence[Line], depth: int) -> float:
    """From the baseline of a line to that of the next further in; 0 when there is none."""
    return abs(lines[depth + 1].base - line.base) if depth + 1 < len(lines) else 0.0


def _text(line: Line) -> str:
    if line.table is not None:
        return " ".join(text for row in line.table.rows for text in row)
    return text_of(line)


def _are_rows(line: Line, inner: Line) -> bool:
    """Whether two lines are rows of one table, which may have its header at the top of each page."""
    if len(line.pieces) < 2 or len(line.pieces) != len(inner.pieces):
        return False
    return abs(line.base - inner.base) <= 2.5 * line.style.size and all(
        min(a.right, b.right) > max(a.left, b.left) for a, b in zip(line.pieces, inner.pieces, strict=True)
    )


def _repeated(edges: Sequence[Edge], body: float, pages: int) -> set[int]:
    """Indices of lines that say the same at the same height on enough pages, numbers of pages aside."""
    groups: dict[tuple[str, int, str], list[int]] = defaultdict(list)
    for index, edge in enumerate(edges):
        groups[edge.zone, round(edge.line.base / 2), _shape(edge.text)].append(index)
    found: set[int] = set()
    for group in groups.values():
        least = 2 if pages == 2 else _MIN_PAGES
        if edges[group[0]].line.style.size > _LARGE * body and edges[group[0]].line.table is None:
            least = max(least, pages // 2)
        if _longest_run([edges[index].page for index in group]) >= least and _counts([edges[i] for i in group]):
            found.update(group)
    return found


def _shape(text: str) -> str:
    """A line with its numbers made alike."""
    lower = _BLANK.sub("", text).casefold()
    return _NUMBER.sub("#", _ROMAN.sub("#", lower) if len(lower) <= 12 else lower)


def _longest_run(pages: Sequence[int]) -> int:
    """How many of `pages`, rising, follow each other closely.

    >>> _longest_run([1, 3, 4, 9])
    3
    """
    best = run = 1
    for before, page in pairwise(pages):
        run = run + 1 if page - before <= _NEXT else 1
        best = max(best, run)
    return best


def _counts(edges: Sequence[Edge]) -> bool:
    """Whether each number in lines of one shape is the same on all, or counts the pages; the number of a chapter or
    annex, which names what begins there, may not."""
    columns = list(zip(*(_NUMBER.findall(edge.text) for edge in edges), strict=False))
    first = 1 if columns and is_chapter(edges[0].text) and _CHAPTER.fullmatch(edges[0].text) else 0
    if first and len(set(columns[0])) > 1:
        return False
    for column in columns[first:]:
        offsets = Counter(int(number[:9]) - edge.page for number, edge in zip(column, edges, strict=True))
        same = Counter(column).most_common(1)[0][1]
        if max(same, offsets.most_common(1)[0][1]) * 2 <= len(edges):
            return False
    return True


def _counting(edges: Sequence[Edge], pages: int) -> set[int]:
    """Indices of lines that begin or end with a number that counts the pages, whatever else they say: heads that name
    the chapter change with it."""
    groups: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for index, edge in enumerate(edges):
        numbers = list(_NUMBER.finditer(edge.text))
        ends = {found.group() for found in numbers if found.start() == 0 or found.end() == len(edge.text)}
        if _CHAPTER.fullmatch(edge.text) and is_chapter(edge.text):
            continue
        for number in ends:
            if len(number) <= 5:
                groups[edge.zone, round(edge.line.base / 2), int(number) - edge.page].append(index)
    found: set[int] = set()
    for group in groups.values():
        if len(group) >= max(_MIN_PAGES, pages // 5):
            found.update(group)
    return found


def _standing_alike(edges: Sequence[Edge], body: float, pages: int) -> set[int]:
    """Indices of outermost lines that stand alone at the same height on half of the pages, small, and often say the
    same: heads with the name of the section change with it."""
    groups: dict[tuple[str, int, float], list[int]] = defaultdict(list)
    for index, edge in enumerate(edges):
        if edge.depth == 0 and edge.line.table is None and edge.line.style.size <= body and not edge.line.style.bold:
            groups[(edge.zone, *_place(edge))].append(index)
    found: set[int] = set()
    for group in groups.values():
        alone = sum(edges[index].gap > _ALONE * edges[index].line.style.size for index in group)
        texts = {edges[index].text for index in group}
        enough = len(group) >= max(_MIN_HEADS, pages // 2) and len(texts) <= _MAX_VARIETY * len(group)
        if enough and alone >= _MAX_VARIETY * len(group):
            found.update(group)
    return found


def _beside(edges: Sequence[Edge], repeated: set[int]) -> set[int]:
    """`repeated` with lines that stand where furniture does on other pages and say the same on two: left and right
    pages have heads of their own, chapters of few pages too."""
    places = {(edges[index].zone, _place(edges[index])) for index in repeated}
    counts = Counter(map(_key, edges))
    return repeated | {
        index for index, edge in enumerate(edges) if (edge.zone, _place(edge)) in places and counts[_key(edge)] >= 2
    }


def _place(edge: Edge) -> tuple[int, float]:
    return round(edge.line.base / 2), edge.line.style.size


def _with_asides(sheets: Sequence[Sheet], texts: dict[int, str]) -> dict[int, str]:
    """Takes what runs across many pages the same way (watermarks, stamps of archives) off `sheets` too."""
    counts = Counter(_shape(piece.text) for sheet in sheets for piece in _aside_pieces(sheet))
    for sheet in sheets:
        gone = [piece for piece in _aside_pieces(sheet) if counts[_shape(piece.text)] >= _MIN_PAGES]
        if gone:
            ids = set(map(id, gone))
            sheet.asides = [
                (turn, [piece for piece in pieces if id(piece) not in ids]) for turn, pieces in sheet.asides
            ]
            texts[sheet.number] = " ".join([texts.get(sheet.number, ""), *(piece.text for piece in gone)]).strip()
    return texts


def _aside_pieces(sheet: Sheet) -> Iterator[Piece]:
    for _, pieces in sheet.asides:
        yield from pieces
