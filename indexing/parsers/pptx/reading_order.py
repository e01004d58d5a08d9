"""The order in which shapes on a slide are read: by white space, rows before columns, each as far as it goes.

Recursive XY cut (Nagy and Seth 1984): where a straight gap runs between shapes from side to side, what is above comes
first; else where one runs from top to bottom, what is left of it. Shapes that overlap go by their top left corners.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

OVERLAP: Final = 0.1
"""Share of a shape that may reach over a gap at each side: frames are larger than the text in them."""
MAX_DEPTH: Final = 30
"""Of cuts in each other: a slide that people read needs few."""


class Frame(NamedTuple):
    """The rectangle of a shape, in any unit."""

    left: float
    top: float
    right: float
    bottom: float


def reading_order(frames: Sequence[Frame]) -> list[int]:
    """The indices of `frames` in the order in which they are read; equal places keep theirs.

    >>> title, left, right = Frame(0, 0, 10, 1), Frame(0, 2, 4, 9), Frame(5, 2, 9, 9)
    >>> reading_order([right, left, title])
    [2, 1, 0]
    """
    return _ordered(frames, list(range(len(frames))), MAX_DEPTH)


def _ordered(frames: Sequence[Frame], indices: list[int], depth: int) -> list[int]:
    if len(indices) > 1 and depth:
        for low, high in ((1, 3), (0, 2)):
            groups = _cut(frames, indices, low, high)
            if len(groups) > 1:
                return [index for group in groups for index in _ordered(frames, group, depth - 1)]
    return sorted(indices, key=lambda index: (frames[index].top, frames[index].left, index))


def _cut(frames: Sequence[Frame], indices: list[int], low: int, high: int) -> list[list[int]]:
    """The groups of frames between which straight gaps run; `low` and `high` are the sides that lie along the cut."""
    groups: list[list[int]] = []
    reach = float("-inf")
    for index in sorted(indices, key=lambda index: (frames[index][low], index)):
        margin = OVERLAP * (frames[index][high] - frames[index][low])
        if frames[index][low] + margin >= reach:
            groups.append([])
        groups[-1].append(index)
        reach = max(reach, frames[index][high] - margin)
    return groups
