from itertools import pairwise

import pytest

from indexing.parsers.listing import listing_borders, listing_cuts


@pytest.mark.parametrize(
    ("source", "cuts"),
    [
        ("a", []),
        ("a\nb\nc", []),
        ("a\n\n\nb\n\n", [3]),
        ("def f():\n    x\ndef g():\n    y", [2]),
        ("x\n@cached\n# why\ndef f():\n    x", [1]),
        ("# file\ndef f():\n    x", []),
        ("func a() {\n\tx()\n}\n// b\nfunc b() {\n}", [3]),
        ("if (a) {\n  b\n} else {\n  c\n}", []),
        ("if a:\n    b\nelse:\n    c\nd()", [4]),
        ("kind: Pod\nmetadata:\n  name: a\nspec:\n  x: 1\n---\nkind: Job", [3, 5]),
        ("SELECT a\nFROM b;\nSELECT c\nFROM d;", [2]),
        ("class A:\n    def f(self):\n        x\n\n    def g(self):\n        y", [4]),
    ],
)
def test_listings_are_cut_after_blank_lines_and_before_what_begins_at_the_margin(source: str, cuts: list[int]) -> None:
    assert listing_cuts(source.split("\n")) == cuts


def test_very_long_lines_are_cut_behind_separators_in_steps() -> None:
    source = "a=1\n\n" + "call(argument);" * 200 + "\nb"
    borders = listing_borders(source)
    assert borders[0] == 5
    assert all(source[border - 1] == ";" for border in borders[1:])
    assert all(200 <= second - first <= 600 for first, second in pairwise(borders))


def test_a_long_line_without_separators_has_no_borders() -> None:
    assert listing_borders("x" * 5000) == []
