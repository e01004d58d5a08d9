import pytest

from indexing.parsers.listing import listing_cuts


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
