import msgspec
import pytest
from msgspec.structs import replace

from indexing.chunkers import chunk, limits
from indexing.config import ChunkerConfig, KindLimits, KindsConfig, SectionLimits
from indexing.errors import InvalidConfig
from tests.fakes import HashingEmbedder
from tests.indexing.chunkers.build import parsed_of

TEXT = [("h1", "# Cover"), ("p", "word " * 90), ("h2", "## Liability"), ("p", "word " * 90)]


def longest(config: ChunkerConfig, **more: object) -> dict[str, int]:
    """Most tokens of a chunk by the title of its section."""
    outline = chunk(replace(parsed_of(TEXT), **more), HashingEmbedder(), config)
    found: dict[str, int] = {}
    for each in outline.chunks:
        title = outline.sections[each.section].title
        found[title] = max(found.get(title, 0), each.tokens)
    return found


def test_a_kind_has_its_own_limits() -> None:
    config = ChunkerConfig(limit=60, overlap=0, kinds=KindsConfig(faq=KindLimits(limit=120)))
    assert max(longest(config, kind="plain").values()) <= 60
    assert 60 < max(longest(config, kind="faq").values()) <= 120


def test_a_limit_stated_for_a_kind_leaves_its_others_as_they_are() -> None:
    config = msgspec.convert({"kinds": {"legal": {"overlap": 8}, "table": {"limit": 64}}}, type=ChunkerConfig)
    assert (limits.of_kind(config, "legal").limit, limits.of_kind(config, "legal").overlap) == (480, 8)
    assert (limits.of_kind(config, "table").limit, limits.of_kind(config, "table").table_limit) == (64, 256)


def test_a_section_that_matches_has_its_own_limits_and_so_have_those_inside_it() -> None:
    wide = SectionLimits(match="保险责任|LIABILITY", limit=120)
    found = longest(ChunkerConfig(limit=60, overlap=0, sections=(wide,)))
    assert found["Cover"] <= 60 < found["Liability"] <= 120
    both = longest(ChunkerConfig(limit=60, overlap=0, sections=(SectionLimits(match="^Cover$", limit=120),)))
    assert both["Cover"] > 60
    assert both["Liability"] > 60


def test_dense_text_gets_smaller_chunks_and_repeating_text_the_whole_limit() -> None:
    dense = parsed_of([("p", " ".join(f"word{i}" for i in range(200)))])
    sparse = parsed_of([("p", "again and again " * 60)])
    config = ChunkerConfig(limit=100, overlap=0, density=True)
    assert max(each.tokens for each in chunk(dense, HashingEmbedder(), config).chunks) <= 60
    assert max(each.tokens for each in chunk(sparse, HashingEmbedder(), config).chunks) > 60


def test_chunks_in_key_sections_are_marked_unless_the_title_that_says_so_is_hidden_from_their_readers() -> None:
    config = ChunkerConfig(limit=60, overlap=0, sections=(SectionLimits(match="liab", key=True),))
    outline = chunk(parsed_of([*TEXT, ("h3", "### Caps"), ("p", "word " * 9)]), HashingEmbedder(), config)

    def keys(visible: bool) -> dict[str, bool]:
        marked = limits.with_keys(outline, config, lambda section, other: visible or section == other)
        return {marked.sections[each.section].title: each.key for each in marked.chunks}

    assert keys(visible=True) == {"Cover": False, "Liability": True, "Caps": True}
    assert keys(visible=False) == {"Cover": False, "Liability": True, "Caps": False}


@pytest.mark.parametrize(
    ("config", "named"),
    [
        (ChunkerConfig(sections=(SectionLimits(match="("),)), "not a regular expression"),
        (ChunkerConfig(sections=(SectionLimits(match="责任|"),)), "matches every title"),
        (ChunkerConfig(sections=(SectionLimits(match="a", limit=20, overlap=11),)), "match 'a'.overlap is 11"),
        (ChunkerConfig(kinds=KindsConfig(code=KindLimits(table_limit=0))), "kinds.code.table_limit is 0"),
    ],
)
def test_limits_no_chunk_can_keep_are_refused_by_name(config: ChunkerConfig, named: str) -> None:
    with pytest.raises(InvalidConfig, match=named):
        limits.validate(config)
