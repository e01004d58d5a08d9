"""The semantic chunker: a section is cut where the meaning of its sentences changes most.

Greg Kamradt's method (The 5 Levels of Text Splitting for Retrieval, 2023), as LangChain's SemanticChunker has it: each
sentence is embedded with one neighbour on each side, and a border lies where the cosine distance to the next is above
the 95th percentile. Here that percentile is the section's own, never the document's: a section that some may not read
must not move the borders of one they may. Of fewer than BORDERS distances none is above it. The limit holds as ever.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from indexing.chunkers.by_borders import chunk_at
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.ranges import Borders, reach_back
from indexing.chunkers.room import Counting
from indexing.chunkers.section_text import SectionText, section_texts, sentence_borders
from indexing.chunkers.source import Source
from indexing.model import Outline, Span

PERCENTILE: Final = 95
"""Kamradt's; LangChain's default too."""

BORDERS: Final = 21
"""The fewest distances of which one can be above the 95th percentile without interpolation."""

WINDOW: Final = 3
"""Sentences that are embedded together: the one asked about and its neighbours."""

DECIMALS: Final = 6
"""Distances are compared after rounding: vectors of equal texts differ by less from one batch to another."""


def chunk(cutting: Cutting) -> Outline:
    """The outline of a text, cut where neighbouring sentences differ most. Embeds once, for all its sections."""
    texts = section_texts(cutting)
    ends = [sentence_borders(text) for text in texts]
    sentences = [_sentences(text, at) for text, at in zip(texts, ends, strict=True)]
    windows = [
        window
        for text, spans in zip(texts, sentences, strict=True)
        for window in _windows(text.source, spans, tokens=_room(cutting) // WINDOW)
    ]
    vectors = cutting.embed(_fitting(windows, cutting)) if windows else np.zeros((0, 1), np.float32)
    rows = np.split(vectors, np.cumsum([len(spans) for spans in sentences])[:-1]) if texts else []
    borders = [
        Borders(always=[spans[index].end for index in breaks(own)], sentences=at)
        for spans, own, at in zip(sentences, rows, ends, strict=True)
    ]
    return chunk_at(cutting, texts, borders, method="semantic")


def breaks(vectors: NDArray[np.float32]) -> list[int]:
    """The indexes of the sentences that a border lies behind, rising. `vectors`: one a sentence, shape (n, d).

    >>> same, other = [1.0, 0.0], [0.0, 1.0]
    >>> breaks(np.array([same] * 12 + [other] * 12, dtype=np.float32))
    [11]
    >>> breaks(np.array([same] * 9 + [other] * 9, dtype=np.float32))
    []
    """
    if len(vectors) <= BORDERS:
        return []
    units = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.finfo(np.float32).tiny)
    distances = np.round(1.0 - (units[:-1] * units[1:]).sum(axis=1), DECIMALS)
    above: list[int] = np.flatnonzero(distances > np.percentile(distances, PERCENTILE, method="higher")).tolist()
    return above


def _sentences(text: SectionText, ends: Sequence[int]) -> list[Span]:
    """The sentences of a section without the blanks around them; none when there are too few to cut between them."""
    found = [text.source.trim(start, end) for start, end in pairwise([text.span.start, *ends])]
    spans = [span for span in found if span.end > span.start]
    return spans if len(spans) > BORDERS else []


def _room(cutting: Cutting) -> int:
    """Tokens that the window leaves for a text beside prefix and special tokens."""
    counting = Counting(tokenizer=cutting.tokenizer, prefix=cutting.passage_prefix)
    return max(1, cutting.window - counting.count([""])[0])


def _windows(source: Source, spans: Sequence[Span], *, tokens: int) -> Iterator[str]:
    """What is embedded for each sentence: it and its neighbours, of each the `tokens` that are nearest to it."""
    for index, span in enumerate(spans):
        before = [_end(source, other, tokens) for other in spans[max(0, index - 1) : index]]
        behind = [_beginning(source, other, tokens) for other in spans[index + 1 : index + 2]]
        window = [*before, _beginning(source, span, tokens), *behind]
        yield " ".join(" ".join(part.slice(source.plain) for part in window).split())


def _beginning(source: Source, span: Span, tokens: int) -> Span:
    return Span(span.start, min(span.end, source.reach(span.start, max(1, tokens))))


def _end(source: Source, span: Span, tokens: int) -> Span:
    return Span(max(span.start, reach_back(source, span.end, max(1, tokens))), span.end)


def _fitting(windows: Sequence[str], cutting: Cutting) -> list[str]:
    """`windows` as the embedder takes them: what counts more than planned loses half of itself until it fits."""
    counting = Counting(tokenizer=cutting.tokenizer, prefix=cutting.passage_prefix)
    fitting = list(windows)
    over = list(range(len(fitting)))
    while over:
        counts = counting.count(fitting[index] for index in over)
        over = [index for index, tokens in zip(over, counts, strict=True) if tokens > cutting.window and fitting[index]]
        for index in over:
            fitting[index] = fitting[index][: len(fitting[index]) // 2]
    return fitting
