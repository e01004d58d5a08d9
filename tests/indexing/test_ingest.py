import itertools
import threading
from pathlib import Path

import numpy as np
import pytest

from indexing.access import Scope
from indexing.config import IndexingConfig
from indexing.errors import DocumentNotFound, DocumentRejected, InvalidAttribute, InvalidPrincipal, VersionConflict
from indexing.format import decode
from indexing.ingest import Patch, PutDocument
from indexing.library import Library, documents, outlines, texts
from indexing.library.documents import SectionRule
from tests.parts import Parts, open_parts

EVERYBODY = Scope("t", frozenset())
HR = Scope("t", frozenset({"group:hr"}))
IT = Scope("t", frozenset({"group:it"}))

HANDBOOK = "# Handbook\n\n## Leave\n\nEveryone gets 25 days.\n\n## Pay\n\nCANARY-17 bonus list.\n"
PAY = SectionRule(path=("Handbook", "Pay"), access=("group:hr",))


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return open_parts(tmp_path)


def test_an_identical_put_changes_and_embeds_nothing(parts: Parts) -> None:
    first = parts.put("a", HANDBOOK)
    calls = len(parts.embedder.passages)
    again = parts.put("a", HANDBOOK)
    assert (first.created, again.created, again.unchanged) == (True, False, True)
    assert (again.version, again.revision) == (first.version, first.revision) == (1, 1)
    assert len(parts.embedder.passages) == calls


def test_a_new_version_embeds_only_what_is_new(parts: Parts) -> None:
    parts.put("a", "# A\n\nalpha one.\n\n# B\n\nbeta two.\n")
    again = parts.put("a", "# A\n\nalpha one.\n\n# B\n\ngamma three.\n")
    assert (again.version, again.chunks, again.embedded) == (2, 2, 1)
    assert parts.shown(EVERYBODY) == ["# A\n\nalpha one.", "# B\n\ngamma three."]


def test_a_shorter_version_leaves_no_tail(parts: Parts) -> None:
    parts.put("a", "".join(f"# S{i}\n\nword{i}.\n\n" for i in range(250)))
    parts.put("a", "".join(f"# S{i}\n\nnew{i}.\n\n" for i in range(10)))
    snapshot = parts.index.current("t")
    assert snapshot.live.sum() == 10
    with parts.library.read() as tx:
        assert outlines.count_indexed(tx, "t", 1) == 10
        assert outlines.retired_ranges(tx, "t", 1) == [(0, 250)]


def test_a_removed_right_stops_working_with_unchanged_text(parts: Parts, tmp_path: Path) -> None:
    parts.put("a", "salary table", access=("group:hr", "group:it"))
    assert parts.shown(HR) == parts.shown(IT) == ["salary table"]
    changed = parts.put("a", "salary table", access=("group:it",))
    assert (changed.unchanged, changed.embedded) == (False, 0)
    assert (parts.shown(HR), parts.shown(IT)) == ([], ["salary table"])
    parts.library.close()
    assert open_parts(tmp_path).shown(HR) == []


def test_absent_rights_stay_what_they_are(parts: Parts) -> None:
    parts.put("a", HANDBOOK, access=("group:it",), section_access=(PAY,))
    parts.put("a", HANDBOOK + "\nMore.\n", access=None)
    assert "CANARY-17" in "".join(parts.shown(HR))
    assert "CANARY-17" not in "".join(parts.shown(IT))


def test_a_new_document_without_rights_is_nobodys(tmp_path: Path) -> None:
    parts = open_parts(tmp_path / "closed")
    parts.put("a", "zebra", access=None)
    assert parts.shown(HR) == []
    opened = open_parts(tmp_path / "open", IndexingConfig(default_access=("*",)))
    opened.put("a", "zebra", access=None)
    assert opened.shown(EVERYBODY) == ["zebra"]


def test_a_rule_on_a_section_replaces_the_documents_rights(parts: Parts) -> None:
    parts.put("a", HANDBOOK, section_access=(PAY,))
    assert "CANARY-17" not in "".join(parts.shown(IT))
    assert "CANARY-17" in "".join(parts.shown(HR))


