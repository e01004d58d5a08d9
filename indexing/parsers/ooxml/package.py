"""An Office Open XML package: XML parts in a zip archive that refer to each other (ECMA-376, part 2).

Only parts that are asked for are unpacked, piece by piece, and all together never to more than the configured size. No
part may declare a document type, so there are no entities; what a package refers to outside itself is not followed.
"""

import posixpath
import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Final, NamedTuple
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, XMLPullParser
from xml.parsers import expat

from indexing.errors import DocumentRejected
from indexing.parsers.ooxml.names import RELATIONS, make_transitional, spellings, transitional
from indexing.parsers.original import Original

MAX_DEPTH: Final = 200
"""Of elements in each other. Documents that people make have less than 60; readers recurse."""

_PIECE: Final = 1 << 16
_BROKEN_ARCHIVE: Final = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError, RuntimeError, ValueError)
_BROKEN_XML: Final = (ParseError, expat.ExpatError, ValueError, LookupError)
_METHODS: Final = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""The compression methods a package may use (ECMA-376, part 2, annex B)."""
_ENCRYPTED: Final = 1
"""Bit of a member's flags."""
_SAVE_AGAIN: Final = "open it in the program it was made with and save it again"


class Relation(NamedTuple):
    """What a part says of another one."""

    type: str
    """The last word of its type: `styles`, `slide`, …"""
    part: str


class Package:
    """A document's parts, by name."""

    def __init__(self, original: Original) -> None:
        """Raises DocumentRejected (`corrupt`)."""
        try:
            self._archive = zipfile.ZipFile(BytesIO(original.content))
        except _BROKEN_ARCHIVE as exc:
            raise DocumentRejected(
                "corrupt", f"the document is no readable zip archive ({exc}): {_SAVE_AGAIN}"
            ) from exc
        self._members = {_key(member.filename): member for member in self._archive.infolist()}
        self._limit = original.config.max_unpacked_bytes
        self._left = self._limit

    def main_part(self) -> str:
        """The name of the part that is the document itself. Raises DocumentRejected (`corrupt`)."""
        for relation in self.relations("").values():
            if relation.type == "officeDocument" and self.has(relation.part):
                return relation.part
        raise DocumentRejected("corrupt", f"the document has no main part: {_SAVE_AGAIN}")

    def has(self, part: str) -> bool:
        """Whether there is a part of this name, case aside."""
        return _key(part) in self._members

    def relations(self, part: str) -> dict[str, Relation]:
        """What `part` refers to inside the package, by id; those of the package itself for the empty name."""
        folder, name = posixpath.split(part)
        root = self.root(posixpath.join(folder, "_rels", f"{name}.rels"))
        found = {}
        for element in root if root is not None else ():
            if element.tag == RELATIONS + "Relationship" and element.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, unquote(element.get("Target", ""))))
                kind = element.get("Type", "").rpartition("/")[2]
                found[element.get("Id", "")] = Relation(kind, target.lstrip("/"))
        return found

    def root(self, part: str) -> Element | None:
        """The whole of `part`; None where the package has none. Raises DocumentRejected (`corrupt`, `too_large`)."""
        if not self.has(part):
            return None
        return list(self._elements(part, None))[-1]

    def children(self, part: str, parent: str) -> Iterator[Element]:
        """The children of the elements `parent` of `part`, one after the other, each gone when the next is asked for.

        Raises DocumentRejected (`corrupt`, `too_large`).
        """
        return self._elements(part, parent)

    def _elements(self, part: str, parent: str | None) -> Iterator[Element]:
        """The children of each element `parent`, or the root for None."""
        parents = spellings(parent)
        open_: list[Element] = []
        for event, element in self._events(part):
            if event == "start":
                open_.append(element)
                if len(open_) > MAX_DEPTH:
                    raise DocumentRejected(
                        "corrupt", f"{part!r} of the document has elements more than {MAX_DEPTH} deep"
                    )
                continue
            open_.pop()
            if (open_[-1].tag if open_ else None) in parents:
                if element.tag != transitional(element.tag):
                    make_transitional(element)
                yield element
                if open_:
                    open_[-1].clear()

    def _events(self, part: str) -> Iterator[tuple[str, Element]]:
        """Where each element of `part` starts and ends."""
        parser: XMLPullParser[Element] = XMLPullParser(("start", "end"))
        prolog = _Prolog(part)
        try:
            for piece in self.pieces(part):
                prolog.feed(piece)
                parser.feed(piece)
                yield from parser.read_events()  # type: ignore[misc]  # of the events asked for, each has an element
            parser.close()
        except _BROKEN_XML as exc:
            raise DocumentRejected("corrupt", f"{part!r} of the document is broken XML ({exc}): {_SAVE_AGAIN}") from exc
        yield from parser.read_events()  # type: ignore[misc]

    def pieces(self, part: str) -> Iterator[bytes]:
        """The bytes of `part`, unpacked."""
        member = self._members[_key(part)]
        if member.flag_bits & _ENCRYPTED:
            raise DocumentRejected("encrypted", "the document is encrypted: save it without a password")
        if member.compress_type not in _METHODS:
            raise DocumentRejected("corrupt", f"{part!r} of the document is packed in an unknown way: {_SAVE_AGAIN}")
        self._take(member.file_size, 0)
        try:
            with self._archive.open(member) as stream:
                while piece := stream.read(_PIECE):
                    self._take(0, len(piece))
                    yield piece
        except _BROKEN_ARCHIVE as exc:
            raise DocumentRejected("corrupt", f"{part!r} of the document is damaged ({exc}): {_SAVE_AGAIN}") from exc

    def _take(self, declared: int, unpacked: int) -> None:
        """Count what was unpacked, and refuse what is or declares to be more than is left."""
        self._left -= unpacked
        if self._left < declared:
            raise DocumentRejected(
                "too_large",
                f"the document unpacks to more than {self._limit:,} bytes: split it or raise parser.max_unpacked_bytes",
            )


class _Prolog:
    """Refuses a part that declares a document type, which can only stand before its root."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._parser = expat.ParserCreate()
        self._parser.StartDoctypeDeclHandler = self._refuse
        self._parser.StartElementHandler = self._end
        self._ended = False

    def feed(self, piece: bytes) -> None:
        """Read on, as far as needed."""
        if not self._ended:
            self._parser.Parse(piece, False)

    def _end(self, _name: str, _attributes: object) -> None:
        self._ended = True

    def _refuse(self, *_declaration: object) -> None:
        raise DocumentRejected("corrupt", f"{self._part!r} of the document declares a document type: {_SAVE_AGAIN}")


def _key(name: str) -> str:
    """A part's name as it is compared."""
    return name.replace("\\", "/").lstrip("/").lower()
