import subprocess
import sys

import pytest

from indexing.parsers.code.grammars import GRAMMARS, syntax_tree

ENOUGH = 10**9


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_every_grammar_reads_a_source(language: str) -> None:
    assert syntax_tree(language, b"a", memory_bytes=ENOUGH) is not None


def test_a_language_without_grammar_has_no_tree() -> None:
    assert syntax_tree("vim", b"a", memory_bytes=ENOUGH) is None


def test_a_source_that_takes_too_much_memory_has_no_tree() -> None:
    """In a process of its own: what this one has used before is no measure."""
    program = (
        "from indexing.parsers.code.grammars import syntax_tree\n"
        "print(*(syntax_tree('lua', source, memory_bytes=1_000_000) is None for source in (b'x = 1', b'[[' * 15_000)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("yaml", b"- " * 5000),
        ("yaml", b"".join(b" " * depth + b"a:\n" for depth in range(300))),
        ("java", b"a<b" * 30_000),
        ("csharp", b"a<b" * 30_000),
        ("shell", b"a | " * 30_000),
        ("shell", b"a |\n" * 30_000),
    ],
)
def test_what_would_break_a_parser_never_reaches_it(language: str, source: bytes) -> None:
    assert syntax_tree(language, source, memory_bytes=ENOUGH) is None


def test_ordinary_sources_are_no_traps() -> None:
    generics = b"Map<String, List<Map<String, Set<Long>>>> a;\n" * 1000
    pipes = b"cat a | sort | uniq -c | head\n" * 1000
    assert syntax_tree("java", generics, memory_bytes=ENOUGH) is not None
    assert syntax_tree("shell", pipes, memory_bytes=ENOUGH) is not None
