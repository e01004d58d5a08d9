"""SQL to parts: the statements of a script, whatever its dialect.

A statement ends at a semicolon outside quotes, comments, dollar quotes and the bodies of procedures, at a line `GO`, or
at what `DELIMITER` declares. Dialects differ in what a statement may hold more than in where it ends, so no grammar is
used: those there are take procedures apart.
"""

import re
from collections.abc import Iterator
from typing import Final

from indexing.model import Span
from indexing.parsers.code.definitions import LEAST_DOCUMENTED, SIGNATURE_CHARACTERS
from indexing.parsers.code.names import shortened
from indexing.parsers.code.parts import Part
from indexing.parsers.lines import trimmed

_TOKEN: Final = re.compile(
    r"""(?P<comment>--[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|^[ \t]*\#[^\n]*)
    |(?P<quoted>'(?:[^'\\]|\\.|'')*+'?|"(?:[^"\\]|\\.)*+"?|`[^`]*+`?|\[[^\]\n]*+\]?)
    |(?P<dollar>\$(?P<tag>[A-Za-z_]\w*+|)\$)
    |(?P<delimiter>^[ \t]*DELIMITER[ \t]+(?P<mark>\S+)[^\n]*)
    |(?P<go>^[ \t]*(?:GO|/)[ \t]*\r?$)
    |(?P<word>[^\W\d]\w*+)
    |(?P<other>[^\w\s])""",
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.IGNORECASE,
)

