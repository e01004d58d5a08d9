"""The sentence chunker: whole sentences of a section packed up to the limit, whatever the blocks.

The method is that of LlamaIndex's SentenceSplitter: as many sentences as fit, then the next chunk. Overlap is whole
sentences. A sentence longer than the limit is cut.
"""

from indexing.chunkers.by_borders import chunk_at
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.ranges import Borders
from indexing.chunkers.section_text import section_texts, sentence_borders
from indexing.model import Outline


def chunk(cutting: Cutting) -> Outline:
    """The outline of a text, cut behind sentences."""
    texts = section_texts(cutting)
    borders = [Borders(sentences=sentence_borders(text)) for text in texts]
    return chunk_at(cutting, texts, borders, method="sentence")
