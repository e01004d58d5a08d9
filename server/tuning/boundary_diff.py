"""What a change of rules changes in a document, chunk by chunk."""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from indexing.model import Span
from server.tuning.boundaries import Boundary, boundaries, parent_spans
from server.tuning.cut_files import Cut

Fate = Literal["only_a", "only_b", "changed", "alike"]
"""A chunk that only the first rules make, only the second, both but otherwise, or both alike."""

COMPARED: Final = ("path", "tokens", "context", "method", "kind", "language", "flags", "indexed", "key")
"""What chunks of one span are compared in, besides their embed texts and their parents."""


class Change(Struct, frozen=True, kw_only=True):
    """What becomes of one span."""

    fate: Fate
    before: Boundary | None
    """None: only the second rules make it."""
    after: Boundary | None
    """None: only the first make it."""
    fields: tuple[str, ...] = ()
    """Of a changed one: what differs, as in COMPARED, or `embed text`, or `parent`."""
    parents: tuple[Span, ...] = ()
    """Of one that both make: the range it is read in by the first rules, and by the second."""

    @property
    def span(self) -> Span:
        """Of the chunk, or of both."""
        row = self.before or self.after
        assert row is not None
        return row.span


class Difference(Struct, frozen=True, kw_only=True):
    """One document, cut by two rules."""

    before: Cut
    after: Cut
    same_text: bool
    """False: the rules read other texts from its bytes, so no chunk of the one is a chunk of the other."""
    changes: tuple[Change, ...]
    """Every chunk of both, in order; of two that begin together the first rules' first."""

    def count(self, fate: Fate) -> int:
        """How many chunks have this fate."""
        return sum(change.fate == fate for change in self.changes)

    @property
    def equal(self) -> bool:
        """Whether the rules make the same of the document."""
        return self.same_text and self.count("alike") == len(self.changes)


class _Side(Struct, frozen=True, kw_only=True):
    """What is compared of one cut."""

    rows: dict[Span, Boundary]
    texts: Sequence[str]
    parents: Sequence[Span]


def compare(before: Cut, after: Cut) -> Difference:
    """What differs between two cuts of one document."""
    same_text = before.parsed.text == after.parsed.text
    old, new = _side(before), _side(after)
    changes = []
    for span in old.rows.keys() | new.rows.keys() if same_text else ():
        changes += list(_changes(old, new, span))
    if not same_text:
        changes = [Change(fate="only_a", before=row, after=None) for row in old.rows.values()]
        changes += [Change(fate="only_b", before=None, after=row) for row in new.rows.values()]
    changes.sort(key=_order)
    return Difference(before=before, after=after, same_text=same_text, changes=tuple(changes))


def _side(cut: Cut) -> _Side:
    return _Side(
        rows={row.span: row for row in boundaries(cut)},
        texts=cut.embed_texts(),
        parents=parent_spans(cut.outline),
    )


def _changes(old: _Side, new: _Side, span: Span) -> Iterator[Change]:
    """What becomes of a span that either side has."""
    before, after = old.rows.get(span), new.rows.get(span)
    if before is None or after is None:
        yield Change(fate="only_b" if before is None else "only_a", before=before, after=after)
        return
    fields = [name for name in COMPARED if getattr(before, name) != getattr(after, name)]
    if old.texts[before.ordinal] != new.texts[after.ordinal]:
        fields.append("embed text")
    parents = old.parents[before.parent], new.parents[after.parent]
    fields += ["parent"] if parents[0] != parents[1] else []
    fate: Fate = "changed" if fields else "alike"
    yield Change(fate=fate, before=before, after=after, fields=tuple(fields), parents=parents)


def _order(change: Change) -> tuple[int, int, int]:
    return change.span.start, change.before is None, change.span.end
