"""Sources of every language: which units they have, what these are called and need, and that nothing is lost."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.errors import DocumentRejected
from indexing.outline import build_sections
from indexing.parsers import Original
from indexing.parsers.code.source import parse_code
from tests.indexing.parsers.code.outlines import FIXTURES, divided, parsed, shown, titles
from tests.indexing.parsers.soundness import assert_sound, of

SOURCES = sorted(FIXTURES.glob("*.src"))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_source_has_the_units_that_its_fixture_says(source: Path) -> None:
    found = divided(source.read_text(encoding="utf-8"), source.stem)
    assert_sound(found)
    assert shown(found) == source.with_suffix(".outline").read_text(encoding="utf-8")


def test_spans_count_characters_and_not_bytes() -> None:
    source = "# naïve — é\ndef f():\n    return '中'\n\ndef g():\n    return 1\n"
    assert (len(source), len(source.encode())) == (59, 65)
    f, g = parsed(source, "a.py").blocks
    assert (f.title, f.span.start) == ("f", 0)
    assert (g.title, g.span.start) == ("g", 37)
    assert g.span.slice(source) == "def g():\n    return 1"


def test_the_path_of_a_unit_begins_with_that_of_its_file() -> None:
    found = parsed(
        "class A:\n    def f(self):\n        return 1\n" + "\n    def g(self):\n        return 2\n" * 60, "x/a.py"
    )
    sections, _ = build_sections(found)
    assert found.title == "x/a.py"
    assert sections[2].path == ("A", "f")


def test_a_small_class_stays_whole_and_may_be_cut_between_its_methods() -> None:
    method = "    def {}(self):\n        return '" + "x" * 150 + "'\n"
    source = "class A:\n" + "\n".join(method.format(name) for name in "fgh")
    (block,) = parsed(source, "a.py").blocks
    assert (block.title, block.atomic, block.language, block.level) == ("A", True, "python", 1)
    assert [source[cut:][:7] for cut in block.cuts] == ["def g(s", "def h(s"]
    assert [span.slice(source) for span in block.header] == ["class A:"]


def test_the_methods_of_a_long_class_are_units_with_its_signature_as_context() -> None:
    method = "    def {}(self):\n        return '" + "x" * 350 + "'\n"
    source = 'class A(B):\n    """Greets."""\n\n' + "\n".join(method.format(name) for name in "fghi")
    found = parsed(source, "a.py")
    assert titles(source, "a.py") == ["  A", "    f", "    g", "    h", "    i"]
    assert found.blocks[0].span.slice(source) == 'class A(B):\n    """Greets."""'
    assert all([span.slice(source) for span in block.context] == ["class A(B):"] for block in found.blocks[1:])


def test_a_long_function_may_be_cut_between_its_statements_and_never_inside_a_string() -> None:
    body = "".join(f"    call_{number}(\n        '''text\n    more''',\n    )\n" for number in range(20))
    source = f"def f(a,\n      b):\n{body}    return a\n"
    (block,) = parsed(source, "a.py").blocks
    cuts = [source[cut:].split("(")[0].split("\n")[0] for cut in block.cuts]
    assert cuts == [*(f"call_{number}" for number in range(1, 20)), "return a"]
    assert [span.slice(source) for span in block.header] == ["def f(a,\n      b):"]


def test_a_branch_too_long_is_cut_inside_and_comments_stay_with_what_they_explain() -> None:
    lines = "".join(f"        # Why {number}.\n        step_{number}('{'x' * 40}')\n" for number in range(10))
    source = f"def f(a):\n    if a:\n{lines}    return a\n"
    (block,) = parsed(source, "a.py").blocks
    cuts = [source[cut:].split("\n")[0] for cut in block.cuts]
    assert cuts == [*(f"# Why {number}." for number in range(1, 10)), "return a"]


def test_a_unit_needs_the_imports_that_it_uses() -> None:
    source = "import os\nimport json\nfrom a import b as c\n\ndef f():\n    return json.loads(c)\n"
    assert of(parsed(source, "a.py"), "title", "context")[1:] == [
        ("f", ["import json", "from a import b as c"], "def f():\n    return json.loads(c)")
    ]


def test_what_stands_before_the_first_unit_belongs_to_the_file() -> None:
    source = "#!/bin/sh\n# Licence.\n\nset -e\nNAME=web\n\nstart() {\n  run $NAME\n}\n"
    assert of(parsed(source, "run"), "level", "title", "language") == [
        (0, "", "shell", "#!/bin/sh\n# Licence.\n\nset -e\nNAME=web"),
        (1, "start", "shell", "start() {\n  run $NAME\n}"),
    ]


def test_a_comment_belongs_to_the_unit_below_it_unless_a_blank_line_is_between() -> None:
    source = (
        "x = 1\n\n# Of f.\ndef f():\n    return 1\n\n# " + "-" * 200 + "\n\n# Of g.\ndef g():\n    return 2  # two\n"
    )
    assert [block.span.slice(source)[:7] for block in parsed(source, "a.py").blocks] == [
        "x = 1",
        "# Of f.",
        "# -----",
        "# Of g.",
    ]
    assert source.rstrip().endswith(parsed(source, "a.py").blocks[-1].span.slice(source)[-5:])


def test_constants_between_functions_are_a_section_with_their_names() -> None:
    table = "RATES = {\n" + "".join(f"    'k{number}': {number},\n" for number in range(20)) + "}\nLIMIT = 3\n"
    source = f"def f():\n    return 1\n\n\n{table}\n\ndef g():\n    return 2\n"
    assert titles(source, "a.py") == ["  f", "  RATES, LIMIT", "  g"]


def test_a_statement_or_two_between_functions_join_a_neighbour() -> None:
    source = "def f():\n    return 1\nf.x = 1\n\n_cache = {}\n\ndef g():\n    return 2\n\nif x:\n    g()\n"
    assert [block.span.slice(source) for block in parsed(source, "a.py").blocks] == [
        "def f():\n    return 1\nf.x = 1",
        "_cache = {}\n\ndef g():\n    return 2\n\nif x:\n    g()",
    ]


def test_prototypes_are_grouped_under_their_names() -> None:
    one_line = "int f(int a);\nint g(int b);\nint *h(void);\nint i(void);\nint j(void);\n"
    source = f"int k(\n  int c);\n\n{one_line}\n/* Of l.\n * Two.\n */\nint l(void);\n"
    assert titles(source, "a.c") == ["  k", "  f, g, h, i, …", "  l"]


def test_an_unknown_language_is_cut_by_lines() -> None:
    source = "f <- function(x) {\n  x\n}\n\ng <- 2\n"
    (block,) = parsed(source, "a.r").blocks
    assert (block.kind, block.language, block.level, block.atomic) == ("code", "r", 0, True)
    assert [source[cut:] for cut in block.cuts] == ["g <- 2\n"]


def test_a_syntax_error_costs_nothing_but_its_own_names() -> None:
    source = "def f():\n    return 1\n\ndef (broken:\n    ???\n\ndef g():\n    return 2\n"
    found = parsed(source, "a.py")
    assert_sound(found)
    assert {"f", "g"} <= {block.title for block in found.blocks}


def test_the_keys_of_data_are_sections_when_they_are_long() -> None:
    entry = "{" + ", ".join(f'"package-{number}": "^{number}.0"' for number in range(20)) + "}"
    source = '{\n  "name": "shop",\n  "dependencies": ' + entry + ',\n  "license": "MIT"\n}\n'
    found = parsed(source, "package.json")
    assert titles(source, "package.json") == ["", "  dependencies", "  license"]
    assert found.blocks[0].span.slice(source) == '{\n  "name": "shop",'


def test_data_on_one_line_is_cut_between_its_entries() -> None:
    source = "[" + ",".join(f'{{"id": {number}, "name": "n"}}' for number in range(1000)) + "]"
    (block,) = parsed(source, "a.json").blocks
    assert len(block.cuts) == 999
    assert {source[cut : cut + 6] for cut in block.cuts} == {'{"id":'}


def test_each_document_of_a_yaml_stream_is_named_by_what_it_describes() -> None:
    service = "kind: Service\nmetadata:\n  labels: {a: b}\n  name: web\nspec:\n" + "  port: 80\n" * 40
    assert titles(f"{service}---\n{service.replace('web', 'db')}", "a.yaml") == ["  Service/web", "  Service/db"]


def test_a_short_document_of_a_stream_is_a_unit() -> None:
    stream = "kind: Service\nmetadata:\n  name: web\n---\nkind: ConfigMap\nmetadata:\n  name: web\n"
    for source in (stream, stream.replace("\n", "\r\n")):
        assert titles(source, "a.yaml") == ["  Service/web", "  ConfigMap/web"]


def test_data_without_a_name_is_divided_by_its_keys() -> None:
    job = "  {}:\n    steps:\n" + "      - run: make\n" * 60
    source = "name: ci\non: push\njobs:\n" + job.format("test") + job.format("lint")
    assert titles(source, "ci.yml") == ["", "  jobs", "    test", "    lint"]


def test_minified_and_generated_sources_say_so() -> None:
    minified = parsed("f(1);" * 1000, "a.js")
    assert minified.warnings == ("the source looks minified: it has lines of up to 5,000 characters",)
    assert max(b - a for a, b in zip((0, *minified.blocks[0].cuts), minified.blocks[0].cuts, strict=False)) <= 800
    generated = parsed("// Code generated by protoc. DO NOT EDIT.\npackage a\n", "a.go")
    assert generated.warnings == ("the source says that it is generated",)


def test_a_blank_source_has_no_text() -> None:
    with pytest.raises(DocumentRejected) as refused:
        parsed(" \n\t\n", "a.py")
    assert refused.value.code == "no_text"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_a_source_truncated_anywhere_is_sound(source: Path) -> None:
    text = source.read_text(encoding="utf-8")
    for end in range(1, len(text), 23):
        if text[:end].strip():
            assert_sound(parsed(text[:end], source.stem))


@pytest.mark.parametrize(
    "name", ["a.py", "a.ts", "a.java", "a.cpp", "a.rb", "a.sh", "a.yaml", "a.json", "a.sql", "a.xml", "a"]
)
@pytest.mark.parametrize("pattern", ["(", "[", "{", "<a>", "a<b", "- ", "'", "if x {", "class A {", "a | ", "\n"])
def test_deep_nests_end(name: str, pattern: str) -> None:
    assert_sound(parsed("x" + pattern * (6000 // len(pattern)), name))


@pytest.mark.parametrize(("name", "opening", "closing"), [("a.json", "[", "]"), ("a.py", "(", ")"), ("a.js", "{", "}")])
def test_a_hundred_thousand_brackets_end(name: str, opening: str, closing: str) -> None:
    assert_sound(parsed(f"x={opening * 100_000}{closing * 100_000}", name))


PIECES = (
    *("def f(a):\n    return '中文 🧾'\n", "class A:\n    x = 1\n", "import os\n", "if x:\n", "  ", "@x\n", "end\n"),
    *("function f(a) { return `é`; }\n", "const x = [1, 2];\n", "public void m() {}\n", "struct A { int b; };\n"),
    *("# é\n", "/* 注释 */", "// x\r\n", "#if X\n", "#endif\n", "CREATE TABLE t (a int);\n", "$$", ";", "'", '"'),
    *("key: value\n", "- item\n", "---\n", '{"a": [1, {"b": 2}]}\n', "<a b='c'>", "</a>", "}\n", "{\n", "\r\n\r\n"),
    *("\u2028", "\x0c", "👩‍👩‍👧", "a.b.c\n"),
)
NAMES = (
    "a.py",
    "a.js",
    "a.tsx",
    "a.java",
    "a.cpp",
    "a.go",
    "a.rs",
    "a.rb",
    "a.php",
    "a.sh",
    "a.yaml",
    "a.json",
    "a.sql",
)


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=30).map("".join), st.sampled_from(NAMES))
def test_every_text_is_sound_in_every_language(source: str, name: str) -> None:
    if source.strip():
        assert_sound(parse_code(Original(content=source.encode(), media_type="", name=name)))


def test_imports_of_another_section_are_no_context() -> None:
    unit = "def {0}():\n    return {1}.of(1)\n"
    source = "import early\n" + unit.format("f", "early") + "\n\nimport late\n\n\n" + unit.format("g", "late")
    assert of(parsed(source, "a.py"), "title", "context")[-1][:2] == ("g", [])
    assert of(parsed(source.replace("late.of", "early.of"), "a.py"), "title", "context")[-1][:2] == (
        "g",
        ["import early"],
    )
