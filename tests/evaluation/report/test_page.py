"""The page as a file."""

import base64
import hashlib
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from evaluation.report import write_report
from evaluation.report.model import Report
from evaluation.report.page import page
from tests.evaluation.report import made
from tests.evaluation.report.reading import PageReader

HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(1)> \"q\" 'a' &amp; \u202eevil"
    " \x00\x1b \ud800 👩\u200d💻"
)
SHOWN = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd").replace("\ud800", "\ufffd")
"""What a browser can show of it."""


def hostile() -> Report:
    """A report in which every text that somebody else wrote is hostile."""
    good = made.report()
    case = made.bad_case(0, question=HOSTILE, text=HOSTILE)
    first = replace(good.setups[0], name=HOSTILE, model=HOSTILE, settings=((HOSTILE, HOSTILE),))
    standings = (replace(good.groups[0].standings[0], setup=HOSTILE), *good.groups[0].standings[1:])
    groups = (
        replace(good.groups[0], standings=standings),
        *(replace(group, name=HOSTILE, standings=standings) for group in good.groups[1:]),
    )
    point = replace(good.sweeps[0].points[0], value=HOSTILE)
    return replace(
        good,
        title=HOSTILE,
        command=HOSTILE,
        notes=(HOSTILE,),
        created=HOSTILE,
        setups=(first, *good.setups[1:]),
        sets=(replace(good.sets[0], name=HOSTILE, languages=(HOSTILE,)),),
        groups=groups,
        sweeps=(replace(good.sweeps[0], setting=HOSTILE, note=HOSTILE, points=(point, *good.sweeps[0].points[1:])),),
        bad_cases=(
            replace(
                case,
                setup=HOSTILE,
                set_name=HOSTILE,
                category=HOSTILE,
                reason=HOSTILE,
                detail=HOSTILE,
                question_id=HOSTILE,
            ),
            replace(made.bad_case(1), question="x" * 10_000, reason="押" * 500, category="y" * 2000),
        ),
    )


def headings(report: Report) -> list[str]:
    return PageReader(page(report)).tagged("h2")


def test_the_page_has_all_its_sections_in_order() -> None:
    assert headings(made.report()) == [
        "One setting at a time",
        "Recall for what is read",
        "What was compared",
        "All measures",
        "By set",
        "By category",
        "Distributions",
        "Bad cases",
    ]


def test_sections_without_content_are_left_out_of_page_and_navigation() -> None:
    bare = made.report(sweeps=(), bad_cases=(), groups=made.report().groups[:1])
    assert headings(bare) == ["Recall for what is read", "What was compared", "All measures", "Distributions"]
    assert PageReader(page(bare)).tagged("nav") == ["".join(headings(bare))]


def test_a_single_group_of_all_questions_is_no_section_of_its_own() -> None:
    groups = (made.report().groups[0], made.group("set", "manual", ("baseline",), 892))
    assert "By set" not in headings(made.report(groups=groups))


def test_links_lead_to_sections_that_are_there() -> None:
    read = PageReader(page(made.report()))
    ids = {given.get("id") for _, given in read.elements}
    assert all(given["href"].removeprefix("#") in ids for given in read.attributes("a"))


def test_an_empty_report_is_a_page_too() -> None:
    empty = Report(title="t", created="", version="", k=5, measures=(), setups=(), sets=(), groups=())
    assert headings(empty) == ["What was compared"]


def test_the_answer_comes_first_and_says_plainly_what_is_noise() -> None:
    names = ("baseline", "limit=160")
    plain = made.group("all", "all questions", names)
    measure = next(m for m in made.report().measures if m.name == "recall@2000tok")
    cells = (made.cell(measure, 0.8, None), made.cell(measure, 0.806, 0.8))
    standings = tuple(
        replace(standing, cells={measure.name: cell}) for standing, cell in zip(plain.standings, cells, strict=True)
    )
    report = made.report(groups=(replace(plain, standings=standings),))
    said = [text.replace("\u202f", " ") for text in PageReader(page(report)).tagged("li")[:2]]
    assert said == [
        "baseline80.0 %95 % interval 77.5 % to 82.5 %",
        "limit=16080.6 %○ noise +0.6 points, 95 % interval −1.1 to +2.4: chance explains the difference",
    ]


def test_equal_results_and_long_lists_of_settings_stay_short() -> None:
    base = made.report()
    settings = tuple((f"indexing.chunker.kinds.kind{n}.overlap", "0") for n in range(20))
    setups = (base.setups[0], replace(base.setups[1], settings=settings), *base.setups[2:])
    same = made.interval(0.0, 0.0)
    cell = replace(base.groups[0].standings[1].cells["recall@2000tok"], difference=same, verdict="noise")
    standing = replace(base.groups[0].standings[1], cells={"recall@2000tok": cell})
    group = replace(base.groups[0], standings=(base.groups[0].standings[0], standing))
    read = PageReader(page(replace(base, setups=setups, groups=(group,))))
    assert read.tagged("li")[1].endswith("no difference")
    assert "12 more" in read.tagged("summary")