def test_a_heading_its_readers_may_not_see_is_not_in_an_embed_text(parts: Parts) -> None:
    hidden = SectionRule(path=("SECRET-NAME",), access=("group:hr",))
    shown = SectionRule(path=("SECRET-NAME", "Open"), access=("*",))
    text = "# SECRET-NAME\n\nhidden words.\n\n## Open\n\nshown words.\n"
    parts.put("a", text, section_access=(hidden, shown))
    about_open = [passage for passage in parts.embedder.passages if "shown words" in passage]
    assert about_open
    assert not any("SECRET-NAME" in passage for passage in about_open)
    parts.ingest.patch("t", "a", Patch(section_access=()))
    assert any("SECRET-NAME" in passage for passage in parts.embedder.passages if "shown words" in passage)


def test_closing_a_heading_above_takes_its_words_out_of_the_lexical_index(parts: Parts) -> None:
    parts.put("a", "# Merger\n\nplain.\n\n## Open\n\nshown.\n")
    close = SectionRule(path=("Merger",), access=("group:hr",))
    reopen = SectionRule(path=("Merger", "Open"), access=("*",))
    parts.ingest.patch("t", "a", Patch(section_access=(close, reopen)))
    with parts.library.read() as tx:
        record = outlines.record(tx, "t", 1, "a")
    ends = [0, *np.frombuffer(record.terms.chunk_ends, "<i4").tolist()]
    term_of = np.frombuffer(record.terms.term_of, "<u4").tolist()
    by_chunk = [{record.terms.terms[t] for t in term_of[a:b]} for a, b in itertools.pairwise(ends)]
    assert ["merger" in terms for terms in by_chunk] == [True, False]


STATUTE = """办法

第一条 租客应当按月支付租金。
第二条 押金应当在退租后七日内退还。
第三条 本办法自二〇一六年三月一日起施行。
"""


def test_what_a_hidden_section_says_is_no_attribute_of_the_document(tmp_path: Path) -> None:
    parts = open_parts(tmp_path, IndexingConfig(attributes={"effective": "date", "house": "string"}))

    def attributes() -> dict[str, object]:
        return parts.index.current("t").documents[-1].attributes

    last = SectionRule(path=("办法", "第三条"), access=("group:hr",))
    parts.put("law", STATUTE, attributes={"house": "north"})
    assert attributes() == {"effective": "2016-03-01", "house": "north"}
    hidden = parts.put("law", STATUTE, attributes={"house": "north"}, section_access=(last,))
    assert attributes() == {"house": "north"}
    assert [warning.partition(":")[0] for warning in hidden.report.warnings] == ["effective"]
    parts.put("law", STATUTE, section_access=(SectionRule(path=("办法", "第三条"), access=("*",)),))
    assert attributes() == {"effective": "2016-03-01"}


def test_tokens_do_not_count_words_that_a_chunks_readers_may_not_see(parts: Parts) -> None:
    def tokens(title: str) -> list[int]:
        hidden = SectionRule(path=(title,), access=("group:hr",))
        shown = SectionRule(path=(title, "Open"), access=("*",))
        parts.put("a", f"# {title}\n\nhidden words.\n\n## Open\n\nshown.\n", section_access=(hidden, shown))
        with parts.library.read() as tx:
            stored = outlines.get(tx, "t", 1, "a")
        assert stored is not None
        return [chunk.tokens for chunk in decode(stored.outline).chunks]

    # passage prefix 2, special tokens 2, `## Open` 3, `shown.` 2
    assert tokens("One")[1] == tokens("A title of several words")[1] == 9


@pytest.mark.parametrize(
    "rule",
    [
        SectionRule(path=("Handbook", "Pey"), access=("*",)),
        SectionRule(path=("Handbook", "Pay"), occurrence=2, access=("*",)),
        SectionRule(path=(), access=("*",)),
    ],
)
def test_a_rule_that_matches_no_section_is_an_error(parts: Parts, rule: SectionRule) -> None:
    with pytest.raises(DocumentRejected, match="section_access"):
        parts.put("a", HANDBOOK, section_access=(rule,))
    assert parts.shown(HR) == []


def test_a_kept_rule_whose_section_is_gone_refuses_the_new_text(parts: Parts) -> None:
    parts.put("a", HANDBOOK, section_access=(PAY,))
    with pytest.raises(DocumentRejected, match="Pay"):
        parts.put("a", "# Handbook\n\nNo pay here.\n")
    assert "CANARY-17" in "".join(parts.shown(HR))


