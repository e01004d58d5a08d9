"""The fingerprint of a model folder: SHA-256 over every file that can change a vector.

Reading hundreds of megabytes at each start is slow where the processor has no SHA instructions, so the digest is kept
in the cache folder under a key of the files' names, sizes and times.
"""

import contextlib
import hashlib
import json
import os
from pathlib import Path
from typing import Final

SUFFIXES: Final = frozenset({".safetensors", ".bin", ".json", ".txt", ".model"})
"""Weights, tokenizer, vocabulary, configuration."""


def fingerprint(folder: Path, cache: Path) -> str:
    """Hex SHA-256 of the model in `folder`, read from `cache` if its files are the same as then.

    A cache that can not be written is no error. Raises OSError when the folder can not be read.
    """
    files = _files(folder)
    remembered = cache / "fingerprints" / _key(folder, files)
    with contextlib.suppress(OSError):
        digest = remembered.read_text(encoding="ascii")
        if len(digest) == hashlib.sha256().digest_size * 2:
            return digest
    digest = _digest(folder, files)
    with contextlib.suppress(OSError):
        remembered.parent.mkdir(parents=True, exist_ok=True)
        part = remembered.with_name(f"{remembered.name}.{os.getpid()}.part")
        part.write_text(digest, encoding="ascii")
        part.replace(remembered)
    return digest


def _files(folder: Path) -> list[Path]:
    """The files of `folder` and of the module folders its modules.json names, sorted by their names within it."""
    modules = folder / "modules.json"
    paths = {""}
    if modules.is_file():
        paths |= {str(module.get("path", "")) for module in json.loads(modules.read_text(encoding="utf-8"))}
    found = {
        path
        for name in paths
        if (folder / name).is_dir()
        for path in (folder / name).iterdir()
        if path.suffix in SUFFIXES and path.is_file()
    }
    return sorted(found, key=lambda path: path.relative_to(folder).as_posix())


def _key(folder: Path, files: list[Path]) -> str:
    """A digest of what the file system says about the files; any write to one of them changes it."""
    facts: list[object] = [str(folder.resolve())]
    for path in files:
        stat = path.stat()
        facts.append([path.relative_to(folder).as_posix(), stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns])
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()


def _digest(folder: Path, files: list[Path]) -> str:
    """SHA-256 over name and content digest of each file, in order."""
    whole = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        whole.update(f"{path.relative_to(folder).as_posix()}\0{content}\n".encode())
    return whole.hexdigest()
