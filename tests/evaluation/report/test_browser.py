"""The page in a browser."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evaluation.report import write_report
from tests.evaluation.report import made
from tests.evaluation.report.browser import Tab, browser
from tests.evaluation.report.test_page import SHOWN, hostile

pytestmark = pytest.mark.skipif(shutil.which("chromium") is None, reason="needs the browser chromium")

CONTRAST = """
(() => {
  const luminance = (c) => {
    const [r, g, b] = c.map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const found = parts(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0] : [255, 255, 255];
  };
  const bad = new Set(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.getClientRects().length || element.tagName === "SCRIPT") continue;
    const style = getComputedStyle(element);
    const ink = element instanceof SVGElement ? style.fill : style.color;
    const [low, high] = [luminance(parts(ink)), luminance(ground(element))].sort((a, b) => a - b);
    seen++;
    if ((high + 0.05) / (low + 0.05) < 4.5) bad.add(`${element.className} ${ink} on ${ground(element)}`);
  }
  return [seen, [...bad]];
})()
"""

PLACES = """
[...document.querySelectorAll("%s .mark > path > title")].map((title) => {
  const box = title.parentElement.getBoundingClientRect();
  return [title.textContent, box.x + box.width / 2, box.y + box.height / 2];
})
"""

TICKS = """
[...document.querySelectorAll("%s text.tick")].map((tick) => {
  const box = tick.getBoundingClientRect();
  return [tick.textContent, box.x + box.width / 2, box.y + box.height / 2];
})
"""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with browser(tmp_path_factory.mktemp("profile")) as tab:
        yield tab


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "report.html"
    write_report(made.report(), file)
    return file


@pytest.fixture(scope="module")
def hostile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("hostile") / "report.html"
    write_report(hostile(), file)
    return file


def shown(tab: Tab) -> list[int]:
    """The numbers of the cases that can be seen."""
    found: list[int] = tab.run("[...document.querySelectorAll('.case:not([hidden])')].map(c => +c.id.slice(5))")
    return found


def choose(tab: Tab, name: str, value: str) -> None:
    tab.run(
        f"(() => {{ const f = document.querySelector('[data-filter={name}]'); f.value = {value!r};"
        " f.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [400, 1400])
def test_nothing_is_wider_than_the_screen(tab: Tab, file: Path, hostile_file: Path, width: int, dark: bool) -> None:
    for each in (file, hostile_file):
        tab.show(each, width=width, dark=dark)
        tab.run("document.querySelectorAll('details').forEach(d => d.open = true)")
        assert tab.run("document.documentElement.scrollWidth") <= width, each


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_all_text_has_the_contrast_that_wcag_asks_for(tab: Tab, file: Path, dark: bool) -> None:
    tab.show(file, dark=dark)
    seen, bad = tab.run(CONTRAST)
    assert seen > 1000
    assert bad == []


def test_light_and_dark_are_two_looks(tab: Tab, file: Path) -> None:
    looks = []
    for dark in (False, True):
        tab.show(file, dark=dark)
        looks.append(tab.run("getComputedStyle(document.body).backgroundColor"))
    assert looks == ["rgb(251, 250, 248)", "rgb(20, 23, 26)"]


def test_nothing_is_asked_of_a_network_and_nothing_complained_of(tab: Tab, file: Path, hostile_file: Path) -> None:
    tab.requests.clear()
    tab.complaints.clear()
    for each in (file, hostile_file):
        tab.show(each)
        tab.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert tab.requests == [file.as_uri(), hostile_file.as_uri()]
    assert tab.complaints == []


def test_hostile_text_is_shown_as_it_is(tab: Tab, hostile_file: Path) -> None:
    tab.show(hostile_file)
    assert tab.run("document.querySelector('h1').textContent") == SHOWN
    assert tab.run("document.querySelector('#case-1 .question').textContent") == SHOWN
    assert tab.run("document.querySelectorAll('script, img').length") == 1


def test_cases_are_filtered_by_reason_set_and_words(tab: Tab, file: Path) -> None:
    tab.show(file)
    assert shown(tab) == list(range(1, 25))
    choose(tab, "reason", "cut by a boundary")
    assert shown(tab) == [3, 7, 11, 15, 19, 23]
    assert tab.run("document.getElementById('matching').textContent") == "6 of 24 cases"
    choose(tab, "category", "heading")
    assert shown(tab) == [11, 23]
    tab.run("document.querySelector('[data-does=reset]').click()")
    choose(tab, "words", "押金")
    assert shown(tab) == list(range(2, 25, 2))


def test_cases_are_opened_and_closed_together(tab: Tab, file: Path) -> None:
    tab.show(file)
    choose(tab, "set", "manual")
    tab.run("document.querySelector('[data-does=\"open all\"]').click()")
    assert tab.run("document.querySelectorAll('.case[open]').length") == 12
    tab.run("document.querySelector('[data-does=\"close all\"]').click()")
    assert tab.run("document.querySelectorAll('.case[open]').length") == 0


def test_keys_lead_from_case_to_case_past_those_filtered_out(tab: Tab, file: Path) -> None:
    tab.show(file)
    choose(tab, "reason", "ranked below k")
    at = "document.activeElement.closest('.case').id"
    tab.press("j")
    assert tab.run(at) == "case-2"
    tab.press("j")
    assert tab.run(at) == "case-6"
    tab.press("k")
    assert tab.run(at) == "case-2"


def test_an_address_may_name_a_case(tab: Tab, file: Path) -> None:
    tab.show(file, fragment="#case-9")
    assert tab.run("document.getElementById('case-9').open")


def between(ticks: list[list[Any]], place: float, along: int) -> float:
    """The number at a place, from where two ticks stand."""
    known: list[tuple[float, float]] = []
    for tick in ticks:
        number = re.fullmatch(r"([+−]?[\d.]+)(\u202f%)?", tick[0])
        if number:
            known.append((tick[along], float(number[1].replace("−", "-"))))
    one, low = known[0]
    other, high = known[-1]
    return low + (place - one) / (other - one) * (high - low)


@pytest.mark.parametrize("width", [400, 1400])
def test_marks_of_the_recall_plot_stand_where_their_numbers_are(tab: Tab, file: Path, width: int) -> None:
    tab.show(file, width=width)
    marks = tab.run(PLACES % ".recall")
    ticks = [tick for tick in tab.run(TICKS % ".recall") if tick[0].endswith("%")]
    standings = made.report().groups[0].standings
    expected = [
        standing.cells[f"recall@{budget}tok"].value.mean * 100
        for standing in standings
        for budget in (500, 1000, 2000, 4000)
    ]
    assert [between(ticks, y, 2) for _, _, y in marks] == pytest.approx(expected, abs=0.4)


@pytest.mark.parametrize("width", [400, 1400])
def test_marks_of_differences_stand_where_their_numbers_are(tab: Tab, file: Path, width: int) -> None:
    tab.show(file, width=width)
    marks, ticks = tab.run(PLACES % ".differences"), tab.run(TICKS % ".differences .scale")
    differences = [standing.cells["recall@2000tok"].difference for standing in made.report().groups[0].standings[1:]]
    expected = [found.mean * 100 for found in differences if found]
    assert [between(ticks, x, 1) for _, x, _ in marks] == pytest.approx(expected, abs=0.1)
