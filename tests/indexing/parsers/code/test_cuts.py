"""Where long pieces of a source may be cut inside."""

from itertools import pairwise

import pytest

from tests.indexing.parsers.code.outlines import parsed


def pieces(source: str, name: str) -> list[str]:
    """What the cuts of the last block leave, without the blanks around each piece."""
    block = parsed(source, name).blocks[-1]
    borders = (block.span.start, *block.cuts, block.span.end)
    return [source[start:end].strip() for start, end in pairwise(borders)]


def test_a_mapping_of_yaml_is_cut_between_its_entries_and_not_in_a_text() -> None:
    script = "          make a\n          make b\n"
    steps = "".join(f"      - name: step {number}\n        run: |\n{script}" for number in range(40))
    source = f"name: ci\njobs:\n  test:\n    runs-on: linux\n    steps:\n{steps}"
    found = pieces(source, "ci.yml")
    assert found[:2] == [
        "steps:\n      - name: step 0\n        run: |\n" + script.rstrip(),
        "- name: step 1\n        run: |\n" + script.rstrip(),
    ]
    assert len(found) == 40


def test_a_block_of_terraform_is_cut_between_its_attributes() -> None:
    attributes = "".join(f'  attribute_{number} = "{"x" * 40}"\n' for number in range(10))
    assert len(pieces(f'resource "a" "b" {{\n{attributes}}}\n', "a.tf")) == 10


def test_an_argument_behind_an_attribute_of_an_object_is_a_border() -> None:
    arguments = "".join(f"        settings.value_{number},\n" for number in range(20))
    assert len(pieces(f"def f():\n    return call(\n{arguments}    )\n", "a.py")) >= 19


@pytest.mark.parametrize(("size", "paragraphs"), [(50, 1), (200, 3)])
def test_a_comment_longer_than_a_chunk_is_cut_between_its_paragraphs(size: int, paragraphs: int) -> None:
    text = "\n\n".join(" ".join(["word"] * size) for _ in range(3))
    source = f'def f():\n    """{text}"""\n    return {"[" + "1, " * 200 + "]"}\n'
    docstring = pieces(source, "a.py")[:paragraphs]
    assert [piece.count("word") for piece in docstring] == [size * 3 // paragraphs] * paragraphs
