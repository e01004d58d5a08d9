"""The paragraph chunker: each block a chunk of its own, a heading with the block behind it.

The unit of passage retrieval since Callan (Passage-level evidence in document retrieval, SIGIR 1994) compared discourse
passages with windows. A block longer than the limit is cut behind sentences.
"""

from indexing.chunkers.by_borders import chunk_at
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.ranges import Borders
from indexing.chunkers.section_text import block_borders, section_texts, sentence_borders
from indexing.model import Outline


def chunk(cutting: Cutting) -> Outline:
    """The outline of a text, cut behind each block."""
    texts = section_texts(cutting)
    borders = [Borders(always=block_borders(text), sentences=sentence_borders(text)) for text in texts]
    return chunk_at(cutting, texts, borders, method="paragraph")
