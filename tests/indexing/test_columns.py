from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from indexing.columns import Column, ValueColumn

VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 2), st.sampled_from(["a", "b"]), st.lists(st.integers(0, 3))
)


@given(st.lists(st.lists(st.integers(-9, 9), max_size=5), max_size=8))
def test_a_view_never_changes(batches: list[list[int]]) -> None:
    column, seen = Column(np.int32), []
    for batch in batches:
        column.extend(batch)
        seen.append((column.view(), column.view().tolist()))
        if len(column):
            column.change(slice(0, 1), 99)
    assert all(view.tolist() == then for view, then in seen)


def test_rows_have_a_width() -> None:
    column = Column(np.float32, 2)
    column.extend([[1, 2], [3, 4]])
    column.extend(np.zeros((0, 2)))
    assert column.view().tolist() == [[1, 2], [3, 4]]


@given(st.lists(VALUES, max_size=12), st.lists(st.tuples(st.integers(0, 11), VALUES), max_size=4), VALUES)
def test_a_value_column_finds_what_a_loop_finds(values: list[Any], changes: list[tuple[int, Any]], wanted: Any) -> None:
    column = ValueColumn()
    for document, value in enumerate(values):
        column.append(document, value)
    for document, value in changes:
        if document < len(values):
            column.replace(document, value)
            values[document] = value
    items = [v if isinstance(v, list) else [] if v is None else [v] for v in values]
    search = wanted if isinstance(wanted, list) else [wanted]

    def equal(one: Any, other: Any) -> bool:
        return one == other and isinstance(one, bool) == isinstance(other, bool)

    view = column.view()
    assert view.present(len(values)).tolist() == [bool(i) for i in items]
    assert view.equal(search, len(values)).tolist() == [any(equal(a, b) for a in i for b in search) for i in items]


def test_bounds_are_open_or_closed() -> None:
    column = ValueColumn()
    for document, value in enumerate([1, 2, 3, None]):
        column.append(document, value)
    view = column.view()
    assert view.between(2, None, closed=(True, False), n=4).tolist() == [False, True, True, False]
    assert view.between(1, 3, closed=(False, False), n=4).tolist() == [False, True, False, False]


def test_an_old_view_keeps_what_a_replacement_removed() -> None:
    column = ValueColumn()
    column.append(0, "a")
    before = column.view()
    column.replace(0, "b")
    assert before.equal(["a"], 1).tolist() == [True]
    assert column.view().equal(["a"], 1).tolist() == [False]
