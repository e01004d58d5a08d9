"""Imports: which line of a file brings the names that a definition uses, so that a unit can carry it as context."""

import re
from collections.abc import Iterable
from typing import Final

from indexing.model import Span
from indexing.parsers.code.parts import Part

MOST_CHARACTERS: Final = 200
"""Of imports that one unit carries: context must leave the room to the unit."""

_WORD: Final = re.compile(r"[^\W\d]\w*")
_USED: Final = re.compile(r"(?<![.\w])[^\W\d]\w*")
"""A word that is no attribute of something else."""
_KEYWORDS: Final = re.compile(
    r"^\s*(?:from\s+[\w.]+\s+import\b|(?:pub\s+)?use\b|import\b(?:\s+(?:static|type)\b)?|using\b(?:\s+static\b)?"
    r"|const\b|let\b|var\b|local\b)"
)
_SOURCE: Final = re.compile(r"(?:\bfrom\s*|=\s*require\s*\(?\s*)[\"'].*", re.DOTALL)
"""Where a name is imported from, behind it."""
_PATH: Final = re.compile(r"[\"'`]([^\"'`]+)[\"'`]")
_INCLUDE: Final = re.compile(r"\s*(?:#|require|extern)")


class Imports:
    """The imports of one file and the names they bring."""

    def __init__(self, text: str, parts: Iterable[Part]) -> None:
        self._text = text
        self._spans: dict[str, Span] = {}
        for part in parts:
            if part.role == "import":
                for span in _lines(text, part):
                    self._spans.update((name, span) for name in bound_names(span.slice(text)))

    def used_in(self, span: Span) -> tuple[Span, ...]:
        """The imports before `span` that bring a name it uses, in order, as many as MOST_CHARACTERS hold."""
        if not self._spans:
            return ()
        words = set(_USED.findall(self._text, span.start, span.end))
        found = sorted({self._spans[word] for word in words & self._spans.keys()})
        room, kept = MOST_CHARACTERS, []
        for each in found:
            if each.end <= span.start and each.end - each.start <= room:
                kept.append(each)
                room -= each.end - each.start
        return tuple(kept)


def bound_names(statement: str) -> list[str]:
    """The names that an import brings into its file, in order.

    >>> bound_names("from os.path import join as j, split"), bound_names("import java.util.List;")
    (['j', 'split'], ['List'])
    >>> bound_names("import React, { useState } from 'react'"), bound_names("use std::{fmt, io::Read};")
    (['React', 'useState'], ['fmt', 'Read'])
    >>> bound_names('h "net/http"'), bound_names('"net/http"'), bound_names("#include <stdio.h>")
    (['h'], ['http'], [])
    """
    if _INCLUDE.match(statement):
        return []
    names = []
    for item in re.split(r"[,{}()\n]", _SOURCE.sub("", _KEYWORDS.sub("", statement))):
        path = _PATH.search(item)
        words = _WORD.findall(item[: path.start()] if path else item) or _WORD.findall(path[1] if path else "")
        if words and not item.rstrip().endswith("::"):
            names.append(words[-1])
    return names


def _lines(text: str, part: Part) -> list[Span]:
    """The import statement, or the lines of one that has each import on a line of its own in quotes (Go)."""
    span = Span(part.own, part.end)
    if "\n" not in span.slice(text) or not re.match(r"import\s*\(", span.slice(text)):
        return [span]
    return [
        Span(span.start + line.start(), span.start + line.end())
        for line in re.finditer(r"(?:[\w.]+[ \t]+)?\"[^\"\n]+\"", span.slice(text))
    ]
