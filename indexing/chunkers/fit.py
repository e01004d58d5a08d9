"""Exact counts: the embed text of every draft is rendered and counted, and a draft that exceeds is made smaller.

Planning sums the tokens of one pass over the text; a text of its own may have a few more. Each round makes every draft
that exceeds smaller, so it ends; most documents need one round. A single visible character stays whole, whatever it
counts.
"""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from indexing.chunkers.context import context_tokens
from indexing.chunkers.pack import Draft, is_row, pack, refit
from indexing.chunkers.pieces import Piece, cut, halve
from indexing.chunkers.room import Room
from indexing.chunkers.source import Source


class Fitted(Struct, frozen=True):
    """A draft whose embed text was counted."""

    draft: Draft
    tokens: int
    """Of the whole embed text, as `count` says."""


def fit(source: Source, drafts: Sequence[Draft], count: Callable[[Sequence[Draft]], list[int]]) -> list[Fitted]:
    """`drafts` with their counts, in order, cut further until each is within the limit of its section (around one whole
    table or code block: the wide one) or is a single visible character. `count` gives the exact tokens of embed texts.
    """
    done: list[Fitted] = []
    pending = list(drafts)
    while pending:
        smaller: list[Draft] = []
        for draft, tokens in zip(pending, count(pending), strict=True):
            allowed = _allowed(source, draft)
            parts = _smaller(source, draft, _target(draft, tokens, allowed)) if tokens > allowed else []
            smaller += parts
            if not parts:
                done.append(Fitted(draft, tokens))
        pending = smaller
    return sorted(done, key=lambda fitted: fitted.draft.start)


def _allowed(source: Source, draft: Draft) -> int:
    """Tokens the embed text of `draft` may have."""
    limits = draft.room.limits
    if draft.wide:
        return limits.wide
    return limits.usual + (draft.room.rows if is_row(source, draft.pieces[0]) else 0)


def _target(draft: Draft, tokens: int, allowed: int) -> int:
    """How many planned tokens `draft` should have, fewer than now, to count `allowed` instead of `tokens`.

    The excess is taken off; where that is more than half (words that come apart when cut), in proportion.
    """
    target = draft.tokens - (tokens - allowed)
    if target * 2 < draft.tokens:
        target = draft.tokens * allowed // tokens
    return max(0, min(draft.tokens - 1, target))


def _smaller(source: Source, draft: Draft, target: int) -> list[Draft]:
    """Drafts of the same pieces with `target` tokens: with less context, or cut. Of one visible character: none.

    Context that is needed is given up only for what can not be cut well: one piece, a whole table or code block.
    """
    own = source.count(draft.start, draft.end)
    divisible = len(draft.pieces) > 1 and not (draft.wide and draft.start == draft.room.begin)
    least = own + context_tokens(source, draft.context.needed) if divisible else own
    if draft.context.spans and least <= target:
        return [refit(source, draft, target)]
    if draft.wide and divisible:
        return _apart(source, draft)
    pieces = _cut(source, draft, target)
    if len(pieces) == 1:
        return [refit(source, draft, own)] if draft.context.spans else []
    room = _narrower(draft.room, target)
    drafts = pack(source, pieces, room, draft.before)
    if len(drafts) > 1 or drafts[0].tokens < draft.tokens:
        return drafts
    befores = [(*draft.before, *pieces[:i]) for i in range(len(pieces))]
    return [one for piece, before in zip(pieces, befores, strict=True) for one in pack(source, [piece], room, before)]


def _apart(source: Source, draft: Draft) -> list[Draft]:
    """The drafts of a whole table or code block and of what stands before it in `draft`: no heading, so it may."""
    *lead, last = draft.pieces
    before = (*draft.before, *lead)
    return pack(source, lead, draft.room, draft.before) + pack(source, [last], draft.room, before)


def _cut(source: Source, draft: Draft, target: int) -> list[Piece]:
    """The pieces of `draft`, the wide one and a single one cut in several of at most `target` tokens."""
    if len(draft.pieces) > 1 and not draft.wide:
        return list(draft.pieces)
    *lead, last = draft.pieces
    plain = replace(last, wide=False)
    parts = cut(source, plain, max(1, min(target, last.tokens - 1)))
    return [*lead, *(parts if len(parts) > 1 else halve(source, plain))]


def _narrower(room: Room, tokens: int) -> Room:
    """`room` for chunks of at most `tokens` planned tokens."""
    return replace(room, first=min(room.first, tokens), later=min(room.later, tokens), extra=0, rows=0)
