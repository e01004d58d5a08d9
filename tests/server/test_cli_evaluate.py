"""`parentage evaluate` and `parentage sweep` over a small set, with a model made of hashes."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from evaluation.table import Table
from server.evaluating import table_lines
from tests.server.test_cli import HEAVY, ROOT, Shell

RULES = {
    "leave.md": "# Leave\n\nEveryone gets 25 days of leave a year.\n\n## Carrying\n\nUnused days lapse in March.\n",
    "pay.md": "# Pay\n\nSalaries are paid on the 25th.\n\n## Bands\n\nDevelopers start in band three.\n",
    "travel.md": "# Travel\n\n" + " ".join(f"Trips to city {n} need form {n} of the desk." for n in range(60)) + "\n",
    "押金.md": "# 押金\n\n押金为一个月租金。\n\n## 退还\n\n退租后三十日内退还押金。\n",
}
QUESTIONS = (
    ("days", "How many days of leave does everyone get?", "leave.md", "Everyone gets 25 days of leave a year.", "en"),
    ("lapse", "When do unused days lapse?", "leave.md", "Unused days lapse in March.", "en"),
    ("band", "In which band do developers start?", "pay.md", "Developers start in band three.", "en"),
    ("form", "Which form do trips to city 57 need?", "travel.md", "Trips to city 57 need form 57 of the desk.", "en"),
    ("refund", "押金何时退还？", "押金.md", "退租后三十日内退还押金。", "zh"),
)


def write_set(folder: Path) -> Path:
    """A question set of four documents; one is longer than a chunk."""
    (folder / "documents").mkdir(parents=True)
    rows = []
    for name, text in RULES.items():
        (folder / "documents" / name).write_bytes(text.encode())
        rows.append({"document_id": name, "file": f"documents/{name}", "title": name})
    asked = [
        {
            "id": name,
            "query": query,
            "document_id": document,
            "evidence": [[start := RULES[document].index(gold), start + len(gold)]],
            "reference": [gold],
            "category": "rule" if name == "days" else "detail",
            "language": language,
        }
        for name, query, document, gold, language in QUESTIONS
    ]
    for file, lines in (("documents.jsonl", rows), ("questions.jsonl", asked)):
        (folder / file).write_bytes(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    return folder


class Evaluation:
    """Runs the commands in a scratch folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.shell, self.folder = Shell(folder), folder
        self.set = write_set(folder / "rules")

    def run(self, *arguments: str | Path, command: str = "evaluate") -> Result:
        return self.shell.run(command, "--folder", self.folder / "scratch", *arguments)

    def ok(self, *arguments: str | Path, command: str = "evaluate") -> str:
        result = self.run(*arguments, command=command)
        assert result.exit_code == 0, result.output
        return result.stdout

    def refused(self, *arguments: str | Path, command: str = "evaluate") -> str:
        result = self.run(*arguments, command=command)
        assert result.exit_code == 2, result.output
        return result.stderr

    def json(self, *arguments: str | Path, command: str = "evaluate") -> dict[str, Any]:
        file = self.folder / "found.json"
        self.ok(*arguments, "--json", file, command=command)
        found: dict[str, Any] = json.loads(file.read_bytes())
        return found


@pytest.fixture
def evaluation(tmp_path: Path) -> Evaluation:
    return Evaluation(tmp_path)


def _row(printed: str, *begins: str) -> list[str]:
    """The cells of the first line that begins with these."""
    lines = (line.split() for line in printed.splitlines())
    return next(cells for cells in lines if cells[: len(begins)] == list(begins))


def test_one_configuration_is_measured(evaluation: Evaluation) -> None:
    printed = evaluation.ok(evaluation.set)
    head = _row(printed, "set")
    assert head[:6] == ["set", "questions", "recall@500tok", "recall@1000tok", "recall@2000tok", "recall@4000tok"]
    assert _row(printed, "rules")[1:6] == ["5", "100.0", "100.0", "100.0", "100.0"]
    assert [_row(printed, name)[1] for name in ("rule", "detail", "en", "zh")] == ["1", "4", "4", "1"]
    assert "whole_chunk" in printed
    assert "verdict" not in printed


