import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.chunkers.atoms import atom_around, atoms_in
from indexing.model import Span
from tests.indexing.chunkers.build import outline_of, parsed_of, texts_of


@pytest.mark.parametrize(
    "atom",
    [
        "[the rules](https://example.com/a?b=c&d=1#e)",
        "![a plan of the house](plan.png)",
        "https://example.com/very/long/path/to/a/page.html",
        "`kubectl get pods --all`",
        "$a^2 + b^2 = c^2$",
        "max_passage_tokens",
        "io.example.Service#start",
        "1,234,567.89",
        '<a href="x.html" title="y">',
    ],
)
@pytest.mark.parametrize("around", ["词" * 40, "word " * 40])
def test_no_cut_goes_through_an_atom_that_fits(atom: str, around: str) -> None:
    parsed = parsed_of([("p", f"{around}{atom}{around}")])
    for limit in range(28, 40, 3):
        chunks = texts_of(parsed, outline_of(parsed, limit=limit))
        assert any(atom in chunk for chunk in chunks), limit


def test_an_atom_longer_than_the_limit_is_cut() -> None:
    parsed = parsed_of([("p", "见 `" + "甲乙" * 100 + "` 完")])
    chunks = texts_of(parsed, outline_of(parsed, limit=20))
    assert "".join("".join(chunks).split()) == "".join(parsed.text.split())
    assert all(len(chunk) <= 20 for chunk in chunks)


@given(st.text(alphabet="ab[]()`$<> .,:/\n甲_", max_size=80))
def test_atoms_are_disjoint_in_order_and_inside(text: str) -> None:
    atoms = atoms_in(text, 0, len(text))
    borders = [position for atom in atoms for position in (atom.start, atom.end)]
    assert borders == sorted(borders)
    assert all(atom_around(atoms, position) is None for position in borders)


def test_a_cut_inside_an_atom_names_it() -> None:
    atoms = [Span(2, 5), Span(5, 9)]
    assert [atom_around(atoms, at) for at in (0, 2, 3, 5, 8, 9)] == [None, None, Span(2, 5), None, Span(5, 9), None]


def test_unclosed_marks_cost_linear_time_only() -> None:
    assert atoms_in("[" * 200_000, 0, 200_000) == []
    assert atoms_in("`$<" * 50_000, 0, 150_000) is not None
