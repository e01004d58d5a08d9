"""Lengths of natural units, and the limits they suggest."""

import tomllib

import msgspec
import pytest

from indexing.chunkers.limits import validate
from indexing.config import ChunkerConfig
from indexing.parsers import Original, parse
from server.tuning.distribution import distribution, percentile
from server.tuning.suggested_limits import RUNNING, suggestions, toml_lines
from server.tuning.unit_lengths import UnitLength, unit_lengths
from server.tuning.unit_table import unit_rows
from tests.server.tuning.cutting import RENTAL, rules

PREFIX, SPECIALS = 2, 2
"""Tokens of `passage: ` and of the model's own, in the fake."""


def _units(text: str, name: str = "rental.md", **limits: object) -> list[UnitLength]:
    return list(unit_lengths(parse(Original(content=text.encode(), media_type="", name=name)), rules(**limits)))


def _unit(unit: str, whole: int, kind: str = "markdown") -> UnitLength:
    return UnitLength(document_kind=kind, unit=unit, own=whole, whole=whole, limit=256)


def test_units_are_what_the_author_wrote_as_one_thing() -> None:
    units = [unit.unit for unit in _units(RENTAL)]
    assert units == [
        *("section", "section tree", "paragraph", "list item", "list item", "paragraph"),
        *("section", "table", "table row", "table row"),
        *("section", "code"),
        *("section", "paragraph"),
    ]


def test_a_unit_counts_by_itself_and_with_what_an_embed_text_has_besides() -> None:
    (section, paragraph) = _units("# Rent\n\nIt is due.\n")
    assert (section.unit, section.own) == ("section", 6)  # # Rent It is due .
    assert (paragraph.own, paragraph.whole) == (4, 4 + PREFIX + SPECIALS + 1)  # the title is one word


def test_a_row_of_a_table_needs_its_header() -> None:
    units = _units("| A | B |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n")
    rows = [unit for unit in units if unit.unit == "table row"]
    assert [(row.own, row.whole - PREFIX - SPECIALS) for row in rows] == [(5, 15), (5, 15)]


def test_definitions_and_whole_files_of_code_are_units() -> None:
    units = _units("import os\n\n\ndef one():\n    return 1\n\n\ndef two():\n    return 2\n", name="a.py")
    names = [unit.unit for unit in units]
    assert (names.count("definition"), names.count("section")) == (2, 1)  # the section is the module
    assert {unit.document_kind for unit in units} == {"code"}


def test_a_unit_has_the_limit_that_counts_where_it_stands() -> None:
    limits = {unit.unit: unit.limit for unit in _units(RENTAL, limit=100, table_limit=200, parent_limit=300)}
    assert limits["paragraph"] == limits["table row"] == limits["section"] == 100
    assert limits["table"] == limits["code"] == 200
    assert limits["section tree"] == 300


def test_removed_text_is_not_counted() -> None:
    one = _units("# A\n\nIt is due.\n\n<!-- a long remark in between -->\n\nIt is paid.\n")
    two = _units("# A\n\nIt is due.\n\nIt is paid.\n")
    assert one == two


def test_the_table_says_how_many_units_are_too_long() -> None:
    rows = list(unit_rows([_unit("paragraph", 10), _unit("paragraph", 300), _unit("paragraph", 20)]))
    assert rows == [("markdown", "paragraph", 3, 20, 300, 300, "256", 1)]


@pytest.mark.parametrize(("percent", "found"), [(50, 50), (75, 75), (95, 95), (100, 100), (1, 1)])
def test_a_percentile_is_a_length_that_there_is(percent: int, found: int) -> None:
    assert percentile(range(1, 101), percent) == found
    assert distribution([]).max == 0


def test_limits_keep_the_units_whole_that_their_rules_name() -> None:
    units = [_unit("paragraph", n) for n in range(101, 201)] + [_unit("table", 300)] * 30
    units += [_unit("section tree", 700)] * 30
    limit, table, parent = suggestions(units, ChunkerConfig(), 512, RUNNING)
    assert (limit.value, table.value, parent.value) == (208, 304, 704)  # 195, 300 and 700, rounded up to 16
    assert limit.rule == "p95 of 100 units is 195; rounded up to 16; 100% are whole now"


def test_limits_stay_within_the_window_and_above_the_least() -> None:
    limit, _, _ = suggestions([_unit("paragraph", 900)] * 30, ChunkerConfig(), 512, RUNNING)
    assert limit.value == 512
    limit, _, _ = suggestions([_unit("paragraph", 9)] * 30, ChunkerConfig(), 512, RUNNING)
    assert limit.value == 128


def test_few_units_suggest_nothing() -> None:
    limit, table, parent = suggestions([_unit("paragraph", 90)] * 19, ChunkerConfig(), 512, RUNNING)
    assert (limit.value, table.value, parent.value) == (None, None, None)
    assert str(limit) == "# limit = 256  # now 256; 19 are too few to tell"


def test_suggestions_are_toml_that_the_configuration_takes_and_are_always_the_same() -> None:
    units = [_unit("paragraph", n % 300) for n in range(200)] + [_unit("clause", 250, "legal")] * 40
    units += [_unit("table row", 60, "table")] * 40
    config = ChunkerConfig(overlap=80)
    lines = list(toml_lines(units, config, 512))
    assert lines == list(toml_lines(list(reversed(units)), config, 512))
    table = tomllib.loads("\n".join(lines))["indexing"]["chunker"]
    given = msgspec.convert({"overlap": config.overlap} | table, type=ChunkerConfig)
    validate(given)
    assert given.limit == 192
    assert given.kinds.legal.limit == 256
    assert given.kinds.table.limit == 128
