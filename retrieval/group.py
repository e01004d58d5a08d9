"""Grouping: hits to the parents they lie in.

A parent's score is its best child's: neither many weak children nor few strong ones change it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from retrieval.candidates import Hit

Parents = NDArray[np.integer[Any]]
"""Shape (rows,): the parent each row lies in."""


class Group(Struct, frozen=True):
    """What one passage is made of."""

    parents: tuple[int, ...]
    """Positions in `Snapshot.parents`, neighbours, rising."""
    hits: tuple[Hit, ...]
    """Best first; each lies in one of the parents."""

    @property
    def best(self) -> Hit:
        """The hit whose score is the group's."""
        return self.hits[0]


def by_parent(hits: Iterable[Hit], parents: Parents) -> list[Group]:
    """One group per parent of `hits` (best first), in the order of their best hits. `parents` is indexed by row.

    >>> hits = [Hit(0, 0.9, None, 1, None), Hit(2, 0.8, None, 2, None), Hit(1, 0.1, None, 3, None)]
    >>> [(group.parents, group.best.score) for group in by_parent(hits, np.array([0, 0, 1]))]
    [((0,), 0.9), ((1,), 0.8)]
    """
    found: dict[int, list[Hit]] = {}
    for hit in hits:
        found.setdefault(int(parents[hit.row]), []).append(hit)
    return [Group((parent,), tuple(children)) for parent, children in found.items()]


def new_parents(known: Iterable[Group], hits: Iterable[Hit], parents: Parents) -> Iterator[Group]:
    """A group for each parent of `hits` that no `known` group has, made of its first hit alone, as they come."""
    seen = {parent for group in known for parent in group.parents}
    for hit in hits:
        parent = int(parents[hit.row])
        if parent not in seen:
            seen.add(parent)
            yield Group((parent,), (hit,))
