"""Planning an ingest: which documents folders and files stand for, before any of them is read or written."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from indexing.parsers.detect import media_type_of
from server.errors import ServerError


class FilesRejected(ServerError):
    """Paths that make no plan: nothing was written."""

    code = "invalid_files"


class File(Struct, frozen=True, kw_only=True):
    """One file and the document it stands for."""

    document_id: str
    path: Path
    media_type: str
    source: str | None
    """The folder it belongs to; None for a file named by itself, which leaves a document's source alone."""


class Plan(Struct, frozen=True, kw_only=True):
    """What ingesting some paths means."""

    files: tuple[File, ...]
    """By document id; no id comes twice."""
    sources: tuple[str, ...]
    """Of the folders: what pruning may touch."""
    skipped: Mapping[str, int]
    """How many were passed over, by why: `hidden` files and folders, files of unknown types by their endings (`.zip`),
    and what is `no file`."""
    unreadable: tuple[str, ...]
    """What could not be read while walking, one sentence each. Nothing is pruned then."""


def plan(paths: Sequence[Path], source: str | None) -> Plan:
    """What ingesting `paths` means; `source` replaces the folders' names. Reads no file.

    Raises FilesRejected for a path that is not there and for two files with one id.
    """
    files: dict[str, File] = {}
    walk = _Walk()
    sources = []
    for path in paths:
        if not path.exists():
            raise FilesRejected(f"{path}: no such file or folder")
        if path.is_dir():
            sources.append(source or _name_of(path))
        for file in walk.folder(path, sources[-1]) if path.is_dir() else walk.file(path, source):
            _add(files, file)
    return Plan(
        files=tuple(files[name] for name in sorted(files)),
        sources=tuple(dict.fromkeys(sources)),
        skipped=dict(walk.skipped),
        unreadable=tuple(walk.unreadable),
    )


class _Walk:
    """Lists files and counts what it passes over."""

    def __init__(self) -> None:
        self.skipped: Counter[str] = Counter()
        self.unreadable: list[str] = []

    def file(self, path: Path, source: str | None) -> Iterator[File]:
        """A file named by itself: its type must be known. Raises FilesRejected."""
        media_type = media_type_of(path.name)
        if media_type is None:
            raise FilesRejected(f"{path}: files of this type can not be read")
        yield File(document_id=path.name, path=path, media_type=media_type, source=source)

    def folder(self, root: Path, source: str) -> Iterator[File]:
        """The files below `root`, sorted within each folder. Links to folders are not followed: they may go round."""
        for folder, names, file_names in os.walk(root, onerror=self._note):
            self.skipped.update("hidden" for name in names if name.startswith("."))
            names[:] = sorted(name for name in names if not name.startswith("."))
            for name in sorted(file_names):
                path = Path(folder, name)
                media_type, why_not = media_type_of(name), _why_not(path)
                if media_type is None or why_not:
                    self.skipped[why_not or path.suffix.lower() or "no ending"] += 1
                    continue
                document_id = path.relative_to(root).as_posix()
                yield File(document_id=document_id, path=path, media_type=media_type, source=source)

    def _note(self, error: OSError) -> None:
        self.unreadable.append(f"{error.filename}: {error.strerror}")


def _why_not(path: Path) -> str:
    """Why a path is passed over whatever its type; empty when it is not."""
    if path.name.startswith("."):
        return "hidden"
    return "no file" if path.exists() and not path.is_file() else ""


def _name_of(folder: Path) -> str:
    name = folder.resolve().name
    if not name:
        raise FilesRejected(f"{folder}: this folder has no name to use as its source; give one with --source")
    return name


def _add(files: dict[str, File], file: File) -> None:
    other = files.get(file.document_id)
    if other is not None and other.path.resolve() != file.path.resolve():
        raise FilesRejected(
            f"two files would be one document {file.document_id!r}: {other.path} and {file.path}; "
            "ingest the folder around them, or each into a tenant of its own"
        )
    files[file.document_id] = file
