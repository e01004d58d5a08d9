"""Fixed windows of tokens: what most retrieval tutorials begin with, and the baseline that others are measured by.

The method is that of token splitters such as LangChain's TokenTextSplitter: consecutive windows that fill the limit,
whatever the text says. Here a window ends at the last blank that fits, never inside a visible character, a link or an
identifier that fits by itself, and at every border of a section. Overlap is the last tokens before the window.
"""

from indexing.chunkers.by_borders import chunk_at
from indexing.chunkers.cutting import Cutting
from indexing.chunkers.ranges import Borders
from indexing.chunkers.section_text import section_texts
from indexing.model import Outline


def chunk(cutting: Cutting) -> Outline:
    """The outline of a text, cut into windows."""
    texts = section_texts(cutting)
    return chunk_at(cutting, texts, [Borders()] * len(texts), method="fixed")
