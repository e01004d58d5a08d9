from collections.abc import Callable, Sequence

import pytest
from msgspec.structs import replace

from indexing.layout import Layout, Mark
from indexing.model import Chunk, Removal, Section, Span
from indexing.render import PATH_WIDTH, Readable, embed_text, heading_path, visible_text

NO_LAYOUT = Layout()
TEXT = "# Handbook\n\n## Leave\n\nYou must:\n\n- ask\n- name the day\n\nAnd <!-- not --> wait.\n"


def section(index: int, parent: int, title: str, *path: str, heading: Span | None = None) -> Section:
    return Section(
        index=index, parent=parent, level=index, title=title, path=path, span=Span(0, len(TEXT)), heading=heading
    )


def shown(
    text: str,
    sections: Sequence[Section],
    item: Chunk,
    removed: tuple[Removal, ...],
    *,
    visible: Callable[[int], bool] | None = None,
    layout: Layout = NO_LAYOUT,
    depth: int | None = None,
) -> str:
    source = Readable(text=text, sections=sections, removed=removed, layout=layout, tables="rows", heading_depth=depth)
    return embed_text(source, item, visible=visible)


SECTIONS = (
    section(0, -1, "HR"),
    section(1, 0, "Handbook", "Handbook", heading=Span(0, 10)),
    section(2, 1, "Leave", "Handbook", "Leave", heading=Span(12, 20)),
)


def chunk(start: int, end: int, *context: Span, section: int = 2, **labels: str) -> Chunk:
    plain = Chunk(
        ordinal=0,
        section=section,
        parent=0,
        span=Span(start, end),
        context=context,
        kind="paragraph",
        language="",
        tokens=1,
        own_tokens=1,
        method="blocks",
    )
    return replace(plain, **labels)


def test_path_then_context_then_own_text() -> None:
    item = chunk(39, 53, Span(22, 31))
    assert shown(TEXT, SECTIONS, item, ()) == "HR > Handbook > Leave\nYou must:\n- name the day"


def test_a_chunk_with_its_heading_does_not_say_the_title_twice() -> None:
    assert shown(TEXT, SECTIONS, chunk(12, 31), ()) == "HR > Handbook\n## Leave\n\nYou must:"


def test_a_chunk_that_begins_inside_a_long_heading_has_the_title_in_its_path() -> None:
    assert shown(TEXT, SECTIONS, chunk(15, 20), ()) == "HR > Handbook > Leave\nLeave"


def test_titles_that_may_not_be_said_are_left_out() -> None:
    seen = shown(TEXT, SECTIONS, chunk(22, 31), (), visible=lambda index: index != 1)
    assert seen == "HR > Leave\nYou must:"


@pytest.mark.parametrize(
    ("depth", "path"), [(0, ""), (1, "Leave\n"), (2, "Handbook > Leave\n"), (3, "HR > Handbook > Leave\n")]
)
def test_a_path_has_as_many_of_its_innermost_titles_as_the_outline_says(depth: int, path: str) -> None:
    assert shown(TEXT, SECTIONS, chunk(22, 31), (), depth=depth) == f"{path}You must:"
    assert heading_path(SECTIONS, 2, depth=depth) == path.rstrip()


@pytest.mark.parametrize(("depth", "path"), [(0, ""), (1, ""), (2, "Handbook\n"), (9, "HR > Handbook\n")])
def test_a_title_in_the_own_text_is_one_of_the_innermost(depth: int, path: str) -> None:
    assert shown(TEXT, SECTIONS, chunk(12, 31), (), depth=depth) == f"{path}## Leave\n\nYou must:"


def test_hiding_a_title_brings_no_deeper_path() -> None:
    assert shown(TEXT, SECTIONS, chunk(22, 31), (), depth=2, visible=lambda index: index != 1) == "Leave\nYou must:"


def test_hiding_a_title_never_brings_another_one_in() -> None:
    sections = (
        SECTIONS[0],
        section(1, 0, "x" * PATH_WIDTH, "x" * PATH_WIDTH),
        section(2, 1, "Leave", "x" * PATH_WIDTH, "Leave"),
    )
    assert heading_path(sections, 2) == "Leave"
    assert heading_path(sections, 2, visible=lambda index: index != 1) == "Leave"


