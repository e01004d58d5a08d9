import pytest

from indexing.parsers import Original, parse

PARAGRAPHS = (
    "You pay the rent in May.",
    "Note: not in the first year.",
    "付租金。",
    "注意：五月除外。",
    "Notes are kept.",
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "\n\n".join(PARAGRAPHS)),
        ("a.md", "\n\n".join(PARAGRAPHS)),
        ("a.html", "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)),
    ],
)
def test_note_follows_what_stands_before_it_in_every_format(name: str, text: str) -> None:
    parsed = parse(Original(content=text.encode(), media_type="", name=name))
    assert [block.span.slice(parsed.text) for block in parsed.blocks] == list(PARAGRAPHS)
    assert [block.follows for block in parsed.blocks] == [False, True, False, True, False]


def test_note_that_begins_a_section_follows_nothing() -> None:
    text = "<p>Note: first.</p><h1>Rent</h1><p>Note: it is due.</p><h2>Note: late</h2><p>Pay.</p>"
    parsed = parse(Original(content=text.encode(), media_type="text/html"))
    assert not any(block.follows for block in parsed.blocks)
