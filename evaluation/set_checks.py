"""Whether the spans of a question stand in its documents as the question says."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

_SHOWN: Final = 60
"""Characters of a text that a message shows: enough to find it."""


class Claim(Struct, frozen=True, kw_only=True):
    """What one question says of one document."""

    place: str
    """File, line and question, as a message names them."""
    field: str
    """The field the spans are from."""
    document_id: str
    spans: tuple[tuple[int, int], ...]
    """`[start, end)` as given: in any order, overlapping or not."""
    references: tuple[str, ...] | None = None
    """The text that each span is said to hold; None: nothing is said."""


def faults(claim: Claim, text: str) -> Iterator[str]:
    """What is wrong with `claim` about the document whose text is `text`, a message each."""
    about = f"{claim.place}: {claim.field} in {claim.document_id!r}"
    if claim.references is not None and len(claim.references) != len(claim.spans):
        yield (
            f"{about}: {len(claim.spans)} spans have {len(claim.references)} references; "
            "give each span its text, or leave reference out"
        )
        return
    for number, (start, end) in enumerate(claim.spans):
        reference = claim.references[number] if claim.references is not None else None
        fault = _fault((start, end), text, reference)
        if fault:
            yield f"{about}: [{start}, {end}] {fault}"


def merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """`spans` in order, overlapping ones as one. Spans that only touch stay two.

    >>> merged([(8, 9), (0, 4), (2, 6), (6, 8)])
    [(0, 6), (6, 8), (8, 9)]
    """
    result: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if result and start < result[-1][1]:
            result[-1] = result[-1][0], max(end, result[-1][1])
        else:
            result.append((start, end))
    return result


def _fault(span: tuple[int, int], text: str, reference: str | None) -> str:
    """Why `span` is not what it is said to be; empty when it is."""
    start, end = span
    if start >= end:
        return "is empty; end is exclusive, so it must be larger than start"
    if start < 0 or end > len(text):
        return f"lies outside the text, which has {len(text)} characters; count code points of the decoded text"
    found = text[start:end]
    if found.isspace():
        return "holds blanks only; mark the words that answer the question"
    if reference is None or found == reference:
        return ""
    at = text.find(reference) if reference else -1
    way_out = f"it first stands at [{at}, {at + len(reference)}]" if at >= 0 else "it stands nowhere in the document"
    return f"holds {_shown(found)}, but reference says {_shown(reference)}; {way_out}"


def _shown(text: str) -> str:
    """`text` as a message shows it.

    >>> _shown("a" * 100)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa … aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' (100 characters)"
    """
    half = _SHOWN // 2
    return repr(text) if len(text) <= _SHOWN else f"{f'{text[:half]} … {text[-half:]}'!r} ({len(text)} characters)"
