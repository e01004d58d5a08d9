"""What must hold of every parsed text, checked without the code that made it."""

from indexing.model import ParsedText


def assert_sound(parsed: ParsedText) -> None:
    """Blocks are exact, disjoint and in order, own all text that is not blank, and their parts lie where they must."""
    owned, before = set(), 0
    for block in parsed.blocks:
        assert before <= block.span.start < block.span.end <= len(parsed.text)
        before = block.span.end
        own = parsed.text[block.span.start : block.span.end]
        assert own == own.strip()
        assert list(block.cuts) == sorted(set(block.cuts))
        assert all(block.span.start < cut < block.span.end for cut in block.cuts)
        assert all(0 <= span.start < span.end <= block.span.start for span in block.context)
        assert all(block.span.start <= span.start < span.end <= block.span.end for span in block.header)
        owned.update(range(block.span.start, block.span.end))
    assert all(character.isspace() or at in owned for at, character in enumerate(parsed.text))
    assert all(0 <= mark.at <= len(parsed.text) for mark in parsed.layout.labels)
    assert list(parsed.layout.pages) == sorted(parsed.layout.pages)
    assert parsed.layout.pages[:1] in ((), (0,))
