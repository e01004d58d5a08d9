"""The heading chunker: each section a chunk of its own, without the sections inside it.

The method of LangChain's MarkdownHeaderTextSplitter followed by a splitter for what is too long: that is cut behind
blocks, and behind sentences where a block would leave more than half of the limit unused.
"""

from indexing.chunkers.by_borders import chunk_at
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.ranges import Borders
from indexing.chunkers.section_text import block_borders, section_texts, sentence_borders
from indexing.model import Outline


def chunk(cutting: Cutting) -> Outline:
    """The outline of a text, cut at its headings."""
    texts = section_texts(cutting)
    borders = [Borders(coarse=block_borders(text), sentences=sentence_borders(text)) for text in texts]
    return chunk_at(cutting, texts, borders, method="heading")
