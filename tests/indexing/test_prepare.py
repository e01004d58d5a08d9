import pytest

from indexing.config import ChunkerConfig, ParserConfig
from indexing.parsers import parse
from indexing.prepare import YOUNGER_SETTINGS, Tools
from tests.fakes import HashingEmbedder
from tests.retrieval.fakes import ANALYZER


def recipe(chunker: ChunkerConfig) -> str:
    tools = Tools(
        embedder=HashingEmbedder(),
        analyzer=ANALYZER,
        parse=parse,
        parser=ParserConfig(),
        chunker=chunker,
        attributes={},
    )
    return tools.recipe


def test_a_setting_younger_than_recipes_on_disk_is_named_only_where_it_counts() -> None:
    assert not any(name in recipe(ChunkerConfig()) for name in YOUNGER_SETTINGS)
    assert recipe(ChunkerConfig(limit=99)) != recipe(ChunkerConfig())


@pytest.mark.parametrize("config", [ChunkerConfig(heading_depth=0), ChunkerConfig(context=False)])
def test_what_changes_embed_texts_changes_the_recipe(config: ChunkerConfig) -> None:
    assert recipe(config) != recipe(ChunkerConfig())