def test_occurrence_tells_sections_of_one_path_apart(parts: Parts) -> None:
    text = "# Fees\n\nfirst.\n\n# Fees\n\nsecond.\n"
    parts.put("a", text, section_access=(SectionRule(path=("Fees",), occurrence=2, access=("group:hr",)),))
    assert parts.shown(IT) == ["# Fees\n\nfirst."]


def test_a_rule_for_one_of_several_sections_must_say_which(parts: Parts) -> None:
    fees = SectionRule(path=("Fees",), access=("group:hr",))
    parts.put("a", "# Fees\n\nsecret.\n", section_access=(fees,))
    with pytest.raises(DocumentRejected, match="2 such sections; say which") as refused:
        parts.put("a", "# Fees\n\nnew one above.\n\n# Fees\n\nsecret.\n")
    assert refused.value.code == "section_ambiguous"
    assert parts.shown(IT) == []


@pytest.mark.parametrize("name", ["手册\u3000一.md", "a\u00a0b", "👩\u200d🔬.md"])
def test_ids_may_have_any_characters_but_control_ones(parts: Parts, name: str) -> None:
    assert parts.put(name, "words").created


def test_a_deleted_document_is_found_nowhere(parts: Parts) -> None:
    parts.put("gone", "".join(f"# S{i}\n\nw{i:03d}.\n\n" for i in range(120)))
    parts.put("d1", "same licence text")
    parts.put("d2", "same licence text")
    for name in ("gone", "d1", "d2"):
        parts.ingest.delete("t", name)
    snapshot = parts.index.current("t")
    assert not snapshot.live.any()
    assert snapshot.lexical.n_alive == 0
    with parts.library.write() as tx:
        assert outlines.count_indexed(tx, "t", 1) == 0
        assert texts.reclaim(tx, older_than_s=0) == 3
    with pytest.raises(DocumentNotFound):
        parts.ingest.delete("t", "gone")


def test_versions_go_on_after_a_delete(parts: Parts) -> None:
    parts.put("a", "one")
    parts.ingest.delete("t", "a")
    second = parts.put("a", "one")
    assert second.created
    assert second.version == 3


def test_a_patch_merges(parts: Parts) -> None:
    parts.put("a", "text", title="T", attributes={"x": 1, "y": 2})
    patched = parts.ingest.patch("t", "a", Patch(title=None, uri="u", attributes={"x": None, "z": 3}))
    assert patched.embedded == 0
    entry = parts.index.current("t").documents[0]
    assert (entry.title, entry.uri, entry.attributes) == ("a", "u", {"y": 2, "z": 3})
    assert parts.ingest.patch("t", "a", Patch(attributes={})).unchanged
    parts.ingest.patch("t", "a", Patch(attributes=None, access=None))
    assert parts.index.current("t").documents[0].attributes == {}
    assert parts.shown(HR) == []
    with pytest.raises(DocumentNotFound):
        parts.ingest.patch("t", "b", Patch(title="x"))


def test_if_match_guards_against_lost_updates(parts: Parts) -> None:
    parts.ingest.put("t", "a", PutDocument(content=b"one", media_type="text/plain"), if_match=0)
    with pytest.raises(VersionConflict, match="version 1"):
        parts.ingest.put("t", "a", PutDocument(content=b"two", media_type="text/plain"), if_match=0)
    with pytest.raises(VersionConflict):
        parts.ingest.delete("t", "a", if_match=7)
    assert parts.ingest.patch("t", "a", Patch(title="x"), if_match=1).version == 2


def test_bad_input_is_named_and_writes_nothing(tmp_path: Path) -> None:
    parts = open_parts(tmp_path, IndexingConfig(attributes={"year": "number"}, max_document_bytes=100))
    with pytest.raises(InvalidPrincipal, match="'hr'"):
        parts.put("a", "x", access=("hr",))
    with pytest.raises(InvalidAttribute, match=r"attributes\.year"):
        parts.put("a", "x", attributes={"year": "2024"})
    with pytest.raises(DocumentRejected, match="limit is 100"):
        parts.put("a", "x" * 101)
    with pytest.raises(DocumentRejected, match="document id"):
        parts.put("a\nb", "x")
    with pytest.raises(DocumentRejected) as empty:
        parts.put("a", "   ")
    assert empty.value.code == "no_text"
    assert len(parts.index.current("t").live) == 0
    with parts.library.read() as tx:
        assert documents.listed(tx, "t") == []


