from indexing.parsers.builder import TextBuilder
from indexing.parsers.graft import graft
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original

SOURCE = "<!-- x -->\n# Fees\n\nYou pay:\n\n- rent\n- water\n\n| a |\n| --- |\n| 1 |\n| 2 |\n"


def grafted(below: int | None) -> tuple[str, TextBuilder]:
    builder = TextBuilder()
    builder.block("paragraph", "Before it.")
    graft(builder, parse_markdown(Original(content=SOURCE.encode(), media_type="")), below=below, source=(3, 9))
    return builder.text(), builder


def test_blocks_move_with_their_context_header_and_cuts() -> None:
    text, builder = grafted(1)
    water, table = builder.blocks[4:]
    assert [span.slice(text) for span in (water.span, *water.context)] == ["- water", "You pay:"]
    assert [span.slice(text) for span in table.header] == ["| a |\n| --- |"]
    assert [text[cut : table.span.end] for cut in table.cuts] == ["| 2 |"]
    assert "<!--" not in text


def test_sections_come_below_the_level_around_or_are_none() -> None:
    assert [(block.kind, block.level) for block in grafted(1)[1].blocks[1:3]] == [("heading", 2), ("paragraph", 0)]
    assert [(block.kind, block.level, block.title) for block in grafted(None)[1].blocks[1:2]] == [("paragraph", 0, "")]


def test_all_of_it_comes_from_the_source_it_is_said_to_come_from() -> None:
    text, builder = grafted(0)
    at = text.index("water")
    assert builder.layout().source_of(at, at + 5) == (3, 9)
    assert builder.layout().source_of(0, 6) is None
