"""How much text each page of an extracted text has."""

from collections.abc import Iterator, Sequence

from indexing.model import PageFacts


def page_facts(starts: Sequence[int], text: str) -> tuple[PageFacts, ...]:
    """The visible characters of each page; page n begins at `starts[n - 1]`.

    >>> [facts.characters for facts in page_facts((0, 5, 5), "a b\\n\\nc")]
    [2, 0, 1]
    """
    return tuple(
        PageFacts(number=number, characters=sum(map(len, text[start:end].split())))
        for number, (start, end) in enumerate(page_ranges(starts, text), 1)
    )


def page_ranges(starts: Sequence[int], text: str) -> Iterator[tuple[int, int]]:
    """The range of each page."""
    return zip(starts, [*starts[1:], len(text)], strict=True)
