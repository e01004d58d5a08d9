from pathlib import Path

from msgspec.structs import replace

from evaluation.model import QuestionSet, SearchSettings, Setup
from evaluation.scratch import index_folder, replies_name
from indexing.config import ChunkerConfig, EmbedderConfig, IndexingConfig, VectorsConfig
from retrieval.config import RetrievalConfig
from tests.evaluation.stand_in import set_in

BASE = Setup(name="base")
TEXTS = {"boots": "Boots.", "hats": "Hats."}


def _set(folder: Path, texts: dict[str, str] = TEXTS, **asked: str) -> QuestionSet:
    return set_in(folder, texts, asked or {"q": "boots"})


def test_sets_that_differ_in_their_questions_alone_share_an_index(tmp_path: Path) -> None:
    one, two = _set(tmp_path / "a", q="boots"), _set(tmp_path / "b", q="hats", r="boots")
    assert index_folder(tmp_path, one, BASE) == index_folder(tmp_path, two, BASE)
    assert replies_name(one, BASE) != replies_name(two, BASE)


def test_a_document_that_changed_has_another_index(tmp_path: Path) -> None:
    one, two = _set(tmp_path / "a"), _set(tmp_path / "b", {"boots": "Boots!", "hats": "Hats."})
    assert index_folder(tmp_path, one, BASE) != index_folder(tmp_path, two, BASE)


def test_names_of_setups_change_nothing(tmp_path: Path) -> None:
    notes, other = _set(tmp_path / "a"), replace(BASE, name="other")
    assert index_folder(tmp_path, notes, BASE) == index_folder(tmp_path, notes, other)
    assert replies_name(notes, BASE) == replies_name(notes, other)


def test_settings_of_indexing_have_an_index_of_their_own(tmp_path: Path) -> None:
    notes = _set(tmp_path / "a")
    configs = [
        IndexingConfig(),
        IndexingConfig(chunker=ChunkerConfig(limit=128)),
        IndexingConfig(embedder=EmbedderConfig(query_prefix="")),
    ]
    folders = {index_folder(tmp_path, notes, replace(BASE, indexing=config)) for config in configs}
    assert len(folders) == 3


def test_what_an_evaluation_does_not_use_changes_no_index(tmp_path: Path) -> None:
    notes = _set(tmp_path / "a")
    served = IndexingConfig(
        vectors=VectorsConfig(url="http://vectors"), library_url="postgresql://library", default_access=("*",)
    )
    assert index_folder(tmp_path, notes, replace(BASE, indexing=served)) == index_folder(tmp_path, notes, BASE)


def test_settings_of_searching_share_an_index_but_no_replies(tmp_path: Path) -> None:
    notes = _set(tmp_path / "a")
    setups = [
        BASE,
        replace(BASE, search=SearchSettings(expand="none")),
        replace(BASE, retrieval=RetrievalConfig(rrf_k=10)),
    ]
    assert len({index_folder(tmp_path, notes, setup) for setup in setups}) == 1
    assert len({replies_name(notes, setup) for setup in setups}) == 3


def test_a_folder_stays_within_the_scratch_folder_whatever_the_set_is_called(tmp_path: Path) -> None:
    named = replace(_set(tmp_path / "a"), name="../../问答")
    assert index_folder(tmp_path, named, BASE).parent == tmp_path
