from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from evaluation.cached_embedder import TEXTS_AT_ONCE, CachedEmbedder
from evaluation.vector_cache import VectorCache
from indexing.embedders import Embedder
from tests.fakes import HashingEmbedder


def _cached(model: HashingEmbedder, cache: VectorCache, **given: Any) -> CachedEmbedder:
    return CachedEmbedder(cast(Embedder, model), cache, **given)


TEXTS = ["boots keep dry", "伞要晾干", "hats shade", "boots keep dry"]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[VectorCache]:
    opened = VectorCache(tmp_path / "vectors.sqlite")
    yield opened
    opened.close()


class Breaking(HashingEmbedder):
    """Reads so many batches, then breaks."""

    batches = 0

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.batches == 0:
            raise KeyboardInterrupt
        self.batches -= 1
        return super().embed_passages(texts)


def test_vectors_are_the_model_s_with_and_without_the_cache(cache: VectorCache) -> None:
    model = HashingEmbedder()
    expected = model.embed_passages(TEXTS)
    for _ in range(2):
        made = _cached(model, cache).embed_passages(TEXTS)
        assert made.dtype == np.float32
        assert made.tobytes() == expected.tobytes()


def test_no_texts_make_no_rows(cache: VectorCache) -> None:
    assert _cached(HashingEmbedder(dimension=64), cache).embed_passages([]).shape == (0, 64)


def test_the_model_reads_each_text_once(cache: VectorCache) -> None:
    model = HashingEmbedder()
    embedder = _cached(model, cache)
    embedder.embed_passages(TEXTS)
    embedder.embed_passages([*TEXTS, "gloves"])
    assert [text.removeprefix("passage: ") for text in model.passages] == [
        "boots keep dry",
        "伞要晾干",
        "hats shade",
        "gloves",
    ]
    assert embedder.embedded == 4


def test_a_query_comes_back_as_the_model_made_it(cache: VectorCache) -> None:
    model = HashingEmbedder(max_tokens=8)
    long = "one two three four five six seven eight nine"
    expected = [model.embed_query(text) for text in ("boots", long)]
    for _ in range(2):
        made = [_cached(model, cache).embed_query(text) for text in ("boots", long)]
        assert [(vector.tobytes(), cut) for vector, cut in made] == [(v.tobytes(), cut) for v, cut in expected]
    assert [cut for _, cut in expected] == [False, True]


def test_what_a_query_took_is_remembered_across_runs(cache: VectorCache) -> None:
    _cached(HashingEmbedder(), cache).embed_query("boots")
    later = _cached(HashingEmbedder(), cache)
    took_ms = later.query_ms("boots")
    later.embed_query("boots")
    assert later.query_ms("boots") == took_ms > 0
    assert later.query_ms("hats") == 0


def test_a_query_and_a_passage_of_one_text_are_made_apart(cache: VectorCache) -> None:
    model = HashingEmbedder()
    model.manifest = replace(model.manifest, query_prefix="", passage_prefix="")
    embedder = _cached(model, cache)
    embedder.embed_query("boots")
    embedder.embed_passages(["boots"])
    assert model.passages == ["boots"]
    assert "boots" in model.queries


def test_a_text_longer_than_the_window_is_refused_and_not_kept(cache: VectorCache) -> None:
    embedder = _cached(HashingEmbedder(max_tokens=8), cache)
    for _ in range(2):
        with pytest.raises(ValueError, match="longer than the window"):
            embedder.embed_passages(["one two three four five six seven"])


def test_an_interruption_loses_one_batch_at_most(cache: VectorCache) -> None:
    texts = [f"text {i}" for i in range(3 * TEXTS_AT_ONCE)]
    model = Breaking()
    model.batches = 2
    with pytest.raises(KeyboardInterrupt):
        _cached(model, cache).embed_passages(texts)
    later = _cached(HashingEmbedder(), cache)
    later.embed_passages(texts)
    assert later.embedded == TEXTS_AT_ONCE


def test_progress_counts_only_what_the_model_has_to_read(cache: VectorCache) -> None:
    told: list[tuple[int, int]] = []
    embedder = _cached(HashingEmbedder(), cache, progress=lambda *at: told.append(at))
    embedder.embed_passages(TEXTS)
    embedder.embed_passages(["gloves", *TEXTS])
    embedder.embed_passages(TEXTS)
    assert told == [(3, 3), (1, 1)]


def test_groups_go_to_the_model_each_time(cache: VectorCache) -> None:
    model = HashingEmbedder(late=True)
    embedder = _cached(model, cache)
    groups = [["boots", "hats"], ["伞"]]
    for _ in range(2):
        assert embedder.embed_late(groups).tobytes() == model.embed_late(groups).tobytes()
    assert embedder.embedded == 6


def test_the_manifest_may_be_known_before_the_model_is_there(cache: VectorCache) -> None:
    model = HashingEmbedder()
    whole = model.manifest
    _cached(model, cache).embed_passages(["boots"])
    unloaded = Breaking()
    unloaded.manifest = replace(whole, fingerprint="", dimension=0, pooling="")
    embedder = _cached(unloaded, cache, manifest=whole)
    assert embedder.manifest == whole
    assert embedder.embed_passages(["boots"]).tobytes() == model.embed_passages(["boots"]).tobytes()
