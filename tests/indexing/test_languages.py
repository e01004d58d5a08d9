import pytest

from indexing.languages import language_named, language_of
from indexing.parsers.code.grammars import GRAMMARS


@pytest.mark.parametrize(
    ("name", "content", "language"),
    [
        ("src/main.rs", b"", "rust"),
        ("C:\\src\\Main.JAVA", b"", "java"),
        ("a.tsx", b"", "tsx"),
        ("Dockerfile.dev", b"", "dockerfile"),
        ("GNUmakefile", b"", "makefile"),
        ("CMakeLists.txt", b"", "cmake"),
        (".bashrc", b"", "shell"),
        ("run", b"#!/usr/bin/env python3\n", "python"),
        ("run", b"#!/usr/bin/env -S node --no-warnings\n", "javascript"),
        ("run.in", b"#! /bin/sh -e\n", "shell"),
        ("run", b"#!/usr/local/bin/php8.2\n", "php"),
        ("run", b"#!/opt/unknown\n", None),
        ("list.h", b"int f(void);\n", "c"),
        ("list.h", b"template <class T>\nclass List {\n public:\n};\n", "cpp"),
        ("list.h", b"#include <vector>\n", "cpp"),
        ("view.h", b"@interface View\n", "objectivec"),
        ("view.m", b"#import <UIKit/UIKit.h>\n", "objectivec"),
        ("text_de.ts", b'<?xml version="1.0"?><TS/>', "xml"),
        ("page.inc", b"<?php echo 1;", "php"),
        ("notes.txt", b"def f(): pass", None),
        ("README.md", b"# A", None),
        ("page.html", b"<html>", None),
        ("", b"", None),
    ],
)
def test_a_language_is_told_by_name_ending_or_first_line(name: str, content: bytes, language: str | None) -> None:
    assert language_of(name, content) == language


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_each_grammar_is_reached_by_the_word_for_its_language(language: str) -> None:
    assert language_named(language) == language


def test_words_at_fences_name_languages() -> None:
    words = ["py", "js", "ts", "yml", "sh", "bash", "zsh", "golang", "c++", "cs", "rb", "kt", "terraform", "mysql"]
    assert [language_named(word) for word in words] == [
        *("python", "javascript", "typescript", "yaml", "shell", "shell", "shell", "go", "cpp", "csharp", "ruby"),
        *("kotlin", "hcl", "sql"),
    ]
    assert language_named("text") is None


def test_words_of_media_types_name_languages() -> None:
    words = ["csrc", "c++src", "c++hdr", "java-source", "rustsrc", "script.python"]
    assert [language_named(word) for word in words] == ["c", "cpp", "cpp", "java", "rust", "python"]
