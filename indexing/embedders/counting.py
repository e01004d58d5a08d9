"""An embedder of which only the tokenizer is in memory: enough to cut texts, a tenth of the time and no PyTorch.

The model itself is loaded when a vector is asked for, as chunkers do that cut where the meaning changes.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder, EmbedderManifest, Tokenizer, Vectors
from indexing.embedders.encoder import LARGEST_WINDOW
from indexing.tokens import HuggingFaceTokenizer


class _Stated(Struct, frozen=True):
    """What sentence_bert_config.json says."""

    max_seq_length: int | None = None


def counting_embedder(config: EmbedderConfig, folder: Path, load: Callable[[], Embedder]) -> Embedder:
    """An embedder that counts as the model in `folder` does; `load` gives the model itself, at once
    when it was given before.

    A folder that does not state the model's window in sentence_bert_config.json is loaded at once. Raises
    ModelUnavailable.
    """
    window = _stated_window(folder)
    if window is None:
        return load()
    return CountingEmbedder(config, folder, window, load)


class CountingEmbedder:
    """`Embedder` whose manifest has only what cutting a text needs: window and prefixes. Thread-safe."""

    manifest: EmbedderManifest
    """`fingerprint` and `pooling` are empty, `dimension` is 0: only the weights tell."""
    tokenizer: Tokenizer

    def __init__(self, config: EmbedderConfig, folder: Path, window: int, load: Callable[[], Embedder]) -> None:
        """`window`: the model's own, in tokens. Raises ModelUnavailable without a readable tokenizer."""
        self.manifest = EmbedderManifest(
            model=config.model,
            fingerprint="",
            dimension=0,
            max_tokens=min(window, config.max_tokens or window),
            query_prefix=config.query_prefix,
            passage_prefix=config.passage_prefix,
            normalize=config.normalize,
            pooling="",
        )
        self.tokenizer = HuggingFaceTokenizer.from_folder(folder)
        self._load = load

    def embed_query(self, text: str) -> tuple[NDArray[np.float32], bool]:
        """As the model does, which is loaded for it."""
        return self._load().embed_query(text)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """As the model does, which is loaded for it."""
        return self._load().embed_passages(texts)

    def embed_late(self, groups: Sequence[Sequence[str]]) -> Vectors:
        """As the model does, which is loaded for it."""
        return self._load().embed_late(groups)


def _stated_window(folder: Path) -> int | None:
    """The window that the folder states; None: the model must be asked."""
    try:
        stated = msgspec.json.decode((folder / "sentence_bert_config.json").read_bytes(), type=_Stated).max_seq_length
    except (OSError, msgspec.MsgspecError):
        return None
    return stated if stated and 0 < stated <= LARGEST_WINDOW else None
