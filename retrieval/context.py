"""Context: which chunks of each group are read within the budgets, decided before any text is.

Whole chunks are left out from the far ends, never from the middle, and never the best hit; only a best hit that alone
is larger than its budget is cut.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from retrieval.expand import Expander
from retrieval.group import Group
from retrieval.model import Query, Stopped


class Choice(Struct, frozen=True, kw_only=True):
    """What one passage will show."""

    group: Group
    rows: tuple[int, ...]
    """Rising; all readable."""
    tokens: int
    """Own tokens of the rows; 1 where `cut_tokens` is set and the true number is not known yet."""
    truncated: bool
    cut_tokens: int | None
    """Budget of a passage whose one chunk is too large for it; None otherwise."""


def choose(groups: Iterable[Group], expander: Expander, query: Query) -> tuple[list[Choice], Stopped]:
    """Choices for the beginning of `groups`, and why there are no more. Groups are drawn only as they are needed."""
    chosen: list[Choice] = []
    left = query.max_context_tokens
    for group in groups:
        budget = query.max_passage_tokens if chosen or left is None else min(query.max_passage_tokens, left)
        choice = chosen_rows(group, expander, budget)
        if left is not None:
            if chosen and choice.tokens > left:
                return chosen, "budget"
            left -= choice.tokens
        chosen.append(choice)
        if len(chosen) == query.top_k:
            return chosen, "top_k"
    return chosen, "exhausted"


def chosen_rows(group: Group, expander: Expander, budget_tokens: int) -> Choice:
    """The rows of a group's passage that fit."""
    rows = expander.rows(group)
    tokens = expander.tokens(rows)
    place = {row: position for position, row in enumerate(rows)}
    hits = [place[hit.row] for hit in group.hits]
    if tokens[hits[0]] > budget_tokens:
        return Choice(group=group, rows=(group.best.row,), tokens=1, truncated=True, cut_tokens=budget_tokens)
    low, high = within_budget(tokens, hits, budget_tokens)
    kept = expander.trimmed(rows[low:high])
    return Choice(
        group=group,
        rows=tuple(kept),
        tokens=sum(tokens[place[row]] for row in kept),
        truncated=high - low < len(rows),
        cut_tokens=None,
    )


def within_budget(tokens: Sequence[int], hits: Sequence[int], budget_tokens: int) -> tuple[int, int]:
    """The largest run `[low, high)` around the best hit that fits: grown towards the other hits, then to both sides.

    `hits` are positions in `tokens`, best first; the best one fits. A side ends at the first chunk that does not.

    >>> within_budget([5, 5, 5, 5, 5], [2], 15), within_budget([5, 5, 5, 5, 5], [2, 0], 15)
    ((1, 4), (0, 3))
    """
    low, high = hits[0], hits[0] + 1
    left, after = budget_tokens - tokens[low], True
    while True:
        fits_before = low > 0 and tokens[low - 1] <= left
        fits_after = high < len(tokens) and tokens[high] <= left
        if not (fits_before or fits_after):
            return low, high
        goal = next((hit for hit in hits if not low <= hit < high), None)
        forward = after if goal is None else goal >= high
        if fits_after and (forward or not fits_before):
            left -= tokens[high]
            high, after = high + 1, False
        else:
            low, after = low - 1, True
            left -= tokens[low]