def test_the_document_title_is_not_repeated_by_an_equal_first_heading() -> None:
    sections = (section(0, -1, "Handbook"), *SECTIONS[1:])
    assert heading_path(sections, 2) == "Handbook > Leave"


def test_no_title_no_path() -> None:
    sections = (section(0, -1, ""),)
    assert shown("Hello", sections, chunk(0, 5, section=0), ()) == "Hello"


def test_line_breaks_in_titles_become_spaces() -> None:
    assert heading_path((section(0, -1, "two\nlines"),), 0) == "two lines"


def test_a_short_text_gets_a_short_path() -> None:
    assert shown(TEXT, SECTIONS, chunk(22, 23), ()) == "Leave\nY"


def test_removed_text_is_not_rendered() -> None:
    removed = (Removal(Span(59, 71), "html_comment"),)
    assert visible_text(TEXT, Span(55, 77), removed) == "And\nwait."
    assert shown(TEXT, SECTIONS, chunk(39, 77), removed).endswith("- name the day\n\nAnd\nwait.")


def test_removals_elsewhere_leave_a_span_as_it_is() -> None:
    removed = (Removal(Span(0, 10), "front_matter"), Removal(Span(59, 71), "html_comment"))
    assert visible_text(TEXT, Span(12, 31), removed) == "## Leave\n\nYou must:"


CODE = "```python\na = 1\n\nb = 2\n\nc = 3\n```"


def fenced(start: int, end: int, *, method: str = "lines") -> str:
    piece = chunk(start, end, section=0, kind="code", language="python", method=method)
    return shown(CODE, (section(0, -1, ""),), piece, ())


def test_pieces_of_a_code_block_get_the_fences_they_lack() -> None:
    assert fenced(0, 15) == "```python\na = 1\n```"
    assert fenced(17, 22) == "```python\nb = 2\n```"
    assert fenced(24, 33) == "```python\nc = 3\n```"
    assert fenced(17, 21, method="graphemes") == "```python\nb = \n```"


def test_a_piece_of_code_shorter_than_a_fence_gets_none() -> None:
    assert fenced(17, 20) == "b ="


def test_a_whole_code_block_is_rendered_as_it_stands() -> None:
    assert fenced(0, 33, method="blocks") == CODE
    assert fenced(0, 33) == CODE


def test_a_fence_is_longer_than_any_inside() -> None:
    piece = chunk(0, 12, section=0, kind="code", language="", method="lines")
    assert shown("say ```` now", (section(0, -1, ""),), piece, ()) == "`````\nsay ```` now\n`````"


METHOD = "class A:\n    def f(\n        self,\n    ): ...\n\n    def g(self): ...\n"


def test_code_keeps_the_indent_of_its_first_line_and_so_does_its_context() -> None:
    root = (section(0, -1, ""),)
    piece = chunk(50, 66, Span(0, 8), Span(13, 40), section=0, kind="code", language="python")
    assert shown(METHOD, root, piece, ()) == ("class A:\n    def f(\n        self,\n    ):\n    def g(self): ...")
    assert shown(METHOD, root, replace(piece, method="lines", context=()), ()) == (
        "```python\n    def g(self): ...\n```"
    )


def test_what_is_no_code_begins_without_an_indent() -> None:
    assert shown(METHOD, (section(0, -1, ""),), chunk(50, 66, section=0), ()) == "def g(self): ..."


def test_code_that_begins_inside_a_line_has_no_indent() -> None:
    root = (section(0, -1, ""),)
    assert shown("  a;  b;\n", root, chunk(6, 8, section=0, kind="code"), ()) == "b;"
    assert shown(" " * 90 + "a", root, chunk(90, 91, section=0, kind="code"), ()) == " " * 32 + "a"


def test_numbers_the_source_computes_stand_before_what_they_number() -> None:
    layout = Layout(labels=(Mark(12, "1.2"), Mark(33, "(a)")))
    assert shown(TEXT, SECTIONS, chunk(12, 53), (), layout=layout) == (
        "HR > Handbook\n1.2 ## Leave\n\nYou must:\n\n(a) - ask\n- name the day"
    )


def test_a_numbered_section_has_its_number_in_the_path_once() -> None:
    numbered = (SECTIONS[0], replace(SECTIONS[1], label="1"), replace(SECTIONS[2], label="Leave"))
    assert heading_path(numbered, 2) == "HR > 1 Handbook > Leave"
