from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from evaluation.journal import Journal
from evaluation.model import DocumentSpan, Reply, Returned


def _reply(name: str) -> Reply:
    passage = Returned(spans=(DocumentSpan("伞", 3, 9),), tokens=5, score=0.25, truncated=False)
    return Reply(question_id=name, passages=(passage,), latency_ms=1.5, stopped="top_k")


def _write(file: Path, *names: str) -> None:
    with Journal(file) as journal:
        for name in names:
            journal.add(_reply(name))


def test_replies_are_there_when_the_journal_is_opened_again(tmp_path: Path) -> None:
    _write(tmp_path / "j", "q1", "问2")
    with Journal(tmp_path / "j") as journal:
        assert journal.replies == {"q1": _reply("q1"), "问2": _reply("问2")}


def test_a_reply_is_on_disk_before_the_journal_is_closed(tmp_path: Path) -> None:
    with Journal(tmp_path / "j") as journal:
        journal.add(_reply("q1"))
        assert (tmp_path / "j").read_bytes().count(b"\n") == 1


def test_what_follows_a_torn_line_is_readable(tmp_path: Path) -> None:
    _write(tmp_path / "j", "q1", "q2")
    (tmp_path / "j").write_bytes((tmp_path / "j").read_bytes()[:-10])
    _write(tmp_path / "j", "q3")
    with Journal(tmp_path / "j") as journal:
        assert list(journal.replies) == ["q1", "q3"]


@given(st.integers(0, 3 * 140))
def test_whatever_is_torn_off_only_the_last_replies_are_lost(kept: int) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, "j")
        _write(file, "q1", "伞", "q3")
        content = file.read_bytes()[:kept]
        file.write_bytes(content)
        with Journal(file) as journal:
            assert list(journal.replies) == ["q1", "伞", "q3"][: content.count(b"\n")]
