import msgspec
import pytest
from msgspec.structs import replace

from evaluation.ablations import ABLATIONS
from evaluation.model import Setup
from indexing.chunkers.limits import of_kind, validate
from indexing.config import ChunkerConfig, IndexingConfig, KindLimits, KindsConfig, SectionLimits
from indexing.parsers import Original, parse
from retrieval.config import RetrievalConfig
from tests.indexing.chunkers.cut import outline_by

FULL = Setup(name="full")


def changed(name: str, setup: Setup = FULL) -> dict[str, object]:
    """The settings that differ after the ablation, by dotted path."""
    before, after = _flat(msgspec.to_builtins(setup)), _flat(msgspec.to_builtins(ABLATIONS[name](setup)))
    return {path: after[path] for path in after if before[path] != after[path]}


def _flat(table: dict[str, object], above: str = "") -> dict[str, object]:
    flat: dict[str, object] = {}
    for key, value in table.items():
        flat |= _flat(value, f"{above}{key}.") if isinstance(value, dict) and value else {above + key: value}
    return flat


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("dense only", "search.mode", "dense"),
        ("lexical only", "search.mode", "lexical"),
        ("no heading path", "indexing.chunker.heading_depth", 0),
        ("no context spans", "indexing.chunker.context", False),
        ("fixed windows", "indexing.chunker.name", "fixed"),
        ("no merge", "retrieval.merge", False),
        ("children only", "search.expand", "none"),
    ],
)
def test_an_ablation_takes_one_thing_away(name: str, setting: str, value: object) -> None:
    assert changed(name) == {"name": name, setting: value}


def test_without_overlap_no_kind_and_no_section_has_any() -> None:
    chunker = ChunkerConfig(
        kinds=KindsConfig(faq=KindLimits(limit=300, overlap=40)), sections=(SectionLimits(match="x", overlap=9),)
    )
    found = ABLATIONS["no overlap"](replace(FULL, indexing=IndexingConfig(chunker=chunker))).indexing.chunker
    assert (found.overlap, found.kinds.faq, found.kinds.legal.limit) == (0, KindLimits(limit=300, overlap=0), 480)
    assert found.sections == (SectionLimits(match="x", overlap=0),)


def test_without_parents_each_chunk_is_a_result() -> None:
    setup = ABLATIONS["no parents"](FULL)
    text = "# Leave\n\n" + "Ask in writing. " * 200 + "\n\n## Pay\n\nPaid monthly.\n\n## Sick\n\nCall in."
    parsed = parse(Original(content=text.encode(), media_type="text/markdown", kind="faq"))
    outline = outline_by("structure", parsed, config=of_kind(setup.indexing.chunker, parsed.kind))
    assert len(outline.chunks) > 3
    assert [parent.end_chunk - parent.first_chunk for parent in outline.parents] == [1] * len(outline.chunks)
    assert (setup.retrieval.merge, setup.search.expand) == (False, "none")


@pytest.mark.parametrize("name", ABLATIONS)
def test_an_ablation_is_a_setup_that_can_be_run_and_written_down(name: str) -> None:
    setup = ABLATIONS[name](replace(FULL, retrieval=RetrievalConfig(candidates=7)))
    validate(setup.indexing.chunker)
    assert setup.retrieval.candidates == 7
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup


@pytest.mark.parametrize("name", ABLATIONS)
def test_an_ablation_explains_itself_in_one_sentence(name: str) -> None:
    sentence = ABLATIONS[name].__doc__ or ""
    assert sentence.endswith(".")
    assert "\n" not in sentence
