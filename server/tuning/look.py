"""Looking at files through the rules of one or two configurations: what `chunks` and `tokens` walk over."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from indexing.model import DocumentKind, ParsedText
from server.config import Config
from server.errors import ServerError
from server.file_plan import File, Plan
from server.tuning.cut_files import Cut, Failed, Rules, cut, read_files
from server.tuning.rules import reading_by, rules_of


class NotWritten(ServerError):
    """A file that was named for the result and can not be written."""

    code = "not_written"


class Look(Struct, frozen=True, kw_only=True):
    """What is looked at."""

    planned: Plan
    """Which files."""
    kind: DocumentKind | None
    """What the documents are read as; None: found out."""
    embedders: Any = None
    """An EmbedderProvider in place of the configured one (tests)."""


class Written(Struct, frozen=True, kw_only=True):
    """Where the result goes besides the terminal."""

    csv: Path | None
    html: Path | None
    quiet: bool
    """Whether the terminal is spared the single chunks."""


def cuts(look: Look, config: Config, rules: Rules) -> Iterator[Cut | Failed]:
    """Each document as a configuration reads it and its rules cut it. Raises InvalidConfig."""
    yield from map(_unread, look.planned.unreadable)
    for file, parsed in zip(look.planned.files, _texts(look, config), strict=True):
        yield _cut(file, parsed, rules)


def cut_pairs(look: Look, first: Config, second: Config) -> Iterator[tuple[Cut, Cut] | Failed]:
    """Each document as two configurations cut it, read once if they read alike.

    Raises InvalidConfig, ModelUnavailable.
    """
    rules, texts = _rules_of_both(look, first, second), _texts(look, first)
    yield from map(_unread, look.planned.unreadable)
    pairs = zip(texts, _texts(look, second), strict=True) if _reads_otherwise(first, second) else None
    for file, (one, two) in zip(look.planned.files, pairs or ((text, text) for text in texts), strict=True):
        before, after = _cut(file, one, rules[0]), _cut(file, two, rules[1])
        if isinstance(before, Failed):
            yield before
        elif isinstance(after, Failed):
            yield after
        else:
            yield before, after


def say(lines: Iterator[str]) -> None:
    """Print lines."""
    for line in lines:
        click.echo(line)


def write(path: Path | None, content: Callable[[], str]) -> None:
    """Write a file, UTF-8, line ends as they are, if one was named. Raises NotWritten."""
    if path is None:
        return
    try:
        path.write_text(content(), encoding="utf-8", newline="")
    except OSError as exc:
        raise NotWritten(f"{path}: {exc.strerror or exc}; name another file") from exc


def _texts(look: Look, config: Config) -> Iterator[ParsedText | Failed]:
    with reading_by(config, look.kind) as reading:
        yield from read_files(look.planned.files, reading)


def _cut(file: File, parsed: ParsedText | Failed, rules: Rules) -> Cut | Failed:
    return parsed if isinstance(parsed, Failed) else cut(file, parsed, rules)


def _unread(sentence: str) -> Failed:
    name, _, reason = sentence.rpartition(": ")
    return Failed(name=name, reason=reason)


def _reads_otherwise(first: Config, second: Config) -> bool:
    limits = first.indexing.max_document_bytes, second.indexing.max_document_bytes
    return first.indexing.parser != second.indexing.parser or limits[0] != limits[1]


def _rules_of_both(look: Look, first: Config, second: Config) -> tuple[Rules, Rules]:
    """The rules of two configurations; a tokenizer that both name is loaded once."""
    rules = rules_of(first, look.embedders)
    if (first.indexing.embedder, first.cache) == (second.indexing.embedder, second.cache):
        return rules, Rules(config=second.indexing, embedder=rules.embedder)
    return rules, rules_of(second, look.embedders)
