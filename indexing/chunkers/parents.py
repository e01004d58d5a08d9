"""Parents: the units of reading, runs of whole chunks that partition a document.

A section that fits the limit, descendants included, is one parent. Of a longer one, the chunks before its first child
and its small children are grouped in even runs under its heading, and its long children are divided in turn.
"""

from collections.abc import Sequence
from typing import NamedTuple

from indexing.model import Chunk, Parent, Section


class _Run(NamedTuple):
    """Chunks `[first, end)` that belong together under `section`."""

    section: int
    first: int
    end: int


class _Tree:
    """The chunks of each section and the tokens before each chunk, for one document."""

    def __init__(self, sections: Sequence[Section], chunks: Sequence[Chunk]) -> None:
        self.children: list[list[int]] = [[] for _ in sections]
        for section in sections:
            if section.parent >= 0:
                self.children[section.parent].append(section.index)
        self.before = [0]
        self.own = [0] * len(sections)
        for chunk in chunks:
            self.before.append(self.before[-1] + chunk.own_tokens)
            self.own[chunk.section] += 1
        self.size = list(self.own)
        for section in reversed(sections):
            if section.parent >= 0:
                self.size[section.parent] += self.size[section.index]

    def tokens(self, run: _Run) -> int:
        """Own tokens of a run."""
        return self.before[run.end] - self.before[run.first]

    def innermost(self, section: int) -> int:
        """The deepest section that holds all chunks of `section`: the one whose path says most about them."""
        while not self.own[section]:
            filled = [child for child in self.children[section] if self.size[child]]
            if len(filled) != 1:
                break
            section = filled[0]
        return section


def build_parents(sections: Sequence[Section], chunks: Sequence[Chunk], *, limit: int) -> tuple[Parent, ...]:
    """The parents of `chunks`, both in order; together they hold every chunk once. No chunks: none.

    A parent has at most `limit` own tokens unless it is one chunk, or one chunk and the headings above it.
    """
    tree = _Tree(sections, chunks)
    whole = _Run(0, 0, len(chunks))
    runs = _with_headings(_divide(tree, whole, limit), tree, [chunk.indexed for chunk in chunks], limit)
    of = [0] * len(sections)
    parts = []
    for run in runs:
        of[run.section] += 1
        parts.append(of[run.section])
    return tuple(
        Parent(index=i, section=run.section, first_chunk=run.first, end_chunk=run.end, part=part, of=of[run.section])
        for i, (run, part) in enumerate(zip(runs, parts, strict=True))
    )


def _divide(tree: _Tree, run: _Run, limit: int) -> list[_Run]:
    """The runs that a section's whole content is read in, in order."""
    if run.first == run.end:
        return []
    if tree.tokens(run) <= limit:
        return [_Run(tree.innermost(run.section), run.first, run.end)]
    parts: list[_Run] = []
    small: list[_Run] = []
    for item in _items(tree, run):
        if tree.tokens(item) <= limit:
            small.append(item)
            continue
        parts += _grouped(tree, small, run.section, limit)
        small = []
        is_own = item.section == run.section
        parts += _grouped(tree, _single_chunks(item), run.section, limit) if is_own else _divide(tree, item, limit)
    return parts + _grouped(tree, small, run.section, limit)


def _items(tree: _Tree, run: _Run) -> list[_Run]:
    """A section's own chunks as one run, then each child with its descendants; empty ones left out."""
    end = run.first + tree.own[run.section]
    items = [_Run(run.section, run.first, end)]
    for child in tree.children[run.section]:
        items.append(_Run(child, end, end + tree.size[child]))
        end += tree.size[child]
    return [item for item in items if item.end > item.first]


def _single_chunks(run: _Run) -> list[_Run]:
    return [_Run(run.section, chunk, chunk + 1) for chunk in range(run.first, run.end)]


def _grouped(tree: _Tree, items: Sequence[_Run], section: int, limit: int) -> list[_Run]:
    """`items` in even groups of at most `limit` tokens: of several items under `section`, of one under its own."""
    groups = []
    for first, end in even_groups([tree.tokens(item) for item in items], limit):
        group = items[first:end]
        groups.append(_Run(section if len(group) > 1 else group[0].section, group[0].first, group[-1].end))
    return groups


def even_groups(sizes: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """`sizes` in consecutive groups `[first, end)` of at most `limit`, a larger size alone: as few as possible, and of
    so many the largest as small as possible.

    >>> even_groups([4, 4, 4, 4], 12), even_groups([9, 1, 12, 1], 10), even_groups([], 10)
    ([(0, 2), (2, 4)], [(0, 2), (2, 3), (3, 4)], [])
    """
    fewest = len(_filled(sizes, limit))
    low, high = 1, limit
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if len(_filled(sizes, middle)) <= fewest else (middle + 1, high)
    return _filled(sizes, high)


def _filled(sizes: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """`sizes` in consecutive groups, each filled as far as `limit` allows."""
    groups: list[tuple[int, int]] = []
    first = total = 0
    for end, size in enumerate(sizes):
        if end > first and total + size > limit:
            groups.append((first, end))
            first, total = end, 0
        total += size
    return [*groups, (first, len(sizes))] if sizes else groups


def _with_headings(runs: list[_Run], tree: _Tree, indexed: Sequence[bool], limit: int) -> list[_Run]:
    """`runs` where one of headings alone has joined the run behind it, if that has room for it."""
    joined: list[_Run] = []
    for run in reversed(runs):
        follower = joined[-1] if joined else None
        if follower and not any(indexed[run.first : run.end]):
            whole = _Run(follower.section, run.first, follower.end)
            single = follower.end - follower.first == 1
            if single or tree.tokens(whole) <= limit:
                joined[-1] = whole
                continue
        joined.append(run)
    return joined[::-1]
