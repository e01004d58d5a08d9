"""Append-only columns in memory: what a catalog is made of and what its snapshots look at.

A view taken from a column never changes: appending writes behind it, and changing an entry copies the column first.
One writer, any number of readers.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray


class Column:
    """A growing numpy array of one dtype, optionally with rows of a fixed width."""

    def __init__(self, dtype: DTypeLike, width: int | None = None) -> None:
        self._tail = () if width is None else (width,)
        self._array: NDArray[Any] = np.empty((0, *self._tail), dtype=dtype)
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def extend(self, values: ArrayLike) -> None:
        """Append `values`, shape (n,) or (n, width). Amortised cost n."""
        added = np.asarray(values, dtype=self._array.dtype)
        end = self._length + len(added)
        if end > len(self._array):
            grown = np.empty((max(end, 2 * len(self._array), 1024), *self._tail), dtype=self._array.dtype)
            grown[: self._length] = self._array[: self._length]
            self._array = grown
        self._array[self._length : end] = added
        self._length = end

    def change(self, where: slice | NDArray[Any], values: ArrayLike) -> None:
        """Replace entries. Copies, so that views taken before keep what they saw."""
        self._array = self._array.copy()
        self._array[where] = values

    def view(self) -> NDArray[Any]:
        """What the column holds now, without copying."""
        return self._array[: self._length]


class ValueColumn:
    """One attribute over all documents, as (document, value code) pairs: none, one, or one per list item."""

    def __init__(self) -> None:
        self._codes: dict[Any, int] = {}
        self._documents, self._pairs = Column(np.int32), Column(np.int32)

    def append(self, document: int, value: Any) -> None:
        """Record `value` (None: nothing) for the document row `document`."""
        items: Iterable[Any] = () if value is None else value if isinstance(value, (list, tuple)) else (value,)
        codes = [self._codes.setdefault(_key(item), len(self._codes)) for item in items]
        self._documents.extend([document] * len(codes))
        self._pairs.extend(codes)

    def replace(self, document: int, value: Any) -> None:
        """Forget what `document` had and record `value`. Copies."""
        keep = self._documents.view() != document
        documents, pairs = self._documents.view()[keep], self._pairs.view()[keep]
        self._documents, self._pairs = Column(np.int32), Column(np.int32)
        self._documents.extend(documents)
        self._pairs.extend(pairs)
        self.append(document, value)

    def view(self) -> "Values":
        """What the column holds now."""
        return Values(self._codes, self._documents.view(), self._pairs.view())


class Values:
    """A view of a ValueColumn: which documents have a value that passes a test."""

    def __init__(self, codes: dict[Any, int], documents: NDArray[np.int32], pairs: NDArray[np.int32]) -> None:
        self._codes, self._documents, self._pairs = codes, documents, pairs

    def present(self, n: int) -> NDArray[np.bool_]:
        """Shape (n,): which of the first `n` documents have any value."""
        mask = np.zeros(n, dtype=np.bool_)
        mask[self._documents] = True
        return mask

    def equal(self, values: Iterable[Any], n: int) -> NDArray[np.bool_]:
        """Shape (n,): which documents have one of `values`."""
        wanted = [code for code in (self._codes.get(_key(value)) for value in values) if code is not None]
        return self._having(np.isin(self._pairs, wanted), n)

    def between(self, low: Any, high: Any, *, closed: tuple[bool, bool], n: int) -> NDArray[np.bool_]:
        """Shape (n,): which documents have a value between `low` and `high` (None: none); `closed` includes them."""
        size = int(self._pairs.max()) + 1 if len(self._pairs) else 0
        passes = np.zeros(size, dtype=np.bool_)
        for (_, value), code in list(self._codes.items())[:size]:
            above = low is None or value > low or (closed[0] and value == low)
            passes[code] = above and (high is None or value < high or (closed[1] and value == high))
        return self._having(passes[self._pairs], n)

    def _having(self, hit: NDArray[np.bool_], n: int) -> NDArray[np.bool_]:
        mask = np.zeros(n, dtype=np.bool_)
        mask[self._documents[hit]] = True
        return mask


def _key(value: Any) -> tuple[str, Any]:
    """A dict key under which True and 1 differ and 1 and 1.0 do not."""
    return type(value).__name__ if not isinstance(value, (int, float)) or isinstance(value, bool) else "number", value
