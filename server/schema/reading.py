"""Words of the replies of reads by id: text, sections and chunks, as far as the caller may read them."""

from msgspec import Struct

from indexing.model import Chunk
from indexing.view import View


class SegmentReply(Struct, frozen=True, kw_only=True):
    """A run of characters the caller may read."""

    start: int
    end: int
    text: str


class TextReply(Struct, frozen=True, kw_only=True):
    """The readable parts of a text."""

    text_id: str
    segments: tuple[SegmentReply, ...]


class SectionReply(Struct, frozen=True, kw_only=True):
    """A readable section. Its span includes its descendants, readable or not."""

    section_id: str
    path: tuple[str | None, ...]
    """Null in place of the title of a section the caller may not read."""
    level: int
    start: int
    end: int
    label: str
    """Its number (`1.2`, `第三条`); empty where it has none."""


class SectionsReply(Struct, frozen=True, kw_only=True):
    """The readable sections of a document, in reading order."""

    text_id: str
    sections: tuple[SectionReply, ...]


class ChunkReply(Struct, frozen=True, kw_only=True):
    """A readable chunk."""

    chunk_id: str
    ordinal: int
    section_id: str
    parent_id: str
    start: int
    end: int
    context: tuple[tuple[int, int], ...]
    """Start and end of each span it needs to be understood and does not own."""
    kind: str
    tokens: int
    method: str
    """How its borders were found."""
    language: str
    """Of code; else empty."""
    flags: tuple[str, ...]
    """What may be wrong with it: `reference`, `no_sentence`, `noise`, `short`."""
    key: bool
    """It lies in a key section."""
    indexed: bool
    """False: readable, but not searched."""
    content_hash: str
    """Hexadecimal, of what the model sees of it: chunks of equal hashes have equal vectors."""


class ChunksReply(Struct, frozen=True, kw_only=True):
    """A page of readable chunks, in order."""

    text_id: str
    chunks: tuple[ChunkReply, ...]
    next: int | None
    """The value of `after` for the next page; null on the last one."""


def sections_reply(document_id: str, text_id: str, seen: View) -> SectionsReply:
    """The readable sections."""
    sections = tuple(
        SectionReply(
            section_id=f"{document_id}#s{section.index}",
            path=seen.path(section),
            level=section.level,
            start=section.span.start,
            end=section.span.end,
            label=section.label,
        )
        for section in seen.sections()
    )
    return SectionsReply(text_id=text_id, sections=sections)


def chunk_reply(document_id: str, chunk: Chunk, seen: View, content_hash: str) -> ChunkReply:
    """A readable chunk, with as much of its context as is readable too."""
    return ChunkReply(
        chunk_id=f"{document_id}#c{chunk.ordinal}",
        ordinal=chunk.ordinal,
        section_id=f"{document_id}#s{chunk.section}",
        parent_id=f"{document_id}#p{chunk.parent}",
        start=chunk.span.start,
        end=chunk.span.end,
        context=tuple((span.start, span.end) for span in chunk.context if seen.shows(span)),
        kind=chunk.kind,
        language=chunk.language,
        tokens=chunk.tokens,
        method=chunk.method,
        flags=chunk.flags,
        key=chunk.key,
        indexed=chunk.indexed,
        content_hash=content_hash,
    )