def test_tenants_with_odd_names_see_their_own_document_only(parts: Parts) -> None:
    names = ["t1", "t1' OR '1'='1", "%", "租户 一", "a/../b", "x" * 200]
    for i, name in enumerate(names):
        parts.put("doc", f"word number{i}", tenant=name)
    for i, name in enumerate(names):
        assert parts.shown(Scope(name, frozenset())) == [f"word number{i}"]


def test_what_a_text_is_called_does_not_tell_what_is_in_it(parts: Parts) -> None:
    parts.put("a", "guess me")
    other = parts.put("b", "guess me")
    assert other.embedded == 1
    ids = {entry.text_id for entry in parts.index.current("t").documents}
    assert len(ids) == 2


def test_a_text_keeps_its_id_while_only_rights_change(parts: Parts) -> None:
    parts.put("a", HANDBOOK)
    before = parts.index.current("t").documents[0].text_id
    parts.ingest.patch("t", "a", Patch(section_access=(PAY,)))
    snapshot = parts.index.current("t")
    assert snapshot.documents[-1].text_id == before
    parts.put("a", HANDBOOK + "\nmore\n", section_access=())
    assert parts.index.current("t").documents[-1].text_id != before


def test_a_snapshot_taken_before_a_change_stays_as_it_was(parts: Parts) -> None:
    parts.put("a", "first words", access=("group:hr",))
    before = parts.index.current("t")
    parts.put("a", "second words", access=("group:it",))
    parts.put("b", "third words")
    assert before.live.tolist() == [True]
    assert before.allowed_sections(HR).all()
    assert not before.allowed_sections(IT).any()
    assert parts.index.current("t").live.tolist() == [False, True, True]


def test_another_process_sees_a_write_with_its_next_read(parts: Parts, tmp_path: Path) -> None:
    reader = open_parts(tmp_path)
    assert reader.shown(EVERYBODY) == []
    parts.put("a", "alpha")
    assert reader.shown(EVERYBODY) == ["alpha"]
    parts.put("b", "beta")
    parts.ingest.patch("t", "a", Patch(access=()))
    assert reader.shown(EVERYBODY) == ["beta"]
    parts.ingest.delete("t", "b")
    assert reader.shown(EVERYBODY) == []


def test_concurrent_writers_of_one_document_lose_nothing(parts: Parts) -> None:
    parts.put("a", "text")

    def patch(name: str) -> None:
        parts.ingest.patch("t", "a", Patch(attributes={name: 1}))

    threads = [threading.Thread(target=patch, args=(f"k{i}",)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert parts.index.current("t").documents[-1].attributes == {f"k{i}": 1 for i in range(8)}
    with parts.library.read() as tx:
        document = documents.get(tx, "t", "a")
    assert document is not None
    assert document.version == 9


def test_a_catalog_loaded_anew_equals_the_one_that_grew(parts: Parts, tmp_path: Path) -> None:
    for i in range(12):
        parts.put(f"d{i % 5}", f"# Title {i}\n\nbody {i}.\n\n## Sub\n\nmore {i}.\n", section_access=())
    parts.ingest.delete("t", "d3")
    grown, fresh = parts.index.current("t"), open_parts(tmp_path).index.current("t")
    live = grown.live
    assert fresh.live.all()
    assert grown.vectors[live].tolist() == fresh.vectors.tolist()
    assert grown.rows.number[live].tolist() == fresh.rows.number.tolist()
    assert grown.revision == fresh.revision
    assert parts.shown(EVERYBODY) == open_parts(tmp_path).shown(EVERYBODY)
    assert (grown.lexical.n_alive, grown.lexical.total_length) == (fresh.lexical.n_alive, fresh.lexical.total_length)


def test_the_library_can_be_opened_twice(tmp_path: Path) -> None:
    with Library.in_folder(tmp_path).read(), Library.in_folder(tmp_path).read():
        pass