def test_the_same_names_and_numbers_stand_in_json(evaluation: Evaluation) -> None:
    found = evaluation.json(evaluation.set)
    assert (found["k"], found["baseline"]) == (5, "configured")
    everything = found["groups"][0]
    assert (everything["kind"], everything["questions"]) == ("all", 5)
    assert everything["standings"][0]["cells"]["recall@2000tok"]["value"]["mean"] == 1.0
    assert set(everything["standings"][0]["cells"]) == {measure["name"] for measure in found["measures"]}
    assert found["sets"][0] | {"digest": ""} == {"name": "rules", "documents": 4, "questions": 5, "digest": ""}
    assert [question["question_id"] for question in found["questions"]] == [name for name, *_ in QUESTIONS]
    assert found["setups"][0]["configuration"]["indexing"]["chunker"]["limit"] == 256
    assert [cost["set"] for cost in found["costs"]] == ["rules", None]
    assert found["costs"][0]["cost"]["chunks"] == found["costs"][0]["cost"]["embedded"] > 4
    assert found["sweeps"] == found["bad_cases"] == []


def test_a_setting_is_compared_with_the_configuration(evaluation: Evaluation) -> None:
    printed = evaluation.ok(evaluation.set, "--set", "search.depth=7", "--set", "retrieval.rrf_k=30")
    assert "depth=7 rrf_k=30 against configured: 5 questions" in printed
    assert _row(printed, "recall@2000tok")[-5:] == ["100.0", "0.0", "[0.0,", "0.0]", "noise"]


def test_what_a_setting_loses_is_said(evaluation: Evaluation) -> None:
    found = evaluation.json(evaluation.set, "-k", "1", "--set", "search.expand=none", "--set", "retrieval.candidates=1")
    setup = found["setups"][1]
    assert setup["changes"] == {"search.expand": "none", "retrieval.candidates": 1}
    cell = found["groups"][0]["standings"][1]["cells"]["tokens@1"]
    assert cell["difference"]["mean"] < 0
    assert cell["verdict"] == "noise"  # five questions prove nothing


def test_several_setups_have_a_row_each(evaluation: Evaluation) -> None:
    setups = ("one:search.depth=7", "two:search.mode=dense,retrieval.rrf_k=9", "three:search.mode=lexical")
    options = [option for setup in setups for option in ("--setup", setup)]
    printed = evaluation.ok(evaluation.set, *options)
    table = printed[printed.index("Against configured: 5 questions") :].splitlines()
    assert [line.split()[0] for line in table[2:6]] == ["configured", "one", "two", "three"]


def test_several_configurations_are_named_for_their_files(evaluation: Evaluation) -> None:
    for name, limit in (("wide", 400), ("narrow", 64)):
        (evaluation.folder / f"{name}.toml").write_text(f"[indexing.chunker]\nlimit = {limit}\noverlap = 8\n")
    files = [evaluation.folder / "wide.toml", evaluation.folder / "narrow.toml"]
    found = evaluation.json(evaluation.set, "--config", files[0], "--config", files[1])
    assert [setup["name"] for setup in found["setups"]] == ["wide", "narrow"]
    assert found["setups"][1]["changes"] == {"indexing.chunker.limit": 64}
    assert found["baseline"] == "wide"


def test_ablations_are_compared_with_the_full_pipeline(evaluation: Evaluation) -> None:
    found = evaluation.json(evaluation.set, "--ablations")
    names = [setup["name"] for setup in found["setups"]]
    assert names[0] == "full pipeline"
    assert {"dense only", "lexical only", "no heading path", "children only"} <= set(names)
    assert all(setup["changes"] for setup in found["setups"][1:])


def test_a_finished_run_is_read_and_not_asked_again(evaluation: Evaluation) -> None:
    first = evaluation.json(evaluation.set)
    evaluation.shell.embedder.passages.clear()
    evaluation.shell.embedder.queries.clear()
    second = evaluation.json(evaluation.set)
    assert (evaluation.shell.embedder.passages, evaluation.shell.embedder.queries) == ([], [])
    assert second["questions"] == first["questions"]  # times included
    assert second["costs"] == first["costs"]


