"""Grammars: the syntax tree of a source, by tree-sitter.

A grammar is a package of its own, imported when its first source comes. Its parser recovers from syntax errors, but on
hostile text (thousands of unclosed brackets) time and memory may grow with the square of the length, so both are
bounded: such a source has no tree here and is cut by lines.
"""

import importlib
import re
import resource
import time
from functools import cache
from typing import Final

from tree_sitter import Language, Parser, Tree

GRAMMARS: Final = {
    "python": "tree_sitter_python:language",
    "javascript": "tree_sitter_javascript:language",
    "jsx": "tree_sitter_javascript:language",
    "typescript": "tree_sitter_typescript:language_typescript",
    "tsx": "tree_sitter_typescript:language_tsx",
    "java": "tree_sitter_java:language",
    "kotlin": "tree_sitter_kotlin:language",
    "go": "tree_sitter_go:language",
    "rust": "tree_sitter_rust:language",
    "c": "tree_sitter_c:language",
    "cpp": "tree_sitter_cpp:language",
    "csharp": "tree_sitter_c_sharp:language",
    "php": "tree_sitter_php:language_php",
    "ruby": "tree_sitter_ruby:language",
    "swift": "tree_sitter_swift:language",
    "scala": "tree_sitter_scala:language",
    "shell": "tree_sitter_bash:language",
    "lua": "tree_sitter_lua:language",
    "hcl": "tree_sitter_hcl:language",
    "yaml": "tree_sitter_yaml:language",
    "json": "tree_sitter_json:language",
    "toml": "tree_sitter_toml:language",
    "css": "tree_sitter_css:language",
    "xml": "tree_sitter_xml:language_xml",
}
"""Language id to `module:function` of its grammar."""

_READ_BYTES: Final = 4096
"""Bytes handed to the parser at once; the text of a node is read in such pieces too."""

_LEAST_SECONDS: Final = 5.0
_SECONDS_PER_MB: Final = 4.0
"""Processor time a source may take: real code needs 0.1 to 0.3 s a megabyte, random bytes 2 s."""

_LEAST_BYTES: Final = 256_000_000
_BYTES_PER_BYTE: Final = 60
"""Memory a source may take: trees of real code and data are 10 to 40 times as large as the source."""

_NESTED_BLOCKS: Final = re.compile(rb"^[ \t?-]{200}", re.MULTILINE)
"""What the grammar of YAML can not stand: at 250 nested blocks it writes past the end of a buffer. Each block takes a
column at least."""

_CHAINS: Final = {
    "java": (re.compile(rb"[;{}]"), b"<", b">"),
    "csharp": (re.compile(rb"[;{}]"), b"<", b">"),
    "shell": (re.compile(rb";|(?<!\|)\n"), b"|", b"\\|"),
}
"""Languages to what ends a statement, and to marks of which many in one statement, without those that undo them, take
gigabytes in one step of the parser: type arguments or comparisons, pipes."""

_LONGEST_CHAIN: Final = 400
"""More marks than that no one wrote by hand; they take 50 MB."""


def syntax_tree(language: str, source: bytes, *, memory_bytes: int) -> Tree | None:
    """The tree of `source` (UTF-8); None without a grammar, or where it would take too much time or memory.

    It never takes much more than `memory_bytes`.
    """
    if language not in GRAMMARS or _is_trap(language, source):
        return None
    budget = _Budget(len(source), memory_bytes)
    try:
        return Parser(grammar(language)).parse(
            lambda offset, _: source[offset : offset + _READ_BYTES], progress_callback=budget.is_spent
        )
    except ValueError:  # what a stopped parser raises
        return None


def _is_trap(language: str, source: bytes) -> bool:
    """Whether the parser would break on `source` before it could be stopped."""
    if language == "yaml":
        return _NESTED_BLOCKS.search(source) is not None
    if language not in _CHAINS:
        return False
    end, mark, undone = _CHAINS[language]
    return any(part.count(mark) - part.count(undone) > _LONGEST_CHAIN for part in end.split(source))


class _Budget:
    """What parsing one source may still take."""

    def __init__(self, size: int, memory_bytes: int) -> None:
        self._until = time.process_time() + _LEAST_SECONDS + _SECONDS_PER_MB * size / 1e6
        self._most = _address_bytes() + min(memory_bytes, _LEAST_BYTES + _BYTES_PER_BYTE * size)

    def is_spent(self, _offset: int, _has_error: bool) -> bool:
        """Whether to stop; asked every few hundred steps of the parser."""
        return time.process_time() > self._until or _address_bytes() > self._most


def _address_bytes() -> int:
    """Bytes of address space this process has now; where the system does not say, the most memory it has had.

    On Linux that peak is no measure: a process begins with the peak of the one that started it (getrusage(2)).
    """
    try:
        with open("/proc/self/statm", "rb") as statm:
            return int(statm.read().split()[0]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@cache
def grammar(name: str) -> Language:
    """The grammar of a language, loaded when it is asked for first."""
    module, _, function = GRAMMARS[name].partition(":")
    return Language(getattr(importlib.import_module(module), function)())
