"""Masks: which rows a request may read, and which of them it searches.

Rights come first and are mandatory; the filter only narrows what is searched. What a passage may show around its hits
is decided by rights alone, so a filter on the kind of a block does not take a found code block out of its explanation.
"""

from collections.abc import Callable, Collection
from typing import Any, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.access import Scope
from indexing.columns import Values
from indexing.format import KINDS
from indexing.snapshot import Snapshot
from retrieval.filters import BLOCK_FIELDS, DOCUMENT_ID, DOCUMENT_KIND, KIND, Comparison, Every, Filter, comparisons

Mask = NDArray[np.bool_]


class Masks(Struct, frozen=True):
    """What one scope sees of one snapshot."""

    sections: Mask
    """Shape (sections,): titles and text it may read."""
    readable: Mask
    """Shape (rows,): live rows it may read."""
    visible: Mask
    """Shape (rows,): readable, indexed rows the filter admits: the only ones that are searched, ranked and counted."""


def masks(snapshot: Snapshot, scope: Scope, condition: Filter | None) -> Masks:
    """The masks of a request."""
    sections = snapshot.allowed_sections(scope)
    readable = sections[snapshot.rows.section] & snapshot.live
    visible = readable & snapshot.rows.indexed
    if condition is not None and visible.any():
        visible &= row_mask(snapshot, condition)
    return Masks(sections, readable, visible)


def row_mask(snapshot: Snapshot, condition: Filter) -> Mask:
    """Shape (rows,): which rows `condition` admits, rights aside. Documents are compared once, not once a row."""
    if not any(comparison.field in BLOCK_FIELDS for comparison in comparisons(condition)):
        mask: Mask = _combined(condition, lambda leaf: _document_mask(snapshot, leaf))[snapshot.rows.document]
        return mask
    return _combined(condition, lambda leaf: _leaf_rows(snapshot, leaf))


def _combined(condition: Filter, leaf: Callable[[Comparison], Mask]) -> Mask:
    if isinstance(condition, Comparison):
        return leaf(condition)
    join = np.logical_and if isinstance(condition, Every) else np.logical_or
    mask: Mask = join.reduce([_combined(part, leaf) for part in condition.parts])
    return mask


def _leaf_rows(snapshot: Snapshot, leaf: Comparison) -> Mask:
    if leaf.field not in BLOCK_FIELDS:
        mask: Mask = _document_mask(snapshot, leaf)[snapshot.rows.document]
        return mask
    if leaf.field == KIND:
        return _compared(_Codes(snapshot.rows.kind, KINDS), leaf)
    return _compared(_Codes(snapshot.rows.language, snapshot.languages), leaf)


def _document_mask(snapshot: Snapshot, leaf: Comparison) -> Mask:
    built_in = {DOCUMENT_ID: snapshot.document_ids, DOCUMENT_KIND: snapshot.document_kinds}
    if leaf.field in built_in:
        return _compared(_Attribute(built_in[leaf.field], snapshot.n_documents), leaf)
    if leaf.field not in snapshot.attributes:  # declared after this snapshot was loaded: no document has it yet
        return np.full(snapshot.n_documents, leaf.operator == "$exists" and not leaf.value)
    values, n = snapshot.attributes[leaf.field], snapshot.n_documents
    if leaf.operator in ("$gt", "$gte"):
        return values.between(leaf.value, None, closed=(leaf.operator == "$gte", True), n=n)
    if leaf.operator in ("$lt", "$lte"):
        return values.between(None, leaf.value, closed=(True, leaf.operator == "$lte"), n=n)
    return _compared(_Attribute(values, n), leaf)


class _Field(Protocol):
    """One field over all documents or rows."""

    def present(self) -> Mask:
        """Which have a value."""
        ...

    def having(self, values: Collection[Any]) -> Mask:
        """Which have one of `values`."""
        ...


def _compared(field: _Field, leaf: Comparison) -> Mask:
    value = leaf.value
    match leaf.operator:
        case "$exists":
            return field.present() if value else ~field.present()
        case "$eq" | "$contains":
            return field.having((value,))
        case "$in":
            return field.having(value)
        case "$ne" | "$not_contains":
            return field.present() & ~field.having((value,))
        case _:
            return field.present() & ~field.having(value)


class _Attribute:
    """An attribute, or the id, over documents. The catalog keeps values of the declared type only."""

    def __init__(self, values: Values, n: int) -> None:
        self._values, self._n = values, n

    def present(self) -> Mask:
        return self._values.present(self._n)

    def having(self, values: Collection[Any]) -> Mask:
        return self._values.equal(values, self._n)


class _Codes:
    """A coded field of chunks, over rows; the empty name is no value."""

    def __init__(self, codes: NDArray[Any], names: Collection[str]) -> None:
        self._codes, self._names = codes, list(names)

    def present(self) -> Mask:
        return ~self.having(("",))

    def having(self, values: Collection[Any]) -> Mask:
        wanted = [code for code, name in enumerate(self._names) if name in values]
        return np.isin(self._codes, wanted)
