"""An outline on disk: compact columns in msgpack, made once at commit and loaded without parsing.

Whoever writes this format reads it: `encode` and `decode` are inverse, and `columns` gives the catalog the same bytes
as numpy arrays without making an object per chunk.
"""

from collections.abc import Iterable
from typing import get_args

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.layout import Layout
from indexing.layout_format import decode_layout, encode_layout
from indexing.model import BlockKind, Chunk, Flag, Outline, Parent, Removal, Section, Span, TableRendering

KINDS: tuple[str, ...] = get_args(BlockKind)
"""Block kinds by code; append only, the codes are on disk."""
FLAGS: tuple[Flag, ...] = get_args(Flag)
"""Quality flags by bit; append only, like the kinds."""

_SECTION = ("parent", "level", "start", "end", "heading_start", "heading_end")
_PARENT = ("section", "first_chunk", "end_chunk", "part", "of")
_CHUNK = ("section", "parent", "start", "end", "tokens", "own_tokens", "kind", "language", "method", "indexed")

Table = NDArray[np.int32]


class _Stored(Struct, array_like=True):
    """The msgpack record. Tables are int32, row-major, with the columns named above. Append only, with defaults."""

    titles: tuple[str, ...]
    sections: bytes
    parents: bytes
    chunks: bytes
    names: tuple[str, ...]
    """Languages and methods, referred to by index from the chunks."""
    context_ends: bytes
    """Per chunk, the end of its run in `contexts`."""
    contexts: bytes
    removed: tuple[Removal, ...]
    labels: tuple[str, ...] = ()
    """Per section; nothing when no section has one."""
    flags: bytes = b""
    """Per chunk, a bit per flag."""
    keys: bytes = b""
    """Per chunk, whether it lies in a key section."""
    layout: bytes = b""
    """Only read: a msgpack Layout, from before there were `places`."""
    tables: TableRendering = "rows"
    places: bytes = b""
    """The layout as `indexing.layout_format` writes it."""
    heading_depth: int | None = None


class OutlineColumns(Struct, frozen=True, kw_only=True):
    """One document's outline as arrays, int32, a column per name."""

    titles: tuple[str, ...]
    labels: tuple[str, ...]
    """Numbers of sections, empty where there is none; as many as titles."""
    sections: dict[str, Table]
    """`parent`, `level`, `start`, `end`, `heading_start`, `heading_end`; shape (sections,)."""
    parents: dict[str, Table]
    """`section`, `first_chunk`, `end_chunk`, `part`, `of`; shape (parents,)."""
    chunks: dict[str, Table]
    """`section`, `parent`, `start`, `end`, `tokens`, `own_tokens`, `kind`, `language`, `method`, `indexed`, `flags`,
    `key`.

    Shape (chunks,). `kind` refers to KINDS, `language` and `method` to `names`; `flags` has a bit for each of FLAGS."""
    names: tuple[str, ...]
    removed: tuple[Removal, ...]
    layout: bytes
    """For `indexing.layout_format.layout_at`, which only what cites the document needs."""


def encode(outline: Outline) -> bytes:
    """The outline as bytes."""
    names = tuple(sorted({c.language for c in outline.chunks} | {c.method for c in outline.chunks}))
    code = {name: i for i, name in enumerate(names)}
    sections = (
        (s.parent, s.level, *_ends(s.span), *(_ends(s.heading) if s.heading else (-1, -1))) for s in outline.sections
    )
    parents = ((p.section, p.first_chunk, p.end_chunk, p.part, p.of) for p in outline.parents)
    chunks = (_chunk_row(chunk, code) for chunk in outline.chunks)
    stored = _Stored(
        titles=tuple(s.title for s in outline.sections),
        sections=_table(sections),
        parents=_table(parents),
        chunks=_table(chunks),
        names=names,
        context_ends=np.cumsum([len(c.context) for c in outline.chunks], dtype=np.int32).tobytes(),
        contexts=_table(_ends(span) for c in outline.chunks for span in c.context),
        removed=outline.removed,
        labels=tuple(s.label for s in outline.sections) if any(s.label for s in outline.sections) else (),
        flags=_table((_bits(c.flags),) for c in outline.chunks),
        keys=_table((int(c.key),) for c in outline.chunks),
        tables=outline.tables,
        places=encode_layout(outline.layout),
        heading_depth=outline.heading_depth,
    )
    return msgspec.msgpack.encode(stored)


