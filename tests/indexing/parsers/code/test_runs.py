"""What stands between units: how it is grouped and called."""

from tests.indexing.parsers.code.outlines import divided, parsed, titles

UNIT = "def f():\n    return 1\n\n\n"


def constant(name: str, size: int) -> str:
    return f"{name} = (\n    '{'x' * size}'\n)\n\n"


def test_a_long_beginning_is_divided_and_what_it_defines_are_its_titles() -> None:
    source = '"""Settings."""\nimport os\n\n' + constant("APPS", 500) + constant("ROUTES", 500) + UNIT
    assert titles(source, "a.py") == ["", "  ROUTES", "  f"]


def test_a_short_statement_beside_a_long_one_is_no_group_of_its_own() -> None:
    for source in (constant("A", 900) + "b = 1\n\n", "b = 1\n\n" + constant("A", 900)):
        assert len(parsed(source, "a.py").blocks) == 1


def test_constants_before_a_module_are_not_in_it() -> None:
    source = "fn f() {\n    g();\n}\n\nconst A: u8 = 1;\n\nmod tests {\n    fn t() {\n        f();\n    }\n}\n"
    assert [block.title for block in divided(source, "a.rs").blocks] == ["f", "A", "tests", "t"]


def test_what_has_no_name_is_called_by_the_comment_above_it() -> None:
    source = UNIT + "# ----- 解析参数 -----\n# noqa\nfor each in " + "x" * 200 + ":\n    f()\n"
    assert titles(source, "a.py") == ["  f", "  解析参数"]
    assert titles(UNIT + "# noqa\nfor each in " + "x" * 30 + ":\n    f('" + "x" * 150 + "')\n", "a.py") == [
        "  f",
        "  for each in " + "x" * 30,
    ]


def test_data_has_no_beginning_that_names_nothing() -> None:
    assert titles("BEGIN;\n\nCREATE TABLE a (\n  b int\n);\n\nCOMMIT;\n", "a.sql") == ["  a"]


def test_a_class_is_divided_by_what_can_be_seen_of_it() -> None:
    method = "    def {0}(self):\n        return '{1}'\n\n"
    for text, whole in (("x" * 60, True), ("中" * 60, True), ("中" * 120, False), (" " * 500, True)):
        source = "class A:\n" + "".join(method.format(name, text) for name in "fgh")
        assert (len(parsed(source, "a.py").blocks) == 1) is whole
