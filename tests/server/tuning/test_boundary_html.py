"""The page that shows boundaries."""

import base64
import hashlib
import json
import re
import shutil
import subprocess
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from indexing.config import ChunkerConfig
from indexing.errors import DocumentRejected
from server.tuning.boundary_html import boundary_html, draw, marked_text
from server.tuning.cut_files import Cut
from tests.server.tuning.cutting import RENTAL, cut_text
from tests.server.tuning.page_reader import PageReader

HOSTILE = (
    "# <script>alert(1)</script>\r\n\r\nA & B &amp; </div></script><!-- x -->\r\n\r\n"
    "押金 👩\u200d💻 \"q\" 'a'\x85\x01\n"
)


def page_of(*cuts: Cut) -> str:
    return boundary_html([draw(cut, number) for number, cut in enumerate(cuts)], ChunkerConfig())


def test_the_page_has_every_character_of_each_text_once_and_in_order() -> None:
    cuts = cut_text(RENTAL, limit=40, parent_limit=60), cut_text(HOSTILE, name="hostile.md")
    assert PageReader(page_of(*cuts)).texts == [cut.parsed.text for cut in cuts]


@given(st.text(alphabet="ab <>&'\"\r\n\t#-|`*。，押金😀\u200d\x01\x85\u2028", min_size=1, max_size=200))
@settings(max_examples=100, deadline=None)
def test_any_text_comes_back_from_its_marks(text: str) -> None:
    try:
        cut = cut_text(text, limit=20, parent_limit=20)
    except DocumentRejected:
        assume(False)
    reader = PageReader(f'<div class="text">{marked_text(cut, 0)}</div>')
    assert reader.texts == [cut.parsed.text]


def test_chunks_parents_and_removals_are_marked_and_named() -> None:
    cut = cut_text(RENTAL, limit=40, table_limit=40, parent_limit=60)
    reader = PageReader(page_of(cut))
    chunks = reader.having("chunk")
    assert [each["id"] for each in chunks] == [f"d0c{chunk.ordinal}" for chunk in cut.outline.chunks]
    labels = [
        [str(c.ordinal), str(c.tokens), *(flag.replace("_", " ") for flag in c.flags)] for c in cut.outline.chunks
    ]
    assert [each["data-label"].split(" · ") for each in chunks] == labels
    assert {each["class"].split()[1] for each in chunks} == {"even", "odd"}
    assert len(reader.having("parent")) == len(cut.outline.parents) > 1
    removed = [given["data-reason"] for tag, given in reader.elements if tag == "del"]
    assert removed == ["front matter", "html comment"]


def test_what_other_chunks_need_is_marked_in_the_text_without_a_click() -> None:
    cut = cut_text(RENTAL, limit=40, table_limit=40)
    needed = {(span.start, span.end) for chunk in cut.outline.chunks for span in chunk.context}
    assert needed
    marked = re.findall(
        r'<span class="needed" title="context of chunks? [\d, ]+">(.*?)</span>', marked_text(cut, 0), re.S
    )
    assert marked == [cut.parsed.text[start:end] for start, end in sorted(needed)]


def test_parents_beside_each_other_have_other_colours_that_the_style_knows() -> None:
    reader = PageReader(page_of(cut_text(RENTAL, limit=20, parent_limit=20)))
    shades = [each["class"].removeprefix("parent ") for each in reader.having("parent")]
    assert len(shades) > 3
    assert all(one != other for one, other in pairwise(shades))
    assert all(f".{shade} {{" in reader.styles[0] for shade in shades)


def test_one_chunk_of_a_document_can_be_reached_by_the_keyboard_and_leads_to_the_others() -> None:
    reader = PageReader(page_of(cut_text(RENTAL, limit=40), cut_text(HOSTILE)))
    assert [each["id"] for each in reader.having("chunk") if each["tabindex"] == "0"] == ["d0c0", "d1c0"]


def test_links_of_the_outline_lead_to_the_chunk_that_begins_the_section() -> None:
    cut = cut_text(RENTAL, limit=40)
    reader = PageReader(page_of(cut))
    links = [given["href"] for tag, given in reader.elements if tag == "a"]
    starts = [
        f"#d0c{next(c.ordinal for c in cut.outline.chunks if c.section == s.index)}" for s in cut.outline.sections[1:]
    ]
    assert links == ["#d0", *starts]


def test_the_data_says_of_each_chunk_what_the_model_sees() -> None:
    cut = cut_text(HOSTILE + RENTAL, limit=40, table_limit=40)
    reader = PageReader(page_of(cut))
    data = json.loads(reader.scripts[0])
    assert [each[-1] for each in data] == cut.embed_texts()
    assert [each[2] for each in data] == [[[s.start, s.end] for s in chunk.context] for chunk in cut.outline.chunks]


def test_nothing_of_a_document_is_markup_and_only_the_pages_own_script_may_run() -> None:
    reader = PageReader(page_of(cut_text(HOSTILE, name="<img src=x>.md")))
    assert [tag for tag, _ in reader.elements].count("script") == 2
    assert "img" not in [tag for tag, _ in reader.elements]
    policy = next(
        given["content"]
        for _, given in reader.elements
        if "content-security-policy" in given.get("http-equiv", "").lower()
    )
    for content in (reader.styles[0], reader.scripts[-1]):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")


def test_the_page_asks_nothing_of_a_network() -> None:
    page = page_of(cut_text(RENTAL))
    reader = PageReader(page)
    assert not [given for _, given in reader.elements if "src" in given or not given.get("href", "#").startswith("#")]
    assert not re.search(r"https?:|url\(|@import|fetch\(", page)


def test_a_document_of_many_sections_nests_no_deeper_than_one_of_few() -> None:
    page = page_of(cut_text("\n\n".join(f"{'#' * (1 + i % 6)} Section {i}\n\nWords." for i in range(60))))
    assert max(len(re.findall("<ul>", part)) for part in page.split("</nav>")[:1]) == 1


def _luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2)."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "grounds"),
    [
        ("ink", ("page", "panel", "even", "odd", "context", "picked", "only-a", "only-b")),
        ("quiet", ("page", "panel", "even", "odd")),
        ("flag", ("panel",)),
        ("link", ("page",)),
    ],
)
def test_text_has_the_contrast_that_wcag_asks_for(theme: int, ink: str, grounds: tuple[str, ...]) -> None:
    style = files("server.tuning").joinpath("pages", "boundaries.css").read_text(encoding="utf-8")
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", style.split("prefers-color-scheme: dark")[theme]))
    for ground in grounds:
        one, two = sorted((_luminance(colours[ink]), _luminance(colours[ground])))
        assert (two + 0.05) / (one + 0.05) >= 4.5, ground


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs the browser chromium")
def test_a_browser_keeps_every_character_and_shows_the_chunk_an_address_names(tmp_path: Path) -> None:
    cut = cut_text(HOSTILE + RENTAL, limit=40)
    (tmp_path / "page.html").write_text(page_of(cut), encoding="utf-8", newline="")
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    command += [f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", f"file://{tmp_path / 'page.html'}#d0c1"]
    done = subprocess.run(command, capture_output=True, timeout=120, check=True)
    dom = done.stdout.decode("utf-8")
    assert PageReader(dom).texts == [cut.parsed.text]
    shown = dom.split("<aside")[1]
    assert f"Chunk 1 of {len(cut.outline.chunks)}" in shown