def columns(data: bytes) -> OutlineColumns:
    """The stored outline as arrays (read-only views of `data`)."""
    return _columns(msgspec.msgpack.decode(data, type=_Stored))


def decode(data: bytes) -> Outline:
    """The stored outline as objects; inverse of `encode`."""
    stored = msgspec.msgpack.decode(data, type=_Stored)
    table = _columns(stored)
    return Outline(
        sections=_sections(table),
        parents=tuple(
            Parent(index=i, section=s, first_chunk=f, end_chunk=e, part=part, of=of)
            for i, (s, f, e, part, of) in enumerate(zip(*(table.parents[n].tolist() for n in _PARENT), strict=True))
        ),
        chunks=_chunks(table, _contexts(stored)),
        removed=stored.removed,
        layout=decode_layout(table.layout),
        tables=stored.tables,
        heading_depth=stored.heading_depth,
    )


def _chunk_row(chunk: Chunk, code: dict[str, int]) -> tuple[int, ...]:
    where = (chunk.section, chunk.parent, *_ends(chunk.span), chunk.tokens, chunk.own_tokens)
    return *where, KINDS.index(chunk.kind), code[chunk.language], code[chunk.method], int(chunk.indexed)


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _table(rows: Iterable[tuple[int, ...]]) -> bytes:
    return np.array(list(rows), dtype=np.int32).tobytes()


def _bits(flags: tuple[Flag, ...]) -> int:
    return sum(1 << FLAGS.index(flag) for flag in flags)


def _columns(stored: _Stored) -> OutlineColumns:
    chunks = _named(stored.chunks, _CHUNK)
    none = np.zeros(len(chunks["section"]), dtype=np.int32)
    for name, data in (("flags", stored.flags), ("key", stored.keys)):
        chunks[name] = np.frombuffer(data, dtype=np.int32) if data else none
    return OutlineColumns(
        titles=stored.titles,
        labels=stored.labels or ("",) * len(stored.titles),
        sections=_named(stored.sections, _SECTION),
        parents=_named(stored.parents, _PARENT),
        chunks=chunks,
        names=stored.names,
        removed=stored.removed,
        layout=_places(stored),
    )


def _places(stored: _Stored) -> bytes:
    former = msgspec.msgpack.decode(stored.layout, type=Layout) if stored.layout else Layout()
    return stored.places or encode_layout(former)


def _named(data: bytes, names: tuple[str, ...]) -> dict[str, Table]:
    table = np.frombuffer(data, dtype=np.int32).reshape(-1, len(names))
    return {name: table[:, i] for i, name in enumerate(names)}


def _contexts(stored: _Stored) -> list[tuple[Span, ...]]:
    spans = [Span(a, b) for a, b in np.frombuffer(stored.contexts, dtype=np.int32).reshape(-1, 2).tolist()]
    ends = np.frombuffer(stored.context_ends, dtype=np.int32).tolist()
    return [tuple(spans[a:b]) for a, b in zip([0, *ends[:-1]], ends, strict=True)] if ends else []


def _sections(table: OutlineColumns) -> tuple[Section, ...]:
    found: list[Section] = []
    rows = zip(*(table.sections[name].tolist() for name in _SECTION), strict=True)
    for i, (parent, level, start, end, heading_start, heading_end) in enumerate(rows):
        path = (*found[parent].path, table.titles[i]) if parent >= 0 else ()
        heading = Span(heading_start, heading_end) if heading_start >= 0 else None
        found.append(
            Section(
                index=i,
                parent=parent,
                level=level,
                title=table.titles[i],
                path=path,
                span=Span(start, end),
                heading=heading,
                label=table.labels[i],
            )
        )
    return tuple(found)


def _chunks(table: OutlineColumns, contexts: list[tuple[Span, ...]]) -> tuple[Chunk, ...]:
    names = (*_CHUNK, "flags", "key")
    rows = zip(*(table.chunks[name].tolist() for name in names), strict=True)
    return tuple(
        Chunk(
            ordinal=i,
            section=section,
            parent=parent,
            span=Span(start, end),
            context=contexts[i],
            kind=KINDS[kind],
            language=table.names[language],
            tokens=tokens,
            own_tokens=own_tokens,
            method=table.names[method],
            indexed=bool(indexed),
            flags=tuple(flag for bit, flag in enumerate(FLAGS) if flags >> bit & 1),
            key=bool(key),
        )
        for i, (section, parent, start, end, tokens, own_tokens, kind, language, method, indexed, flags, key) in (
            enumerate(rows)
        )
    )
