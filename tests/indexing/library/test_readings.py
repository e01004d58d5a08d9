from pathlib import Path

from indexing.format import decode
from indexing.library import readings
from indexing.library.documents import SectionRule
from tests.parts import open_parts

TEXT = "---\ntitle: Fees\n---\n# Rent\n\nMonthly.\n\n# Pay\n\nYearly.\n"


def test_reading_is_the_outline_without_its_vectors(tmp_path: Path) -> None:
    parts = open_parts(tmp_path)
    rule = SectionRule(path=("Pay",), access=("group:hr",))
    written = parts.put("doc", TEXT, section_access=(rule,))
    with parts.library.read() as tx:
        reading = readings.get(tx, "t", 1, "doc")
    assert reading is not None
    assert [section.path for section in decode(reading.outline).sections] == [(), ("Rent",), ("Pay",)]
    assert reading.section_access == {2: ("group:hr",)}
    assert reading.facts.stated.title == "Fees"
    assert reading.facts.report == written.report


def test_what_a_generation_has_not_is_left_out(tmp_path: Path) -> None:
    parts = open_parts(tmp_path)
    parts.put("a", TEXT)
    names = [f"x{i}" for i in range(1200)]
    with parts.library.read() as tx:
        assert readings.get(tx, "t", 1, "b") is None
        assert readings.get(tx, "u", 1, "a") is None
        assert readings.get(tx, "t", 2, "a") is None
        assert list(readings.facts(tx, "t", 1, [*names, "a"])) == ["a"]
        assert readings.facts(tx, "t", 1, []) == {}
