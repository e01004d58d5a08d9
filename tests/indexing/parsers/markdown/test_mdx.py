"""MDX: components are transparent, and JavaScript is no text."""

import pytest

from indexing.parsers.markdown.mdx import is_mdx
from tests.indexing.parsers.markdown.markdown_blocks import context_of, following, kinds, parsed_of, removed, texts

PAGE = """import Tabs from '@theme/Tabs';
import {
  One,
  Two
} from './parts';

export const Mark = ({children}) => {
  return <b>{children}</b>;

};

# Install

{/* hidden
# no heading */}

<Tabs groupId="os">
  <TabItem value="mac" label="macOS">

    Run `brew`.

    More of it.

  </TabItem>
</Tabs>

<Admonition type="warning">
  Careful.
</Admonition>

A <Badge/> in text.
"""


def test_imports_exports_and_comments_are_left_out_and_declared() -> None:
    found = removed(PAGE)
    assert [reason for reason, _ in found] == ["mdx", "mdx", "mdx_comment"]
    assert found[0][1].startswith("import Tabs")
    assert found[0][1].endswith("'./parts';")
    assert found[1][1].endswith("};")
    assert found[2][1] == "{/* hidden\n# no heading */}"


def test_what_is_in_components_is_markdown_whatever_its_indent() -> None:
    assert texts(PAGE)[:3] == [
        "# Install",
        '<Tabs groupId="os">\n  <TabItem value="mac" label="macOS">\n\n    Run `brew`.',
        "More of it.\n\n  </TabItem>\n</Tabs>",
    ]
    assert context_of(PAGE, "More of it.") == ["macOS"]
    assert following(PAGE) == ['<Admonition type="warning">\n  Careful.\n</Admonition>']


def test_a_component_that_says_something_is_content() -> None:
    assert texts('# A\n\n<Card title="Start here" href="/a" />\n', "a.mdx") == [
        "# A",
        '<Card title="Start here" href="/a" />',
    ]


def test_headings_in_components_are_headings() -> None:
    text = "<Steps>\n\n    ## First\n\n    Do it.\n\n</Steps>\n"
    assert [(block.level, block.title) for block in parsed_of(text).blocks if block.level] == [(2, "First")]


@pytest.mark.parametrize(
    "text",
    [
        "Use\n\n    import a from 'b'\n\nhere.",
        "You import goods from China\nand export them.",
        "import taxes are high\n\nexport const them",
        "<TABLE>\n<TR><TD>a</TD></TR>\n</TABLE>\n\n    code",
        "A <Name> of yours.\n\n    code",
        "{/* a */}",
        "<Name>\n\ntext",
    ],
)
def test_ordinary_markdown_does_not_change(text: str) -> None:
    assert not is_mdx("page.md", text)
    assert removed(text) == []


def test_indented_code_stays_code_in_ordinary_markdown() -> None:
    assert kinds("a\n\n    b") == [("paragraph", "a"), ("code", "    b")]
    assert kinds("a\n\n    b", "page.mdx") == [("paragraph", "a"), ("paragraph", "b")]


def test_a_comment_that_never_ends_and_code_that_looks_like_an_import_are_text() -> None:
    assert texts("{/* a\n\nb", "a.mdx") == ["{/* a", "b"]
    assert removed("```js\nimport a from 'b';\n```\n", "a.mdx") == []
