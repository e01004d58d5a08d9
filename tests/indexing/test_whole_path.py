"""Parsing and cutting together: whatever a text holds and whatever the limits are, the oracle finds no fault."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from indexing.chunkers import chunk
from indexing.config import ChunkerConfig, KindLimits, KindsConfig
from indexing.model import Outline, ParsedText
from indexing.parsers import Original, parse
from indexing.render import embed_text, readable
from tests.fakes import HashingEmbedder
from tests.indexing import oracle

ROOT = Path(__file__).parents[2]
PAGES = sorted(page for folder in ("examples", "tests/fixtures/markdown") for page in (ROOT / folder).rglob("*.md"))
PAGES += [ROOT / "README.md", ROOT / "ARCHITECTURE.md"]
EMBEDDER = HashingEmbedder()


def config_of(limit: int, **limits: int) -> ChunkerConfig:
    """Limits for every kind of document, half more for tables and code."""
    given = {"limit": limit, "overlap": limit // 8, "table_limit": limit * 3 // 2, "parent_limit": limit * 4} | limits
    kinds = KindsConfig(table=KindLimits(), legal=KindLimits())
    return ChunkerConfig(**given, kinds=kinds)  # type: ignore[arg-type]


def cut(text: str, config: ChunkerConfig) -> tuple[ParsedText, Outline]:
    parsed = parse(Original(content=text.encode(), media_type="text/markdown", kind="markdown"))
    return parsed, chunk(parsed, EMBEDDER, config)


def check(text: str, config: ChunkerConfig) -> Outline:
    """The outline of a text in which the oracle finds no fault."""
    parsed, outline = cut(text, config)
    manifest = EMBEDDER.manifest
    oracle.check(
        parsed, outline, EMBEDDER.tokenizer, config, prefix=manifest.passage_prefix, window=manifest.max_tokens
    )
    return outline


def owned(text: str, outline: Outline) -> list[str]:
    return [each.span.slice(text) for each in outline.chunks]


SENTENCES = st.sampled_from(
    [
        "The tenant pays rent on the first day of each month.",
        "See [the rules](https://example.org/rules?id=7) before you sign.",
        "Set `max_tokens` to 512 and `name` to nothing.",
        "Let $x_1 + y_2$ be the sum of 3.5 and 1,234.5 today.",
        "租客每月一日支付租金。",
        "参数 `batch_size` 见[配置说明](/config.md#batch)；默认为 256。",
        "甲方👨\u200d👩\u200d👧和乙方🇨🇳🇨🇳签字👍🏽。",
        "Cafe\u0301 na\u00efve re\u0301sume\u0301.",
        "Read https://example.org/a/b/c?d=1&e=2 today!",
        "supercalifragilistic_expialidocious_identifier",
    ]
)
PROSE = st.lists(SENTENCES, min_size=1, max_size=5).map(" ".join)
WORDS = st.sampled_from(["Basic", "押金", "two months", "`a \\| b`", "👍🏽", "€ 1,200", "", "see [x](y.md)"])
LINES = st.sampled_from(
    ["import os", "", "def f(a, b):", "    return a + b", "# comment", "x = '中文'", "call(first, second)"]
)
CODE = st.lists(LINES, min_size=1, max_size=10).map(lambda lines: "\n".join(["```python", *lines, "```"]))
TABLES = st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=8).map(
    lambda rows: "\n".join(["| Plan | Note |", "| --- | --- |", *(f"| {a} | {b} |" for a, b in rows)])
)
LISTS = st.lists(SENTENCES, min_size=2, max_size=8).map(
    lambda items: "You need all of this:\n\n" + "\n".join(f"- {item}" for item in items)
)


def indented(text: str, first: str, rest: str) -> str:
    head, *tail = text.split("\n")
    return "\n".join([first + head, *((rest + line).rstrip() for line in tail)])


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    several = st.lists(inner, min_size=1, max_size=3).map("\n\n".join)
    return st.one_of(
        several.map(lambda text: indented(f"Item\n\n{text}", "- ", "  ")),
        several.map(lambda text: indented(f"Step\n\n{text}", "1. ", "   ")),
        several.map(lambda text: indented(text, "> ", "> ")),
        several.map(lambda text: indented(f'!!! note "Mind"\n\n{text}', "", "    ").replace("    !!!", "!!!", 1)),
        several.map(lambda text: f"{{{{< note >}}}}\n{text}\n{{{{< /note >}}}}"),
        several.map(lambda text: f":::tip Good to know\n\n{text}\n\n:::"),
    )


LEAVES = st.one_of(
    PROSE,
    CODE,
    TABLES,
    LISTS,
    PROSE.map(lambda text: f"**Note:** {text}"),
    PROSE.map(lambda text: f"> [!NOTE]\n> {text}"),
    st.sampled_from(
        [
            "$$\na^2 + b^2 = c^2\n$$",
            "\\[ x = y \\]",
            "<details>\n<summary>More</summary>\n\nInside.\n\n</details>",
            "<table>\n<tr><th>A</th></tr>\n<tr><td>1</td></tr>\n<tr><td>2</td></tr>\n</table>",
            "<!-- hidden -->",
            "Term\n: What it means",
            "Claim[^1].\n\n[^1]: The source of it.",
            "表 3：费用\n\n| 项目 | 金额 |\n| --- | --- |\n| 押金 | 2 |\n\n单位：万元",
            "***",
        ]
    ),
)
HEADINGS = st.tuples(st.integers(1, 4), st.sampled_from(["Rent", "押金与退还", "A & b", "Rent"])).map(
    lambda heading: f"{'#' * heading[0]} {heading[1]}"
)
TEXTS = st.tuples(
    st.sampled_from(["", "---\ntitle: Lease\n---\n\n", '+++\ntitle = "Lease"\n+++\n\n']),
    st.lists(st.one_of(st.recursive(LEAVES, nested, max_leaves=5), HEADINGS), min_size=1, max_size=8),
    st.sampled_from(["\n", "\r\n", "\r"]),
).map(lambda parts: (parts[0] + "\n\n".join(["Begin.", *parts[1]])).replace("\n", parts[2]))


NEED = "You need all of this:\n\n- The tenant pays rent on the first day of each month.\n"
RULES = "- See [the rules](https://example.org/rules?id=7) before you sign.\n"

SECOND_TABLE = (
    "# 押金与退还\r## Rent\r:::tip Good to know\r| --- | --- |\r| Plan | Note |\r| --- | --- |\r"
    + "| Basic | see [x](y.md) |\r"
    + "| Basic | Basic |\r" * 4
    + "| Basic | `a \\| b` |\r| Basic | see [x](y.md) |\r:::"
)
"""Its first row fits with the header, which the first chunk owns."""

TABLE_BEHIND_THE_END_OF_AN_ITEM = (
    f"Begin.\n\n:::tip Good to know\n\n{NEED}{RULES}\n| Plan | Note |\n| --- | --- |\n"
    "| Basic | Basic |\n| Basic | Basic |\n| Basic | `a \\| b` |\n\n:::"
)
"""Both fit together, but not with the lead-in of the item."""

CODE_THAT_JUST_FITS = (
    '!!! note "Mind"\r    - See [the rules](https://example.org/rules?id=7) before you sign.\r    ```python\r'
    + "    import os\r" * 5
    + "    def f(a, b):\r" * 2
    + "    ```"
)
"""Alone, not behind the end of an item."""


CODE_BEHIND_THE_END_OF_AN_ITEM = (
    f"Begin.\r\r{{{{< note >}}}}\r$$\ra^2 + b^2 = c^2\r$$\r\r{NEED}{RULES}".replace("\n", "\r")
    + "\r```python\r" + "import os\r" * 3 + "def f(a, b):\r" * 2 + "```\r{{< /note >}}"
)  # fmt: skip
"""They fit together by what was planned, not by what they count: then the lead-in is not what is given up."""


@given(text=TEXTS, limit=st.integers(20, 80))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(text="| Plan | Note |\n| --- | --- |\n| " + "long words of the first row " * 8 + "| a |\n| b | c |", limit=40)
@example(text=SECOND_TABLE, limit=54)
@example(text=TABLE_BEHIND_THE_END_OF_AN_ITEM, limit=32)
@example(text=CODE_THAT_JUST_FITS, limit=32)
@example(text=CODE_BEHIND_THE_END_OF_AN_ITEM, limit=32)
def test_no_fault_in_any_text_at_any_limit(text: str, limit: int) -> None:
    check(text, config_of(limit))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
@pytest.mark.parametrize("limit", [48, 256])
def test_no_fault_in_real_pages(path: Path, limit: int) -> None:
    check(path.read_bytes().decode(), config_of(limit))


def test_each_piece_of_a_long_table_has_its_header_and_whole_rows() -> None:
    rows = [f"| R{row:02} | 100 | note about region {row} |" for row in range(12)]
    text = "\n".join(["| Region | Price | Note |", "| --- | --- | --- |", *rows])
    outline = check(text, config_of(64, table_limit=64, overlap=0))
    source = readable(text, outline)
    assert len(outline.chunks) >= 3
    for each in outline.chunks:
        assert "Region" in embed_text(source, each)
        assert "Price" in embed_text(source, each)
    assert "\n".join(owned(text, outline)).split("\n")[2:] == rows


def test_a_first_row_that_is_cut_keeps_the_header_in_each_part() -> None:
    text = "| Plan | Note |\n| --- | --- |\n| Basic | " + "All of it is paid each month. " * 20 + "|\n| Large | x |"
    outline = check(text, config_of(50, table_limit=50))
    parts = [embed_text(readable(text, outline), each) for each in outline.chunks]
    assert len(parts) > 3
    assert all("| Plan | Note |\n| --- | --- |" in part for part in parts)
    assert all("| Basic" in part for part in parts[:-1])


def test_skipped_levels_give_the_right_paths() -> None:
    outline = check("# A\n\n### C1\nx\n\n### C2\ny\n\n## D\n\n#### E\nz\n", config_of(64))
    assert [section.path for section in outline.sections[1:]] == [
        ("A",),
        ("A", "C1"),
        ("A", "C2"),
        ("A", "D"),
        ("A", "D", "E"),
    ]


def test_offsets_count_code_points_behind_the_mark() -> None:
    parsed, outline = cut("\ufeff# A\r\n\r\n甲方👍🏽付款。\r\n", config_of(64))
    assert [(block.span.start, block.span.end) for block in parsed.blocks] == [(0, 3), (7, 14)]
    assert (outline.chunks[0].span.start, outline.chunks[0].span.end) == (0, 14)


def test_windows_of_words_begin_where_they_say() -> None:
    text = "Pay within thirty days of the invoice date. " * 6
    outline = check(text, config_of(22, overlap=5))
    assert len(outline.chunks) > 3
    assert [each.span.slice(text)[:10] for each in outline.chunks] == ["Pay within"] * len(outline.chunks)


def test_visible_characters_are_whole_at_any_limit() -> None:
    marks = "👍🏽👨\u200d👩\u200d👧🇨🇳e\u0301"
    outline = check(marks * 20, config_of(20))
    assert {each.span.start % 11 for each in outline.chunks} <= {0, 2, 7, 9}
    assert "".join(owned(marks * 20, outline)) == marks * 20


def test_chinese_sentences_end_without_a_blank_and_english_ones_not_at_abbreviations() -> None:
    chinese = "甲方应当在三十日内付款。乙方收到款项后开具发票！如有争议，双方协商解决？协商不成，提交仲裁。" * 4
    assert all(part[-1] in "。！？" for part in owned(chinese, check(chinese, config_of(44, overlap=0))))
    english = "Version 3.5 costs e.g. 2.75 USD. Dr. Li signed it. The U.S. branch did not. " * 4
    ends = {part.split()[-1] for part in owned(english, check(english, config_of(30, overlap=0)))}
    assert ends <= {"USD.", "it.", "not."}


@pytest.mark.parametrize("overlap", [0, 10, 25])
@pytest.mark.parametrize(
    "text", ["x" * 5_000, "x" + " " * 200_000 + "y", "租金" * 2_000, '<iframe width="1" src="u ' * 500], ids=range(4)
)
def test_cutting_goes_forward_whatever_the_overlap(text: str, overlap: int) -> None:
    outline = check(text, config_of(50, overlap=overlap))
    starts = [each.span.start for each in outline.chunks]
    assert starts == sorted(set(starts))
    assert "".join("".join(owned(text, outline)).split()) == "".join(text.split())


def test_an_identifier_in_code_takes_the_room_of_the_context_rather_than_be_cut() -> None:
    code = "\n".join(f"value.first_part.second_part.third_{line} = call(one_argument, two)" for line in range(12))
    text = f"1. A step with quite a number of words, which say what it is about.\n\n   ```py\n{code}\n   ```\n"
    for limit in range(40, 90, 5):
        check(text, config_of(limit, table_limit=limit))