def test_an_interrupted_run_says_how_to_go_on_and_goes_on(
    evaluation: Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = evaluation.shell.embedder
    embed, asked = embedder.embed_query, []

    def interrupted(text: str) -> Any:
        if text == QUESTIONS[2][1]:
            raise KeyboardInterrupt
        asked.append(text)
        return embed(text)

    with monkeypatch.context() as patched:
        patched.setattr(embedder, "embed_query", interrupted)
        result = evaluation.run(evaluation.set)
    assert result.exit_code == 130
    assert "run the same command again" in result.stderr
    embedder.queries.clear()
    embedder.passages.clear()
    evaluation.ok(evaluation.set)
    assert embedder.passages == []
    left = [query.removeprefix("query: ") for query in dict.fromkeys(embedder.queries) if query != "query: warm"]
    assert left == [query for _, query, *_ in QUESTIONS if query not in asked]
    assert asked


def test_more_passages_than_are_asked_for_by_default_can_be_measured(evaluation: Evaluation) -> None:
    found = evaluation.json(evaluation.set, "--k", "60", "--set", "search.expand=none")
    assert "recall@60" in found["groups"][0]["standings"][1]["cells"]


def test_a_renamed_document_is_read_anew(evaluation: Evaluation) -> None:
    before = evaluation.json(evaluation.set)["costs"][0]["cost"]["chunks"]
    (evaluation.set / "documents" / "travel.md").rename(evaluation.set / "documents" / "travel.csv")
    rows = evaluation.set / "documents.jsonl"
    rows.write_text(rows.read_text().replace("documents/travel.md", "documents/travel.csv"))
    assert evaluation.json(evaluation.set)["costs"][0]["cost"]["chunks"] != before


def test_a_damaged_mark_of_an_index_lets_it_be_built_again(evaluation: Evaluation) -> None:
    evaluation.ok(evaluation.set)
    (mark,) = (evaluation.folder / "scratch").rglob("built.json")
    mark.write_bytes(b"{")
    evaluation.ok(evaluation.set)


def test_a_value_that_changes_nothing_has_no_knee(evaluation: Evaluation) -> None:
    plan = evaluation.folder / "sweep.toml"
    plan.write_text('sets = ["rules"]\n[vary]\n"retrieval.scan_rows" = [10000, 20000]\n')
    printed = evaluation.ok(plan, command="sweep")
    assert "changes nothing" in printed
    assert "Knee" not in printed


def test_json_and_report_are_two_files(evaluation: Evaluation) -> None:
    same = evaluation.folder / "same"
    assert "same file" in evaluation.refused(evaluation.set, "--json", same, "--report", same)


def test_a_sample_asks_some_of_the_questions_of_all_documents(evaluation: Evaluation) -> None:
    found = evaluation.json(evaluation.set, "--sample", "2", "--seed", "1")
    assert (found["sets"][0]["questions"], found["sets"][0]["documents"]) == (2, 4)


def test_two_sets_have_both_kinds_of_mean(evaluation: Evaluation) -> None:
    other = write_set(evaluation.folder / "more")
    printed = evaluation.ok(evaluation.set, other, "--within-document", "more")
    assert _row(printed, "more")[1] == "5"
    assert _row(printed, "all", "questions")[2] == "10"
    assert _row(printed, "mean", "of", "sets")[3] == "10"


def test_a_measure_below_its_floor_is_named_with_status_1(evaluation: Evaluation) -> None:
    floors = evaluation.folder / "floors.toml"
    floors.write_text('[rules]\n"recall@2000tok" = 0.9\n"precision@5" = 0.99\n')
    result = evaluation.run(evaluation.set, "--floors", floors)
    assert result.exit_code == 1
    (low,) = [line for line in result.stderr.splitlines() if "floor" in line]
    assert low.startswith("rules: precision@5 is 0.")
    floors.write_text('[rules]\n"recall@2000tok" = 0.9\n')
    assert evaluation.run(evaluation.set, "--floors", floors).exit_code == 0


def test_chunks_are_asked_for_by_their_own_words(evaluation: Evaluation) -> None:
    page = evaluation.folder / "report.html"
    printed = evaluation.ok(evaluation.set, "--reverse", "4", "--report", page)
    assert "Chunks that can not find themselves" in page.read_text()
    assert "Reverse check: " in printed
    assert "rules: 4 of " in printed
    assert _row(printed, "rules", "terms")[2] == "4"
    found = evaluation.json(evaluation.set, "--reverse", "4")
    assert {rule["rule"] for rule in found["reverse"]["rules"]["rules"]} == {"terms", "heading", "masked"}


def test_a_report_holds_the_bad_cases_and_the_terminal_their_reasons(evaluation: Evaluation) -> None:
    page = evaluation.folder / "report.html"
    tight = ("-k", "1", "--set", "search.max_passage_tokens=16")
    printed = evaluation.ok(evaluation.set, *tight, "--report", page, "--name", "My rules")
    assert "My rules" in page.read_text(encoding="utf-8")
    reasons = printed[printed.index("not all in the first 1 passages, by reason") :]
    assert _row(reasons, "dropped", "by", "dedup", "or", "budget")[-1] >= "1"


def test_a_sweep_shows_gain_and_cost_of_each_value(evaluation: Evaluation) -> None:
    plan = evaluation.folder / "sweep.toml"
    plan.write_text(
        'sets = ["rules"]\n[base]\n"search.depth" = 10\n'
        '[vary]\n"indexing.chunker.overlap" = [0, 16]\n"search.expand" = ["none"]\n'
    )
    printed = evaluation.ok(plan, command="sweep")
    assert _row(printed, "0")[:2] == ["0", "knee"]
    assert _row(printed, "32")[:2] == ["32", "base"]
    assert _row(printed, '"none"')[0] == '"none"'
    assert "Knee: 0, the smallest value that is not below the best by more than noise." in printed
    found = evaluation.json(plan, "--report", evaluation.folder / "r.html", command="sweep")
    overlap, expand = found["sweeps"]
    assert [(v["value"], v["is_base"], v["is_knee"]) for v in overlap["values"]] == [
        (0, False, True),
        (16, False, False),
        (32, True, False),
    ]
    assert [v["value"] for v in expand["values"]] == ["parent", "none"]
    assert [setup["name"] for setup in found["setups"]] == [
        "base",
        "chunker.overlap=0",
        "chunker.overlap=16",
        "expand=none",
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--set", "indexing.chunker.limt=3"], "did you mean indexing.chunker.limit"),
        (["--set", "indexing.chunker.limit=many"], "indexing.chunker.limit can not be many: Expected `int`, got `str`"),
        (["--set", "search"], "write PATH=VALUE"),
        (["--setup", "search.window=2"], "write NAME:PATH=VALUE"),
        (["--setup", "a:search.window=2", "--setup", "a:search.window=3"], "two setups are called a"),
        (["--set", "search.depth=3"], "--k 5 is above search.depth, 3"),
        (["--within-document", "laws"], "--within-document laws: no such set; these are: rules"),
        (["--evidence", "evidence_table"], "no question has the field 'evidence_table'"),
        (["--ablations", "--set", "search.window=2"], "--ablations are of one configuration"),
        (["--config", "a.toml", "--config", "b.toml", "--set", "search.window=2"], "name one --config"),
        (["--config", "nowhere.toml"], "nowhere.toml: No such file"),
        (["--floors", "nowhere.toml"], "nowhere.toml: No such file"),
        (["--json", "no/where.json"], "can not be written"),
    ],
)
def test_what_can_not_be_evaluated_is_said_with_status_2(
    evaluation: Evaluation, options: Sequence[str], said: str
) -> None:
    assert said in evaluation.refused(evaluation.set, *options)


def test_sets_that_are_wrong_are_refused(evaluation: Evaluation, tmp_path: Path) -> None:
    assert "nowhere" in evaluation.refused(tmp_path / "nowhere")
    same = write_set(tmp_path / "elsewhere" / "rules")
    assert "two sets are called rules" in evaluation.refused(evaluation.set, same)
    assert "sweep.toml: No such file" in evaluation.refused(tmp_path / "sweep.toml", command="sweep")


def test_numbers_end_under_each_other_and_words_begin_so() -> None:
    table = Table(title="T", head=("set", "n"), rows=(("租户", "7"), ("default", "1,234")), notes=("Note.",))
    assert list(table_lines(table)) == [
        "T",
        "set          n",
        "租户         7",
        "default  1,234",
        "Note.",
        "",
    ]


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from server.cli import main; main(sys.argv[1:], standalone_mode=False);"
        f"assert not {HEAVY!r} & set(sys.modules)"
    )
    for command in "evaluate", "sweep":
        subprocess.run([sys.executable, "-c", code, command, "--help"], cwd=ROOT, check=True, capture_output=True)
