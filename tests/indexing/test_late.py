from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from indexing.access import Scope
from indexing.config import ChunkerConfig, IndexingConfig
from indexing.embedders import EmbedderManifest
from indexing.late import Group, groups, vector_hashes
from indexing.library import outlines
from indexing.library.documents import SectionRule
from indexing.model import Chunk, Span
from tests.fakes import HashingEmbedder
from tests.parts import Parts, open_parts

LATE = HashingEmbedder(late=True, max_tokens=100).manifest
SMALL = IndexingConfig(chunker=ChunkerConfig(limit=20, overlap=0))

PAGE = "# A\n\nOne two three four five six.\n\nSeven eight nine ten eleven twelve.\n\n# B\n\nRed green blue.\n"


def chunks_of(sizes: Sequence[tuple[int, int]]) -> list[Chunk]:
    """Chunks of `(section, tokens)`; tokens 0: not indexed."""
    return [
        Chunk(
            ordinal=ordinal,
            section=section,
            parent=0,
            span=Span(ordinal, ordinal + 1),
            context=(),
            kind="paragraph",
            language="",
            tokens=tokens,
            own_tokens=tokens,
            method="blocks",
            indexed=tokens > 0,
        )
        for ordinal, (section, tokens) in enumerate(sizes)
    ]


def test_a_section_that_fits_the_window_is_one_group() -> None:
    assert groups(chunks_of([(1, 40), (1, 60), (2, 30)]), LATE) == [Group((0, 1), 0), Group((2,), 0)]


def test_a_longer_section_is_read_in_groups_that_begin_with_up_to_half_a_window_of_the_one_before() -> None:
    found = groups(chunks_of([(1, 25)] * 8), LATE)
    assert found == [Group((0, 1, 2, 3), 0), Group((2, 3, 4, 5), 2), Group((4, 5, 6, 7), 2)]


def test_what_leaves_no_room_is_read_alone() -> None:
    assert groups(chunks_of([(1, 90), (1, 20), (1, 100)]), LATE) == [Group((0,), 0), Group((1,), 0), Group((2,), 0)]


def test_chunks_that_are_not_indexed_are_in_no_group() -> None:
    assert groups(chunks_of([(1, 40), (1, 0), (1, 40)]), LATE) == [Group((0, 2), 0)]


def test_without_late_chunking_each_chunk_is_read_alone() -> None:
    found = groups(chunks_of([(1, 10), (1, 0), (1, 10)]), replace(LATE, late=False))
    assert found == [Group((0,), 0), Group((2,), 0)]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 100)), max_size=40))
def test_each_indexed_chunk_is_owned_once_in_a_group_of_its_section_that_fits(sizes: list[tuple[int, int]]) -> None:
    chunks = chunks_of(sorted(sizes, key=lambda size: size[0]))
    found = groups(chunks, LATE)
    assert [n for group in found for n in group.owned] == [chunk.ordinal for chunk in chunks if chunk.indexed]
    for group in found:
        assert len({chunks[n].section for n in group.members}) == 1
        assert sum(chunks[n].tokens for n in group.members) <= 100
        assert sum(chunks[n].tokens for n in group.members[: group.lead]) <= 50


def test_hashes_change_with_all_text_that_is_read_together_and_with_no_other() -> None:
    chunks = chunks_of([(1, 20), (1, 20), (2, 20)])
    before, after = (vector_hashes(texts, chunks, LATE) for texts in (("a", "b", "c"), ("a", "B", "c")))
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, False, True]
    alone = replace(LATE, late=False)
    before, after = (vector_hashes(texts, chunks, alone) for texts in (("a", "b", "c"), ("a", "B", "c")))
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False, True]


def test_equal_texts_at_two_places_of_a_group_have_two_hashes() -> None:
    first, second = vector_hashes(("a", "a"), chunks_of([(1, 20), (1, 20)]), LATE)
    assert first != second


def test_an_old_manifest_pools_each_text_alone() -> None:
    assert (
        EmbedderManifest(
            model="m",
            fingerprint="f",
            dimension=1,
            max_tokens=1,
            query_prefix="",
            passage_prefix="",
            normalize=True,
            pooling="mean",
        ).late
        is False
    )


def late_parts(folder: Path) -> Parts:
    return open_parts(folder, SMALL, HashingEmbedder(late=True))


def vectors_of(parts: Parts, document_id: str) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    with parts.library.read() as tx:
        stored = outlines.get(tx, "t", 1, document_id)
    assert stored is not None
    return outlines.vectors(stored)


def test_a_vector_is_pooled_from_one_pass_over_its_section(tmp_path: Path) -> None:
    parts = late_parts(tmp_path)
    assert parts.put("a", PAGE).chunks == 3
    assert [text.count("\n\n") for text in parts.embedder.passages] == [1, 1]
    assert "six" in parts.embedder.passages[0]
    assert "twelve" in parts.embedder.passages[0]
    together = vectors_of(parts, "a")
    alone = parts.embedder.embed_passages(["A\nSeven eight nine ten eleven twelve.", "# B\n\nRed green blue."])
    assert np.abs(together[1] - alone[0]).max() > 1e-3
    assert np.abs(together[2] - alone[1]).max() < 1e-6


def test_an_edit_embeds_its_group_again_and_nothing_else(tmp_path: Path) -> None:
    parts = late_parts(tmp_path)
    parts.put("a", PAGE)
    before = vectors_of(parts, "a").copy()
    assert parts.put("a", PAGE.replace("Red", "Pink")).embedded == 1
    changed = parts.put("a", PAGE.replace("Red", "Pink").replace("ten", "10"))
    assert changed.embedded == 2
    after = vectors_of(parts, "a")
    assert np.abs(before[0] - after[0]).max() > 1e-4


def test_vectors_after_an_edit_are_those_of_the_new_text(tmp_path: Path) -> None:
    parts, fresh = late_parts(tmp_path / "edited"), late_parts(tmp_path / "fresh")
    parts.put("a", PAGE)
    parts.put("a", PAGE.replace("ten", "10"))
    fresh.put("a", PAGE.replace("ten", "10"))
    assert np.array_equal(vectors_of(parts, "a"), vectors_of(fresh, "a"))


def test_no_vector_is_made_of_a_section_that_its_readers_may_not_read(tmp_path: Path) -> None:
    parts = late_parts(tmp_path)
    secret = SectionRule(path=("A", "Secret"), access=("group:hr",))
    text = "# A\n\nOpen words.\n\n## Secret\n\nCANARY words.\n\n## Other\n\nMore words.\n"
    parts.put("a", text, section_access=(secret,))
    assert parts.shown(Scope("t", frozenset())) == ["# A\n\nOpen words.", "## Other\n\nMore words."]
    with_canary = [passage for passage in parts.embedder.passages if "CANARY" in passage]
    assert with_canary
    assert not any("Open" in passage or "More" in passage for passage in with_canary)


@pytest.mark.parametrize("late", [True, False])
def test_equal_sections_are_read_once(tmp_path: Path, late: bool) -> None:
    parts = open_parts(tmp_path, SMALL, HashingEmbedder(late=late))
    assert parts.put("a", "# A\n\nSame words.\n\n# A\n\nSame words.\n").embedded == 1
