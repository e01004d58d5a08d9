"""The command line over a folder of its own, with a model made of hashes."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from indexing.library import documents
from indexing.lock import DataFolderLock
from server.cli import main
from server.config import Config, load
from server.file_plan import FilesRejected, plan
from server.options import Seams, open_library
from tests.fakes import HashingEmbedder
from tests.parts import FixedProvider

ROOT = Path(__file__).parents[2]
HEAVY = {"torch", "transformers", "sentence_transformers", "chromadb", "litestar", "uvicorn", "httpx"}


class Shell:
    """Runs commands over one data folder."""

    def __init__(self, folder: Path) -> None:
        self.data, self.embedder = folder / "data", HashingEmbedder()
        self.config = folder / "config.toml"
        self.config.write_text('[indexing.attributes]\nyear = "number"\ndraft = "bool"\ntags = "list"\n')

    def run(self, *arguments: str | Path, seams: Seams | None = None) -> Result:
        seams = seams or Seams(embedders=FixedProvider(self.embedder))
        options = ["--config", str(self.config), "--data", str(self.data)]
        result = CliRunner().invoke(main, [*options, *map(str, arguments)], obj=seams)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    def ok(self, *arguments: str | Path) -> str:
        result = self.run(*arguments)
        assert result.exit_code == 0, result.output
        return result.stdout

    def fails(self, *arguments: str | Path, status: int = 1) -> str:
        result = self.run(*arguments)
        assert result.exit_code == status, result.output
        return result.stderr

    def counts(self, *arguments: str | Path, status: int = 0) -> dict[str, float]:
        """The summary of an ingest."""
        result = self.run("ingest", *arguments)
        assert result.exit_code == status, result.output
        pairs = (pair.rsplit(" ", 1) for pair in result.stdout.splitlines()[0].split(", "))
        return {name: float(number) for name, number in pairs}

    def listed(self) -> dict[str, dict[str, object]]:
        lines = self.ok("documents", "list", "--json").splitlines()
        return {line["document_id"]: line for line in map(json.loads, lines)}

    def found(self, query: str, *options: str) -> list[str]:
        reply = json.loads(self.ok("search", query, "--json", *options))
        return [result["document"]["document_id"] for result in reply["results"]]


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "deep").mkdir(parents=True)
    (folder / "leave.md").write_text("# Leave\n\nEveryone gets 25 days.\n")
    (folder / "deep" / "pay.md").write_text("# Pay\n\nSalary bands of developers.\n")
    (folder / "deep" / "note.txt").write_text("A note about boots.\n")
    return folder


def test_ids_are_paths_below_the_folder_and_hidden_or_unknown_files_are_counted(shell: Shell, docs: Path) -> None:
    (docs / ".secret.md").write_text("hidden")
    (docs / ".git").mkdir()
    (docs / ".git" / "config.md").write_text("hidden too")
    (docs / "photo.xyz").write_bytes(b"\0\1")
    counts = shell.counts(docs, "--access", "*")
    assert (counts["new"], counts["skipped"], counts["failed"]) == (3, 3, 0)
    assert "\nskipped: .xyz 1, hidden 2\n" in shell.ok("ingest", docs)
    assert list(shell.listed()) == ["deep/note.txt", "deep/pay.md", "leave.md"]
    assert {line["source"] for line in shell.listed().values()} == {"docs"}


def test_a_file_named_by_itself_has_its_name_as_id(shell: Shell, docs: Path) -> None:
    shell.counts(docs / "deep" / "pay.md", "--access", "*")
    assert list(shell.listed()) == ["pay.md"]


def test_ingesting_twice_changes_and_embeds_nothing(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    before, embedded = shell.listed(), len(shell.embedder.passages)
    counts = shell.counts(docs, "--access", "*")
    assert (counts["new"], counts["changed"], counts["unchanged"]) == (0, 0, 3)
    assert (shell.listed(), len(shell.embedder.passages)) == (before, embedded)


def test_a_changed_file_replaces_its_version(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    (docs / "leave.md").write_text("# Leave\n\nEveryone gets 30 days of holiday.\n")
    counts = shell.counts(docs)
    assert (counts["changed"], counts["unchanged"]) == (1, 2)
    assert shell.listed()["leave.md"]["version"] == 2
    assert "30 days" in shell.ok("search", "holiday days")
    assert "25 days" not in shell.ok("search", "holiday days")


def test_access_is_for_new_documents_only_and_nobody_without_it(shell: Shell, docs: Path) -> None:
    shell.counts(docs / "leave.md")
    shell.counts(docs, "--access", "*")
    access = {name: line["access"] for name, line in shell.listed().items()}
    assert access == {"deep/note.txt": ["*"], "deep/pay.md": ["*"], "leave.md": []}
    assert shell.found("Everyone gets 25 days") != ["leave.md"]


def test_set_access_changes_rights_of_unchanged_files_without_embedding(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    embedded = len(shell.embedder.passages)
    assert shell.found("salary bands", "-k", "1") == ["deep/pay.md"]
    assert shell.counts(docs, "--set-access", "group:hr")["changed"] == 3
    assert len(shell.embedder.passages) == embedded
    assert shell.found("salary bands", "-k", "1") == []
    assert shell.found("salary bands", "-k", "1", "--as", "group:hr") == ["deep/pay.md"]


def test_what_was_said_of_a_document_elsewhere_stays(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*", "--attribute", "year=2024", "--attribute", "tags=a", "--attribute", "tags=b")
    library = open_library(load(shell.config, data=shell.data))
    with library.write() as tx:
        found = documents.get(tx, "default", "leave.md")
        assert found is not None
        assert (found.uri, found.attributes) == ("leave.md", {"year": 2024, "tags": ["a", "b"]})
        documents.save(tx, "default", msgspec.structs.replace(found, title="Holidays", uri="https://intra/leave"))
    library.close()
    (docs / "leave.md").write_text("# Leave\n\nEveryone gets 30 days.\n")
    shell.counts(docs, "--attribute", "draft=true")
    line = shell.listed()["leave.md"]
    assert (line["title"], line["uri"]) == ("Holidays", "https://intra/leave")
    assert line["attributes"] == {"year": 2024, "tags": ["a", "b"], "draft": True}


def test_prune_deletes_what_is_gone_of_that_source_and_nothing_else(shell: Shell, docs: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "map.md").write_text("# Map\n\nA map.\n")
    shell.counts(docs, other, "--access", "*")
    (docs / "leave.md").unlink()
    (other / "map.md").unlink()
    assert shell.counts(docs)["pruned"] == 0
    assert shell.counts(docs, "--prune")["pruned"] == 1
    assert list(shell.listed()) == ["deep/note.txt", "deep/pay.md", "map.md"]
    assert "leave.md" not in shell.found("Everyone gets 25 days")


def test_nothing_is_pruned_when_a_file_can_not_be_read(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    (docs / "leave.md").unlink()
    (docs / "lost.md").symlink_to(docs / "nowhere.md")
    result = shell.run("ingest", docs, "--prune")
    assert (result.exit_code, "pruned 0, failed 1" in result.stdout) == (1, True)
    assert "lost.md: No such file or directory" in result.stderr
    assert "nothing was pruned" in result.stderr
    assert "leave.md" in shell.listed()


def test_prune_of_a_single_file_is_a_usage_error(shell: Shell, docs: Path) -> None:
    assert "--prune needs a folder" in shell.fails("ingest", docs / "leave.md", "--prune", status=2)


def test_one_bad_file_stops_no_other(shell: Shell, docs: Path) -> None:
    (docs / "blank.md").write_text("  \n")
    result = shell.run("ingest", docs, "--access", "*")
    assert result.exit_code == 1
    assert "new 3, changed 0, unchanged 0, pruned 0, failed 1" in result.stdout
    assert "blank.md: the document has no text" in result.stderr


def test_a_name_that_is_no_text_is_refused_as_an_id(shell: Shell, docs: Path) -> None:
    (docs / os.fsdecode(b"b\xff.md")).write_text("words")
    result = shell.run("ingest", docs, "--access", "*")
    assert result.exit_code == 1
    assert "new 3, changed 0, unchanged 0, pruned 0, failed 1" in result.stdout
    assert "md: document id: 1 to 1024" in result.stderr


def test_two_files_with_one_id_fail_before_anything_is_written(shell: Shell, docs: Path, tmp_path: Path) -> None:
    (tmp_path / "leave.md").write_text("# Another\n")
    message = shell.fails("ingest", docs, tmp_path / "leave.md", "--access", "*")
    assert "two files would be one document 'leave.md'" in message
    assert shell.listed() == {}


def test_a_path_given_twice_is_one_document(docs: Path) -> None:
    assert [file.document_id for file in plan([docs / "leave.md", docs / "leave.md"], None).files] == ["leave.md"]


def test_a_document_of_another_source_is_not_replaced(shell: Shell, docs: Path, tmp_path: Path) -> None:
    shell.counts(docs, "--access", "*")
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "leave.md").write_text("CANARY layoffs\n")
    counts = shell.counts(tmp_path / "secret", "--access", "group:board", status=1)
    assert (counts["failed"], counts["changed"]) == (1, 0)
    assert "CANARY" not in shell.ok("search", "CANARY layoffs")


def test_a_missing_path_is_one_clear_line(shell: Shell, tmp_path: Path) -> None:
    message = shell.fails("ingest", tmp_path / "nope")
    assert message == f"parentage: {tmp_path / 'nope'}: no such file or folder\n"


@pytest.mark.parametrize("option", ["year=soon", "draft=maybe", "noequals"])
def test_an_attribute_of_another_type_is_a_usage_error(shell: Shell, docs: Path, option: str) -> None:
    assert "--attribute" in shell.fails("ingest", docs, "--attribute", option, status=2)
    assert shell.listed() == {}


def test_what_is_no_principal_is_refused_before_anything_is_written(shell: Shell, docs: Path) -> None:
    assert "'everyone' is not a principal" in shell.fails("ingest", docs, "--access", "everyone")
    assert "'hr' is not a principal" in shell.fails("search", "x", "--as", "hr")
    assert shell.listed() == {}


def test_a_second_writer_is_refused_and_readers_are_not(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    lock = DataFolderLock(shell.data, "serve")
    try:
        for command in (
            ["ingest", docs],
            ["reindex"],
            ["documents", "delete", "leave.md"],
            ["serve", "--auth", "none"],
        ):
            assert f"process {os.getpid()} (serve)" in shell.fails(*command)
        assert "leave.md" in shell.ok("documents", "show", "leave.md")
        assert shell.found("salary bands", "-k", "1") == ["deep/pay.md"]
        secret = shell.ok("keys", "create", "--name", "bot")
        assert secret.startswith("pk_")
        shell.ok("doctor")
    finally:
        lock.release()


def test_a_search_shows_rank_score_title_path_lines_and_how_to_cite(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    shown = shell.ok("search", "salary bands of developers", "-k", "1", "--explain")
    assert shown.startswith(" 1. 0.0328  deep/pay.md\n")
    assert "    deep/pay.md:1-3\n" in shown
    assert "    Salary bands of developers.\n" in shown
    assert "cite deep/pay.md, version 1, characters 0-34" in shown
    assert "stopped: top_k; generation 1, revision 3" in shown
    assert "searched 3 rows: 3 found by meaning, 1 by words" in shown


def test_filter_and_mode_reach_the_search(shell: Shell, docs: Path) -> None:
    shell.counts(docs / "leave.md", "--access", "*", "--attribute", "year=2024")
    shell.counts(docs / "deep" / "pay.md", "--access", "*", "--attribute", "year=2025")
    condition = '{"year": {"$gte": 2025}}'
    assert shell.found("days", "--filter", condition, "--mode", "dense") == ["pay.md"]
    assert shell.found("days", "--filter", condition, "--mode", "lexical") == []
    assert "--filter" in shell.fails("search", "x", "--filter", "[1]", status=2)
    assert "filter" in shell.fails("search", "x", "--filter", '{"nope": 1}')


def test_tenants_do_not_see_each_other(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*", "--tenant", "one")
    assert shell.found("salary", "--tenant", "two") == []
    assert shell.ok("documents", "list", "--tenant", "two").splitlines()[1:] == []


def test_a_generation_is_built_switched_to_and_gone_back_from(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    shell.embedder = HashingEmbedder(name="other", dimension=32)
    shell.fails("search", "salary")
    assert "generation 2 serves: 3 documents" in shell.ok("reindex")
    assert shell.found("salary bands", "-k", "1") == ["deep/pay.md"]
    assert [line.split()[1] for line in shell.ok("generations", "list").splitlines()] == ["state", "ready", "serves"]
    assert "there is no generation 7" in shell.fails("generations", "activate", "7")
    shell.embedder = HashingEmbedder()
    assert "generation 1 serves" in shell.ok("generations", "activate", "1")


def test_a_deleted_document_is_not_found_again(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    shell.ok("documents", "delete", "deep/pay.md")
    assert "deep/pay.md" not in shell.found("salary bands")
    assert "there is no document" in shell.fails("documents", "delete", "deep/pay.md")
    assert "there is no document" in shell.fails("documents", "show", "deep/pay.md")


def test_keys_are_listed_without_their_secrets_and_revoked_for_good(shell: Shell) -> None:
    secret = shell.ok("keys", "create", "--name", "bot", "--as", "group:hr", "--scope", "search").strip()
    listed = [json.loads(line) for line in shell.ok("keys", "list", "--json").splitlines()]
    assert [(key["name"], key["principals"], key["revoked_at"]) for key in listed] == [("bot", ["group:hr"], None)]
    assert "digest" not in listed[0]
    assert secret not in shell.ok("keys", "list")
    shell.ok("keys", "revoke", listed[0]["key_id"])
    assert json.loads(shell.ok("keys", "list", "--json"))["revoked_at"]
    assert "there is no key" in shell.fails("keys", "revoke", "nope")


def test_doctor_finds_nothing_off_after_writes_and_names_what_is(shell: Shell, docs: Path) -> None:
    shell.counts(docs, "--access", "*")
    shell.ok("documents", "delete", "leave.md")
    assert all(line.endswith("ok") for line in shell.ok("doctor").splitlines()[1:])
    library = open_library(load(shell.config, data=shell.data))
    with library.write() as tx:
        documents.drop_content(tx, "default", "deep/pay.md")
    library.close()
    result = shell.run("doctor")
    assert result.exit_code == 1
    assert "default, generation 1, documents: deep/pay.md: its bytes are gone" in result.stdout


def test_doctor_makes_no_folder_and_finds_nothing_sound_in_none(shell: Shell) -> None:
    assert "there is no library.sqlite" in shell.fails("doctor")
    assert not shell.data.exists()


def test_replaced_texts_are_reclaimed_where_no_server_ever_runs(shell: Shell, docs: Path) -> None:
    shell.config.write_text("[indexing]\nreclaim_after_s = 0.0\n")
    for days in (25, 30, 35):
        (docs / "leave.md").write_text(f"# Leave\n\nEveryone gets {days} days.\n")
        shell.counts(docs, "--access", "*")
    shell.counts(docs)
    (held,) = [line.split() for line in shell.ok("doctor").splitlines() if "texts held" in line]
    assert held[4:] == ["3", "-", "ok"]


def test_doctor_names_a_chroma_folder_that_does_not_open(
    shell: Shell, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.counts(docs, "--access", "*")
    (shell.data / "chroma").mkdir()
    (shell.data / "chroma" / "chroma.sqlite3").write_bytes(b"damaged" * 2000)
    monkeypatch.setattr("server.doctor.START_TIMEOUT_S", 3.0)
    result = shell.run("doctor")
    assert result.exit_code == 1
    assert "delete it: it is built anew" in result.stdout
    DataFolderLock(shell.data, "test").release()


@pytest.mark.parametrize(
    "arguments", [["--help"], ["keys", "create", "--name", "a"], ["keys", "list"], ["documents", "list"]], ids=" ".join
)
def test_quick_commands_load_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    program = (
        "import sys\nfrom server.cli import main\n"
        f"main(['--data', {str(tmp_path)!r}, *{arguments!r}], standalone_mode=False)\n"
        f"print(sorted({HEAVY!r} & sys.modules.keys()), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stderr.splitlines()[-1] == "[]"


def test_the_module_runs_as_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "server", "ingest", "/nowhere-at-all"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "parentage: /nowhere-at-all: no such file or folder\n"


def _settings(kind: type[msgspec.Struct], above: str = "") -> Iterator[tuple[str, object]]:
    """Every setting of a configuration by its dotted name, with its default."""
    for field in msgspec.structs.fields(kind):
        default = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
        if isinstance(default, msgspec.Struct):
            yield from _settings(type(default), f"{above}{field.name}.")
        else:
            yield above + field.name, default


def test_config_toml_states_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARENTAGE_DATA", raising=False)
    stated = load(ROOT / "config.toml")
    assert msgspec.structs.replace(stated, data="data") == Config()


def test_config_toml_names_every_setting_and_no_other() -> None:
    table, named = "", set()
    for line in (ROOT / "config.toml").read_text(encoding="utf-8").splitlines():
        text = line.removeprefix("# ").strip()
        if text.startswith("[") and text.endswith("]"):
            table = text.strip("[]") + "."
        elif " = " in text and text.split(" = ")[0].isidentifier():
            named.add(table + text.split(" = ")[0])
    open_tables = ("indexing.attributes", "indexing.chunker.kinds", "indexing.chunker.sections")
    for table in open_tables:  # what they hold is the user's choice; the file shows examples
        assert any(name.startswith(table) for name in named), table
    settings = {name for name, _ in _settings(Config) if not name.startswith(open_tables)}
    assert {name for name in named if not name.startswith(open_tables)} == settings


def test_a_folder_without_a_name_needs_a_source() -> None:
    with pytest.raises(FilesRejected, match="--source"):
        plan([Path("/")], None)


def test_an_address_in_use_is_one_clear_line(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = shell.fails("serve", "--auth", "none", "--port", port)
    assert f"can not listen on 127.0.0.1 port {port}" in said
    assert "choose another --port" in said