def test_every_number_of_the_table_of_measures_is_the_datas() -> None:
    report = made.report()
    row = next(
        text
        for (tag, _), text in zip(*(lambda r: (r.elements, r.texts))(PageReader(page(report))), strict=True)
        if tag == "tr" and text.startswith("hit@5any")
    )
    cells = [standing.cells["hit@5"] for standing in report.groups[0].standings]
    expected = [f"{cell.value.mean * 100:.1f}" for cell in cells]
    assert re.findall(r"([\d.]+)\u202f%", row) == expected
    assert re.findall(r"better|worse|noise", row) == [cell.verdict for cell in cells[1:]]


def test_differences_are_told_by_sign_and_word_and_never_by_colour_alone() -> None:
    read = PageReader(page(made.report()))
    verdicts = read.tagged("span", "verdict")
    assert len(verdicts) > 100
    assert all(re.search(r"[▲▼○◆]", text) and re.search("better|worse|noise|differs", text) for text in verdicts)


def test_what_others_wrote_is_text_and_only_the_pages_own_script_may_run() -> None:
    written = page(hostile())
    read = PageReader(written)
    assert [tag for tag, _ in read.elements].count("script") == 1
    assert "img" not in [tag for tag, _ in read.elements]
    policy = next(given["content"] for given in read.attributes("meta") if "http-equiv" in given)
    for tag in ("style", "script"):
        digest = base64.b64encode(hashlib.sha256(read.tagged(tag)[0].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert read.tagged("h1") == [SHOWN]
    assert read.tagged("span", "question") == [SHOWN, "x" * 10_000]
    assert SHOWN in "".join(read.tagged("div", "text"))


def test_the_page_asks_nothing_of_a_network() -> None:
    written = page(made.report())
    read = PageReader(written)
    assert not [given for _, given in read.elements if "src" in given or not given.get("href", "#").startswith("#")]
    assert not [given for _, given in read.elements if "style" in given or any(name.startswith("on") for name in given)]
    assert not re.search(r"https?:|url\(|@import|fetch\(", written)


def test_headings_of_tables_say_what_they_head() -> None:
    read = PageReader(page(made.report()))
    assert {given.get("scope") for given in read.attributes("th")} == {"col", "row", "rowgroup"}
    assert len(read.tagged("caption")) == len(read.tagged("table")) > 5


def test_plots_have_names_or_are_parts_of_something_that_has_one() -> None:
    read = PageReader(page(made.report()))
    pictures = [given for given in read.attributes("svg") if "picture" in given.get("class", "")]
    assert pictures
    assert all(given.get("aria-label") or given.get("aria-hidden") == "true" for given in pictures)


def test_chinese_text_is_marked_as_chinese() -> None:
    read = PageReader(page(made.report()))
    asked = [given for given in read.attributes("span") if given.get("class") == "question"]
    assert [given.get("lang") for given in asked[:2]] == ["en", "zh"]


def test_without_scripts_the_first_case_is_open_and_no_filter_is_shown() -> None:
    read = PageReader(page(made.report()))
    cases = [given for given in read.attributes("details") if given.get("class") == "case"]
    assert ["open" in given for given in cases] == [True, *[False] * 23]
    assert next(given for _, given in read.elements if given.get("id") == "filters").get("hidden") == ""


def test_three_thousand_cases_make_a_page_that_a_browser_opens() -> None:
    text = "押金应当在三十日内返还。" * 400
    report = made.report(bad_cases=tuple(made.bad_case(n, text=text) for n in range(3000)))
    written = page(report)
    assert len(written.encode()) < 5_000_000
    shown = PageReader(written)
    cases = sum(given.get("class") == "case" for given in shown.attributes("details"))
    assert f"Shown are {cases} of 3,000 cases" in "".join(shown.tagged("p", "note"))
    assert f"{3000 - cases:,} are left out" in "".join(shown.tagged("p", "note"))


@pytest.mark.parametrize("n", [1, 20])
def test_one_setup_or_many_fit(n: int) -> None:
    names = tuple(f"setup {i}" for i in range(n))
    setups = tuple(made.setup(name, (), 0) for name in names)
    groups = (made.group("all", "all", names), made.group("set", "manual", names, 9))
    written = page(made.report(setups=setups, groups=groups, bad_cases=(), sweeps=()))
    assert ("12 more setups stand in the table alone" in written) == (n == 20)
    assert ("14 more setups, none of which differs more" in written) == (n == 20)
    assert ("difference to" in written) == (n > 1)


def test_the_file_is_the_page(tmp_path: Path) -> None:
    write_report(made.report(title="Überlappung 重叠\r\n"), tmp_path / "report.html")
    assert (tmp_path / "report.html").read_bytes().decode() == page(made.report(title="Überlappung 重叠\r\n"))
