"""The embed text of a chunk: what the model, BM25 and a reranker see. Ingest path, between chunker and embedder.

    Handbook > Leave > Parental leave          heading path, outermost first; no line when it is empty
    You have to:                               each context span on lines of its own
    - ask in writing                           the own spans
    - name the first day

- The path begins with the document's own title (section 0) unless the first heading says the same. A chunk that begins
  with its section's heading has that title in its own text, so its path ends with the section around it.
- A path loses its outermost titles while it is wider than PATH_WIDTH, or than PATH_SHARE columns for each character of
  the own text: so a chunk can always be made small enough for any limit. One title too wide by itself loses its end.
- Removed ranges are left out and leave a line break. A code block that was cut gets its fences again unless it is
  shorter than one, and code that begins inside a line of blanks gets the indent that spans are without: in the embed
  text only, never in a span. Numbers that the source computes (`1.2` before a heading of
  a Word document) stand before what they number.
- An outline may say that a path has only its innermost titles; one that the chunk's own text begins with counts.
- Tables stand as they are, with their header before them; as `pairs`, each row is a line of `column: value` pairs.

The same outline and text always give the same embed text: no configuration, no tokenizer.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct

from indexing.layout import Layout
from indexing.model import Chunk, Outline, Removal, Section, Span, TableRendering, own_spans
from indexing.outline import section_at
from indexing.table_pairs import with_pairs

SEPARATOR: Final = " > "

PATH_WIDTH: Final = 192
"""Columns of a heading path: an ASCII character counts 1, any other 2. Three quarters of the default limit of 256
tokens: running text has at most a token for two columns, so a path stays below half of that limit, and at the worst (a
token for each ASCII character) it leaves a quarter to the chunk."""

PATH_SHARE: Final = 8
"""Columns of path for one character of own text, at most: every text of 24 characters may have the full width."""

_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})(.*)$", re.MULTILINE)

LEAST_FENCED: Final = 4
"""Characters of the shortest piece of code that is fenced: as many as a fence and its line end have."""

INDENT: Final = 32
"""Blanks of an indent at most: eight levels of four."""

_LANGUAGE_CHARACTERS: Final = 20
"""A longer info word is not a language and would only take room."""


class Readable(Struct, frozen=True, kw_only=True):
    """What embed texts are rendered from."""

    text: str
    """The document's canonical text."""
    sections: Sequence[Section]
    removed: tuple[Removal, ...]
    layout: Layout
    tables: TableRendering
    heading_depth: int | None = None
    """Titles of a path at most, the innermost ones; None: all."""


def readable(text: str, outline: Outline) -> Readable:
    """A document's text with what its outline says of it."""
    return Readable(
        text=text,
        sections=outline.sections,
        removed=outline.removed,
        layout=outline.layout,
        tables=outline.tables,
        heading_depth=outline.heading_depth,
    )


def heading_path(
    sections: Sequence[Section],
    section: int,
    *,
    own_title: bool = True,
    depth: int | None = None,
    visible: Callable[[int], bool] | None = None,
) -> str:
    """The titles from the document's own to that of `sections[section]`, joined; empty when there is none.

    `own_title` False leaves the section's own title out. Of more than `depth` titles, the own one counted, the
    outermost are left out. Titles of sections that `visible` denies are left out; what width and depth admit is decided
    before, so that a path never grows because a title is hidden.
    """
    return _joined(_titles(sections, section, own_title=own_title, depth=depth), PATH_WIDTH, visible)


def embed_text(source: Readable, chunk: Chunk, *, visible: Callable[[int], bool] | None = None) -> str:
    """The embed text of `chunk`, as the module describes it, without the embedder's passage prefix.

    `visible` says of a section whether its title may be said to all readers of the chunk; None admits all.
    """
    text, sections = source.text, source.sections
    heading = sections[chunk.section].heading
    own_title = heading is None or bool(text[heading.start : chunk.span.start].strip())
    own = _stated(source, chunk, chunk.span)
    size = len(own.lstrip())
    width = min(PATH_WIDTH, PATH_SHARE * size)
    if size >= LEAST_FENCED and (chunk.method == "lines" or (chunk.method == "graphemes" and chunk.kind == "code")):
        own = _fenced(own, chunk.language)
    path = _joined(_titles(sections, chunk.section, own_title=own_title, depth=source.heading_depth), width, visible)
    context = tuple(_stated(source, chunk, span) for span in _sayable(source, chunk, visible))
    if source.tables == "pairs":
        paired = with_pairs(text, chunk, context, own)
        context, own = paired.context, paired.own
    return "\n".join([*([path] if path else []), *context, own])


def _sayable(source: Readable, chunk: Chunk, visible: Callable[[int], bool] | None) -> Sequence[Span]:
    """The context spans of `chunk` that all its readers may read: one may be of a section around the chunk's."""
    if visible is None:
        return chunk.context
    return [span for span in chunk.context if visible(section_at(source.sections, span.start))]


def _stated(source: Readable, chunk: Chunk, span: Span) -> str:
    """What the embed text of `chunk` says of `span`: of code with the indent of its first line."""
    labelled = _labelled(source, span)
    return _indent(source.text, span.start) + labelled if chunk.kind == "code" else labelled