_CREATED: Final = re.compile(
    r"(?P<verb>CREATE|ALTER|DROP)\s+(?:OR\s+(?:REPLACE|ALTER)\s+)?(?:(?:DEFINER\s*=\s*\S+|TEMP|TEMPORARY|UNLOGGED|GLOBAL"
    r"|LOCAL|EXTERNAL|UNIQUE|CLUSTERED|NONCLUSTERED|FULLTEXT|RECURSIVE|FORCE|NO|CONSTRAINT|PUBLIC|EDITIONABLE)\s+)*"
    r"(?P<kind>MATERIALIZED\s+VIEW|PACKAGE\s+BODY|FOREIGN\s+TABLE|TYPE\s+BODY|\w+)\s+(?:CONCURRENTLY\s+)?"
    r"(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?P<name>[^\s(;,]+)",
    re.IGNORECASE,
)
_CHANGED: Final = re.compile(
    r"(?P<verb>INSERT\s+(?:IGNORE\s+|OVERWRITE\s+)?INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM|TRUNCATE(?:\s+TABLE)?|MERGE"
    r"\s+INTO|COPY|LOCK\s+TABLES|COMMENT\s+ON\s+(?:MATERIALIZED\s+VIEW|\w+)|(?:GRANT|REVOKE)\b[^;]{1,80}?\bON)"
    r"\s+(?P<name>[^\s(;]+)",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(r"--[ \t]*:?name:?[ \t]+([\w-]+)")
"""A comment that names a query, as sqlc and HugSQL read it."""
_VALUES: Final = re.compile(r"INSERT[^'\"]{1,250}?\bVALUES\b", re.IGNORECASE)
_COPY: Final = re.compile(r"COPY\b[^;]{1,2000}\bFROM\s+stdin\b[^;]*;", re.IGNORECASE)
_QUOTES: Final = re.compile(r"[`\"\[\]]")
_PROCEDURES: Final = frozenset({"FUNCTION", "PROCEDURE", "PROC", "TRIGGER", "EVENT", "PACKAGE", "PACKAGE BODY"})
_NOT_OF_BLOCK: Final = re.compile(r"\s+(?:IF|LOOP|WHILE|REPEAT|FOR)\b", re.IGNORECASE)
"""Behind END: it closes what no BEGIN or CASE has opened."""


class _Script:
    """Reads one script, statement by statement."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._mark = ";"
        """What ends a statement."""
        self._start: int | None = None
        """Where the statement begins, comments above it included; None: nothing yet."""
        self._own: int | None = None
        """Where its first word is; None: comments alone."""
        self._end = 0
        """Behind its last token."""
        self._depth: int | None = None
        """Open blocks of a procedure; None: the statement is none."""

    def statements(self) -> Iterator[Part]:
        """The statements in order, each with the end mark behind it."""
        position = 0
        while found := _TOKEN.search(self._text, position):
            is_apart = self._own is None and self._text.count("\n", self._end, found.start()) > 1
            if is_apart and self._start is not None:
                yield from self._finished(self._end)
            position = self._read(found)
            self._end = position
            if self._ends(found):
                position = self._behind_data(position)
                yield from self._finished(position)
        yield from self._finished(len(self._text.rstrip()))

    def _read(self, found: re.Match[str]) -> int:
        """Takes one token in; where the next is searched."""
        if self._start is None:
            self._start = found.start()
        if self._own is None and found.lastgroup != "comment":
            self._own = found.start()
            self._depth = 0 if _is_procedure(self._text, self._own) else None
        if found["delimiter"]:
            self._mark = found["mark"]
        elif found["word"] and self._depth is not None:
            self._depth = max(0, self._depth + _nesting(found["word"].upper(), self._text, found.end()))
        elif self._is_mark(found):
            return found.start() + len(self._mark)
        elif found["dollar"]:
            end = self._text.find(found["dollar"], found.end())
            return len(self._text) if end < 0 else end + len(found["dollar"])
        return found.end()

    def _ends(self, found: re.Match[str]) -> bool:
        """Whether the statement is over with this token."""
        return bool(found["delimiter"] or found["go"]) or self._is_mark(found)

    def _is_mark(self, found: re.Match[str]) -> bool:
        if found["comment"] or found["quoted"] or not self._text.startswith(self._mark, found.start()):
            return False
        return self._mark != ";" or not self._depth

    def _behind_data(self, position: int) -> int:
        """`position`, or where the rows end that follow a `COPY … FROM stdin`."""
        if self._own is None or not _COPY.match(self._text, self._own, position):
            return position
        end = self._text.find("\n\\.", position)
        return len(self._text.rstrip()) if end < 0 else end + len("\n\\.")

    def _finished(self, end: int) -> Iterator[Part]:
        """The statement or comments that end at `end`, if there are any; then the next begins."""
        if self._start is not None and self._own is not None:
            yield _statement(self._text, self._start, self._own, end)
        elif self._start is not None:
            yield Part(start=self._start, own=self._start, end=end, role="statement")
        self._start = self._own = self._depth = None


def sql_parts(text: str) -> list[Part]:
    """The statements of a script, in order, with the comments directly above each.

    >>> [part.names for part in sql_parts("CREATE TABLE a (b int); INSERT INTO a VALUES (';');")]
    [('a',), ('INSERT INTO a',)]
    """
    return list(_Script(text).statements())


def _statement(text: str, start: int, own: int, end: int) -> Part:
    """A statement; one of several lines is a unit, as is one that creates something and is explained above."""
    named = _NAMED.search(text, start, own)
    name = named[1] if named else _name(text, own)
    explained = bool(name) and text.count("\n", start, end) + 1 >= LEAST_DOCUMENTED
    return Part(
        start=start,
        own=own,
        end=end,
        role="statement",
        names=(name,) if name else (),
        signature=_signature(text, own, end),
        is_unit=explained or "\n" in text[own:end],
    )


def _signature(text: str, own: int, end: int) -> Span | None:
    """What every row of an INSERT needs, or the first line of what creates something."""
    values = _VALUES.match(text, own, end)
    if values:
        return Span(own, values.end())
    line = text.find("\n", own, min(end, own + SIGNATURE_CHARACTERS))
    return trimmed(text, own, line) if line > 0 and _CREATED.match(text, own, end) else None


def _name(text: str, own: int) -> str:
    """`users` of `CREATE TABLE users`, `INSERT INTO users`, `DROP TABLE users`; empty for queries.

    >>> _name("create or replace view a.`b` as", 0), _name("ALTER TABLE [a].[b] ADD c int", 0), _name("SELECT 1", 0)
    ('a.b', 'ALTER TABLE a.b', '')
    """
    created, changed = _CREATED.match(text, own), _CHANGED.match(text, own)
    if created:
        name = _QUOTES.sub("", created["name"])
        verb = created["verb"].upper()
        return shortened(name if verb == "CREATE" else f"{verb} {created['kind'].upper()} {name}")
    return shortened(f"{changed['verb'].upper()} {_QUOTES.sub('', changed['name'])}") if changed else ""


def _is_procedure(text: str, own: int) -> bool:
    created = _CREATED.match(text, own)
    return created is not None and " ".join(created["kind"].upper().split()) in _PROCEDURES


def _nesting(word: str, text: str, end: int) -> int:
    """What a word of a procedure does to the number of open blocks."""
    if word in ("BEGIN", "CASE"):
        return 1
    return -1 if word == "END" and not _NOT_OF_BLOCK.match(text, end) else 0
