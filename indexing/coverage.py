"""Coverage: the share of a text's visible characters that a chunk owns or the parser has declared removed."""

from indexing.model import Outline


def coverage(text: str, outline: Outline) -> float:
    """0 to 1; 1 for a text without visible characters.

    >>> coverage("rent", Outline(sections=(), parents=(), chunks=()))
    0.0
    """
    spans = sorted([chunk.span for chunk in outline.chunks] + [removal.span for removal in outline.removed])
    missed, end = 0, 0
    for span in spans:
        missed += _count_visible(text[end : span.start])
        end = max(end, span.end)
    missed += _count_visible(text[end:])
    return 1.0 - missed / max(1, _count_visible(text))


def _count_visible(text: str) -> int:
    return sum(map(len, text.split()))
