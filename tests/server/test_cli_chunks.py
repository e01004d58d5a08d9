"""`parentage chunks` and `parentage tokens` over files, with a model made of hashes."""

import csv
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from indexing.chunkers.room import Counting
from indexing.embedders.locate import MINILM
from server.tuning.truncation import TooLong, too_long
from tests.fakes import WordTokenizer
from tests.server.test_cli import HEAVY, ROOT, Shell
from tests.server.tuning.cutting import RENTAL, cut_text
from tests.server.tuning.page_reader import PageReader


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "deep").mkdir(parents=True)
    (folder / "rental.md").write_text(RENTAL)
    (folder / "deep" / "note.txt").write_text("A note about boots.\n")
    return folder


def _config(path: Path, **limits: int) -> Path:
    path.write_text("[indexing.chunker]\noverlap = 0\n" + "".join(f"{name} = {n}\n" for name, n in limits.items()))
    return path


def test_chunks_are_printed_and_nothing_is_written(shell: Shell, docs: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    shown = shell.ok("chunks", docs).splitlines()
    heads = [line for line in shown if not line.startswith(" ")]
    assert heads[0].startswith("deep/note.txt: plain, 20 characters, coverage 100%, 0 sections, 1 parents, 1 chunks;")
    assert heads[1].startswith("rental.md: markdown, ")
    assert heads[2].startswith("total: 2 documents, ")
    assert '    whole  "A note about boots."' in shown
    assert sorted(tmp_path.rglob("*")) == before


def test_quiet_prints_documents_alone(shell: Shell, docs: Path) -> None:
    assert "#0" not in shell.ok("chunks", docs, "--quiet")


def test_files_hold_every_chunk(shell: Shell, docs: Path, tmp_path: Path) -> None:
    shell.ok("chunks", docs, "--csv", tmp_path / "a.csv", "--html", tmp_path / "a.html", "-q")
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    reader = PageReader((tmp_path / "a.html").read_text(encoding="utf-8"))
    assert reader.texts == ["A note about boots.\n", RENTAL]
    assert len(rows) == len(reader.having("chunk")) > 2


def test_the_configuration_may_stand_behind_the_command(shell: Shell, docs: Path, tmp_path: Path) -> None:
    small = _config(tmp_path / "small.toml", limit=40, table_limit=40)
    assert shell.ok("chunks", docs, "--config", small).count("  #") > shell.ok("chunks", docs).count("  #")
    assert "indexing.chunker.limit" in shell.fails("chunks", docs, "--config", _config(tmp_path / "bad.toml", limit=0))


def test_the_kind_can_be_said(shell: Shell, docs: Path) -> None:
    assert "rental.md: plain" in shell.ok("chunks", docs / "rental.md", "--kind", "plain")


def test_a_file_that_can_not_be_read_is_one_line_and_stops_no_other(shell: Shell, docs: Path) -> None:
    (docs / "blank.md").write_text("  \n")
    (docs / "lost.md").symlink_to(docs / "nowhere.md")
    for command, others in (("chunks", "rental.md: markdown"), ("tokens", "paragraph")):
        result = shell.run(command, docs)
        assert result.exit_code == 1
        assert others in result.stdout
        failed = [line for line in result.stderr.splitlines() if line.startswith("failed: ")]
        assert [line.split(": ")[1].rpartition("/")[2] for line in failed] == ["blank.md", "lost.md"]


def test_a_document_above_the_limit_is_refused(shell: Shell, docs: Path, tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text("[indexing]\nmax_document_bytes = 100\n")
    result = shell.run("chunks", docs, "--config", tmp_path / "few.toml")
    assert result.exit_code == 1
    assert "the limit is 100 (indexing.max_document_bytes)" in result.stderr
    assert "note.txt: plain" in result.stdout


def test_a_missing_path_is_one_clear_line(shell: Shell, tmp_path: Path) -> None:
    for command in "chunks", "tokens":
        message = shell.fails(command, tmp_path / "nope")
        assert message == f"parentage: {tmp_path / 'nope'}: no such file or folder\n"


def test_a_file_that_can_not_be_written_is_said_before_the_work(shell: Shell, docs: Path, tmp_path: Path) -> None:
    assert "--html" in shell.fails("chunks", docs, "--html", tmp_path / "no" / "a.html", status=2)


def test_the_status_of_a_difference_is_that_of_diff(shell: Shell, docs: Path, tmp_path: Path) -> None:
    a, b = _config(tmp_path / "a.toml"), _config(tmp_path / "b.toml", limit=40, table_limit=40)
    same = shell.run("chunks", "--diff", a, a, docs)
    assert (same.exit_code, [line for line in same.stdout.splitlines() if line[:1] in "+-~" and line]) == (0, [])
    other = shell.run("chunks", "--diff", a, b, docs, "--csv", tmp_path / "d.csv", "--html", tmp_path / "d.html")
    assert other.exit_code == 1
    assert "rental.md: " in other.stdout
    assert "note.txt" not in other.stdout
    assert (tmp_path / "d.csv").read_bytes().count(b"only_b") > 2
    assert PageReader((tmp_path / "d.html").read_text(encoding="utf-8")).texts == ["A note about boots.\n", RENTAL]
    (docs / "blank.md").write_text("  \n")
    assert shell.run("chunks", "--diff", a, a, docs).exit_code == 2


def test_parsers_of_both_configurations_are_used(shell: Shell, docs: Path, tmp_path: Path) -> None:
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    a.write_text("[indexing.parser]\nmax_pages = 7\n")
    b.write_text("[indexing]\nmax_document_bytes = 100\n")
    result = shell.run("chunks", "--diff", a, b, docs)
    assert result.exit_code == 2
    assert "max_document_bytes" in result.stderr


def test_two_configurations_and_a_third_are_a_usage_error(shell: Shell, docs: Path, tmp_path: Path) -> None:
    a = _config(tmp_path / "a.toml")
    assert "--config" in shell.fails("chunks", "--diff", a, a, docs, "--config", a, status=2)


def test_tokens_prints_lengths_truncations_and_limits(shell: Shell, docs: Path) -> None:
    shown = shell.ok("tokens", docs)
    assert shown.splitlines()[0].split() == ["kind", "unit", "count", "median", "p95", "max", "limit", "over"]
    assert "truncated: 0 of " in shown
    assert "[indexing.chunker]\n" in shown
    assert shown == shell.ok("tokens", docs)


class Growing(WordTokenizer):
    """A tokenizer that finds 600 tokens more in a text when it sees it again, so that no chunker can rely on it."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[str] = set()

    def count(self, texts: Sequence[str]) -> list[int]:
        more = [600 * (text in self._seen) for text in texts]
        self._seen.update(texts)
        return [tokens + extra for tokens, extra in zip(super().count(texts), more, strict=True)]


def test_a_chunk_above_the_window_is_an_error(shell: Shell, docs: Path) -> None:
    shell.embedder.tokenizer = Growing()
    result = shell.run("tokens", docs / "deep")
    assert result.exit_code == 1, result.output
    assert "truncated: 1 of 1 chunks at a window of 512 tokens\n  note.txt #0\n" in result.stdout


def test_chunks_above_a_window_are_named_whether_they_are_searched_or_not() -> None:
    cut = cut_text(RENTAL)
    counting = Counting(tokenizer=WordTokenizer(), prefix="")
    assert too_long(cut, counting, 512) == TooLong(truncated=(), left_out=())
    assert len(too_long(cut, counting, 1).truncated) == len(cut.outline.chunks)


def test_looking_loads_no_model_and_no_store(docs: Path, tmp_path: Path) -> None:
    config = tmp_path / "minilm.toml"
    config.write_text(f'[indexing.embedder]\nmodel = "{MINILM}"\npassage_prefix = ""\n')
    program = (
        "import sys\ntry:\n    from server.cli import main\n"
        f"    main(['chunks', '-q', {str(docs)!r}, '--config', {str(config)!r}])\n"
        f"finally:\n    print(sorted({HEAVY!r} & sys.modules.keys()), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stderr.splitlines()[-1] == "[]"
    assert done.stdout.startswith("deep/note.txt: plain")