def _indent(text: str, start: int) -> str:
    """The blanks between the beginning of a line and `start`, the last INDENT of them; empty if there is more.

    >>> _indent("if a:\\n    b", 10), _indent("a = 1", 4)
    ('    ', '')
    """
    least = max(0, start - INDENT)
    before = text[max(least, text.rfind("\n", least, start) + 1, text.rfind("\r", least, start) + 1) : start]
    return "" if before.strip() else before


def _labelled(source: Readable, span: Span) -> str:
    """The visible text of `span` with the labels that stand in it, each before what it numbers."""
    parts, start = [], span.start
    for label in source.layout.labels_in(span.start, span.end):
        parts.append(visible_text(source.text, Span(start, label.at), source.removed))
        start = label.at
        parts.append(f"{label.name} ")
    if not parts:
        return visible_text(source.text, span, source.removed)
    return "".join([*parts, visible_text(source.text, Span(start, span.end), source.removed)])


def visible_text(text: str, span: Span, removed: tuple[Removal, ...]) -> str:
    """The characters of `span` that were not removed: one line break where something was.

    >>> visible_text("a <!-- x --> b", Span(0, 14), (Removal(Span(2, 12), "html_comment"),))
    'a\\nb'
    """
    first = bisect_right(removed, span.start, key=lambda removal: removal.span.end)
    inside = []
    while first < len(removed) and removed[first].span.start < span.end:
        inside.append(removed[first])
        first += 1
    if not inside:
        return span.slice(text)
    parts = [part.slice(text).strip() for part in own_spans(span, tuple(inside))]
    return "\n".join(part for part in parts if part)


def _title(section: Section) -> str:
    """A section's title on one line, its number before it where the title has not got it."""
    title = " ".join(section.title.split())
    return title if not section.label or title.startswith(section.label) else f"{section.label} {title}"


def _titles(sections: Sequence[Section], section: int, *, own_title: bool, depth: int | None) -> list[tuple[int, str]]:
    """The titles of a path, outermost first, each with the index of its section."""
    indexes = []
    index = section
    while index >= 0:
        indexes.append(index)
        index = sections[index].parent
    path = sections[section].path
    if path and sections[0].title == path[0]:
        indexes.pop()
    titles = [(i, title) for i in reversed(indexes) if (title := _title(sections[i]))]
    admitted = titles if depth is None else titles[max(0, len(titles) - depth) :]
    return [(i, title) for i, title in admitted if own_title or i != section]


def _joined(titles: list[tuple[int, str]], width: int, visible: Callable[[int], bool] | None) -> str:
    """The path of what `width` columns hold of `titles`."""
    return SEPARATOR.join(title for i, title in _narrowed(titles, width) if visible is None or visible(i))


def _narrowed(titles: list[tuple[int, str]], width: int) -> list[tuple[int, str]]:
    """The innermost titles that fit `width` columns together; at least the last one, cut at its end.

    >>> _narrowed([(0, "Handbook"), (1, "Leave"), (2, "假期")], 12)
    [(1, 'Leave'), (2, '假期')]
    >>> _narrowed([(0, "Handbook"), (1, "假期与请假")], 6)
    [(1, '假期与')]
    """
    kept: list[tuple[int, str]] = []
    room = width + len(SEPARATOR)
    for index, title in reversed(titles):
        room -= _columns(title) + len(SEPARATOR)
        if room < 0:
            break
        kept.append((index, title))
    if titles and not kept:
        index, title = titles[-1]
        return [(index, _cut_to(title, width))]
    return kept[::-1]


def _columns(title: str) -> int:
    return len(title) if title.isascii() else sum(1 if character < "\x80" else 2 for character in title)


def _cut_to(title: str, width: int) -> str:
    """The beginning of `title` that fits `width` columns."""
    for position, character in enumerate(title):
        width -= 1 if character < "\x80" else 2
        if width < 0:
            return title[:position].rstrip()
    return title


def _fenced(code: str, language: str) -> str:
    """A piece cut from a code block with the fences it lacks.

    >>> print(_fenced("b = 2", "python"))
    ```python
    b = 2
    ```
    >>> _fenced("```python" + chr(10) + "a = 1", "python").splitlines()[-1]
    '```'
    """
    fences = _FENCE.findall(code)
    info = language if len(language) <= _LANGUAGE_CHARACTERS else ""
    if not fences:
        marker = _marker(code)
        return f"{marker}{info}\n{code}\n{marker}"
    if len(fences) % 2 == 0:
        return code
    marker, rest = fences[-1]
    if not rest.strip() and code.rstrip().endswith(marker):
        return f"{marker}{info}\n{code}"
    return f"{code}\n{marker}"


def _marker(code: str) -> str:
    """The shortest fence that `code` does not hold (CommonMark: at least three, longer than any run inside).

    >>> _marker("a ```` b")
    '`````'
    """
    return "`" * max([3, *(len(run) + 1 for run in re.findall(r"`{3,}", code))])
