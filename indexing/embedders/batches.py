"""Batches of texts of like length, so that little of a batch is padding."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def batches_by_length(lengths: Sequence[int], budget_tokens: int) -> list[NDArray[np.intp]]:
    """Indices of `lengths` in batches, longest first; each index once.

    A batch is padded to its longest member and holds at most `budget_tokens` then, or one member. Equal lengths keep
    their order, so that equal input gives equal batches.

    >>> [batch.tolist() for batch in batches_by_length([3, 9, 4, 2], 10)]
    [[1], [2, 0], [3]]
    """
    order = np.argsort(-np.asarray(lengths, dtype=np.int64), kind="stable")
    found, start = [], 0
    while start < len(order):
        longest = max(1, lengths[order[start]])
        end = start + max(1, budget_tokens // longest)
        found.append(order[start:end])
        start = end
    return found
