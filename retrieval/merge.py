"""Merging: hit parents that are neighbours in one section come back as one passage.

The best group takes its neighbours first, the better-ranked one before the other, as long as the union fits a passage.
What a group becomes depends on the pool and on better groups only, never on how many results are drawn.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from indexing.snapshot import Parents
from retrieval.candidates import Hit
from retrieval.expand import Expander
from retrieval.group import Group


def merge(groups: Sequence[Group], expander: Expander, budget_tokens: int) -> Iterator[Group]:
    """`groups` (best first, one parent each) with neighbours joined, each union at its best member's place.

    Lazy: a group is joined when it is drawn.
    """
    left = {group.parents[0]: rank for rank, group in enumerate(groups)}
    for group in groups:
        if left.pop(group.parents[0], None) is None:
            continue
        grown = group
        while (larger := _grown(grown, groups, left, expander, budget_tokens)) is not None:
            grown = larger
        yield grown


def _grown(
    group: Group, groups: Sequence[Group], left: dict[int, int], expander: Expander, budget_tokens: int
) -> Group | None:
    """`group` with its best neighbour that fits, which leaves `left` (parent to rank); None if there is none."""
    neighbours = [parent for parent in (group.parents[0] - 1, group.parents[-1] + 1) if parent in left]
    for parent in sorted(neighbours, key=left.__getitem__):
        other = groups[left[parent]]
        lower, upper = sorted((group, other), key=lambda side: side.parents)
        if not are_adjacent(expander.snapshot.parents, lower.parents[-1], upper.parents[0]):
            continue
        union = Group(lower.parents + upper.parents, tuple(sorted(group.hits + other.hits, key=_rank_key)))
        rows = expander.rows(union)
        if sum(expander.tokens(rows)) <= budget_tokens and _is_whole_between(rows, lower, upper):
            del left[parent]
            return union
    return None


def are_adjacent(parents: Parents, lower: int, upper: int) -> bool:
    """Whether the parents at these positions are consecutive parts of one section with no chunk between them."""
    return bool(
        parents.section[lower] == parents.section[upper]
        and parents.part[lower] + 1 == parents.part[upper]
        and parents.end_row[lower] == parents.first_row[upper]
    )


def _is_whole_between(rows: Sequence[int], lower: Group, upper: Group) -> bool:
    """Whether `rows` has every row from the lower group's last hit to the upper's first: no gap where they meet."""
    first, last = max(hit.row for hit in lower.hits), min(hit.row for hit in upper.hits)
    between = rows[rows.index(first) : rows.index(last) + 1]
    return all(after == row + 1 for row, after in pairwise(between))


def _rank_key(hit: Hit) -> tuple[float, int]:
    return -hit.score, hit.row
