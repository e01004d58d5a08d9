import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from indexing.config import EmbedderConfig
from indexing.embedders import Embedder
from indexing.embedders.locate import MINILM, locate
from indexing.embedders.sentence_transformer import load_embedder
from indexing.errors import InvalidConfig, ModelUnavailable

RENT = "The tenant pays rent on the first day of each month. "
TAIL = "The deposit is nine hundred euros."

QUIET_LOAD = """
import sys
from pathlib import Path
from indexing.config import EmbedderConfig
from indexing.embedders.sentence_transformer import load_embedder
assert not {"torch", "transformers", "sentence_transformers"} & sys.modules.keys()
embedder = load_embedder(EmbedderConfig(model=sys.argv[1]), Path(sys.argv[2]))
print(embedder.embed_passages(["a", "b"]).shape)
"""


def test_importing_is_cheap_and_loading_is_quiet(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", QUIET_LOAD, MINILM, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("(2, 384)\n", "")


def test_the_manifest_states_the_models_own_window_and_pooling(minilm: Embedder) -> None:
    manifest = minilm.manifest
    assert (manifest.model, manifest.dimension, manifest.max_tokens) == (MINILM, 384, 256)
    assert (manifest.pooling, manifest.normalize, len(manifest.fingerprint)) == ("mean", True, 64)


def test_no_token_is_dropped_silently(minilm: Embedder) -> None:
    with pytest.raises(ValueError, match="text 1 has"):
        minilm.embed_passages(["short", RENT * 40 + TAIL])


def test_a_query_beyond_the_window_keeps_its_end(minilm: Embedder) -> None:
    end = RENT * 30 + TAIL
    one, cut = minilm.embed_query("Cats and dogs. " * 20 + end)
    other, _ = minilm.embed_query("天气很好。" * 200 + end)
    assert cut
    assert np.abs(one - other).max() <= 1e-6
    assert one @ minilm.embed_query(RENT * 30 + "Pets are not allowed.")[0] < 0.999


@pytest.mark.parametrize(
    "text", ["租客每月一日支付租金。" * 80, "x" * 5000, "👩‍👩‍👧" * 400, "\u200b" * 1000 + "é" * 900]
)
def test_a_query_of_any_script_is_cut_to_the_window(minilm: Embedder, text: str) -> None:
    vector, _ = minilm.embed_query(text)
    assert np.isclose(np.linalg.norm(vector), 1, atol=1e-6)


def test_queries_and_passages_get_their_prefixes(minilm: Embedder, tmp_path: Path) -> None:
    config = EmbedderConfig(model=MINILM, query_prefix="query: ", passage_prefix="passage: ")
    prefixed = load_embedder(config, tmp_path)
    text = "Rent is due."
    assert np.allclose(prefixed.embed_query(text)[0], minilm.embed_query(f"query: {text}")[0], atol=1e-6)
    assert np.allclose(prefixed.embed_passages([text]), minilm.embed_passages([f"passage: {text}"]), atol=1e-6)
    assert not np.allclose(prefixed.embed_passages([text]), minilm.embed_passages([text]), atol=1e-3)
    assert prefixed.manifest != minilm.manifest


def test_changed_weights_or_settings_make_another_manifest(minilm: Embedder, tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    shutil.copytree(locate(MINILM, tmp_path), folder)
    (folder / "vocab.txt").write_text("changed")
    config = EmbedderConfig(model=str(folder), query_prefix="", passage_prefix="", max_tokens=64, normalize=False)
    changed = load_embedder(config, tmp_path)
    assert changed.manifest.fingerprint != minilm.manifest.fingerprint
    assert (changed.manifest.max_tokens, changed.manifest.normalize) == (64, False)
    with pytest.raises(ValueError, match="window takes 64"):
        changed.embed_passages(["word " * 100])


def test_max_tokens_never_widens_the_window_and_leaves_room_for_text(tmp_path: Path) -> None:
    assert load_embedder(EmbedderConfig(model=MINILM, max_tokens=9999), tmp_path).manifest.max_tokens == 256
    with pytest.raises(InvalidConfig, match="max_tokens must be at least"):
        load_embedder(EmbedderConfig(model=MINILM, max_tokens=8), tmp_path)


def test_a_folder_that_is_no_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"tokenizer\.json"):
        load_embedder(EmbedderConfig(model=str(tmp_path)), tmp_path)
    shutil.copy(locate(MINILM, tmp_path) / "tokenizer.json", tmp_path)
    with pytest.raises(ModelUnavailable, match="can not be loaded"):
        load_embedder(EmbedderConfig(model=str(tmp_path)), tmp_path)


def test_a_vector_does_not_depend_on_its_batch(minilm: Embedder) -> None:
    texts = [RENT * n + TAIL for n in (0, 3, 1, 15, 7)] + ["押金", "租客每月一日支付租金。" * 12, "?"]
    together = minilm.embed_passages(texts * 3)
    for i, text in enumerate(texts * 3):
        assert np.abs(minilm.embed_passages([text])[0] - together[i]).max() <= 1e-5


def test_threads_that_embed_and_count_do_not_disturb_each_other(minilm: Embedder) -> None:
    passages = ["some query", "x " * 200]
    expected, query = minilm.embed_passages(passages), minilm.embed_query("some query")[0]
    end = time.monotonic() + 3

    def embed(_: int) -> float:
        worst = 0.0
        while time.monotonic() < end:
            worst = max(worst, float(np.abs(minilm.embed_passages(passages) - expected).max()))
            worst = max(worst, float(np.abs(minilm.embed_query("some query")[0] - query).max()))
        return worst

    def count(_: int) -> set[int]:
        seen: set[int] = set()
        while time.monotonic() < end:
            seen.update(minilm.tokenizer.count(["word " * 700]))
        return seen

    with ThreadPoolExecutor(6) as pool:
        embedded, counted = [pool.submit(embed, i) for i in range(3)], [pool.submit(count, i) for i in range(3)]
        assert max(future.result() for future in embedded) <= 1e-5
        assert set.union(*(future.result() for future in counted)) == {700}


def test_a_query_does_not_wait_for_an_ingest(minilm: Embedder) -> None:
    ingest = threading.Thread(target=minilm.embed_passages, args=([RENT * 15] * 50,))
    ingest.start()
    for _ in range(3):
        minilm.embed_query("when is the rent due")
    assert ingest.is_alive()
    ingest.join()
