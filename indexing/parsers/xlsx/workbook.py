"""A workbook: its sheets, shared texts and number formats (SpreadsheetML, ECMA-376, part 1, chapter 18)."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from msgspec import Struct

from indexing.errors import DocumentRejected
from indexing.parsers.ooxml.names import number_or
from indexing.parsers.ooxml.package import Package
from indexing.parsers.ooxml.properties import read_properties
from indexing.parsers.xlsx.formats import BUILT_IN, GENERAL

_ESCAPED: Final = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ON: Final = frozenset({"1", "true"})


class Sheet(NamedTuple):
    """A sheet of a workbook, in the order of its tabs."""

    name: str
    part: str
    kind: str
    """`worksheet`; `chartsheet`, `dialogsheet`, `macrosheet`."""
    hidden: bool


class Workbook(Struct, frozen=True, kw_only=True):
    """What the cells of all sheets refer to."""

    sheets: tuple[Sheet, ...]
    texts: list[str]
    """By their index."""
    formats: tuple[str, ...]
    """Number format codes by the index of a cell's style."""
    from_1904: bool
    """Days are counted from 1904, not from 1900."""
    title: str | None
    attributes: dict[str, str]
    """What it states about itself: its author and the like."""


def read_workbook(package: Package) -> Workbook:
    """The workbook of `package`. Raises DocumentRejected (`corrupt`, `too_large`)."""
    main = package.main_part()
    root = package.root(main)
    if root is None or _local(root.tag) != "workbook":
        raise DocumentRejected("corrupt", "the document is no workbook: save it again as XLSX")
    relations = package.relations(main)
    parts = {relation.type: relation.part for relation in relations.values()}
    space = root.tag.removesuffix("workbook")
    properties = root.find(space + "workbookPr")
    title, attributes = read_properties(package)
    return Workbook(
        sheets=tuple(
            Sheet(sheet.get("name", ""), relation.part, relation.type, sheet.get("state", "visible") != "visible")
            for sheet in root.iterfind(f"{space}sheets/{space}sheet")
            if (relation := relations.get(_relation_id(sheet)))
        ),
        texts=_texts(package, parts["sharedStrings"], space) if "sharedStrings" in parts else [],
        formats=_formats(package.root(parts["styles"]), space) if "styles" in parts else (),
        from_1904=properties is not None and properties.get("date1904") in _ON,
        title=title,
        attributes=attributes,
    )


def text_of(element: Element, space: str) -> str:
    """The text of a shared text, an inline one or a comment: its runs, without phonetic hints."""
    runs = [element, *element.iterfind(space + "r")]
    return unescaped("".join(text.text or "" for run in runs for text in run.iterfind(space + "t")))


def unescaped(text: str) -> str:
    r"""`text` with the characters that XML can not hold.

    >>> unescaped("a_x000D_b")
    'a\rb'
    """
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def _texts(package: Package, part: str, space: str) -> list[str]:
    if not package.has(part):
        return []
    return [text_of(element, space) for element in package.children(part, space + "sst")]


def _formats(root: Element | None, space: str) -> tuple[str, ...]:
    """The code of each cell style."""
    if root is None:
        return ()
    own = {
        number_or(code.get("numFmtId"), -1): code.get("formatCode", GENERAL)
        for code in root.iterfind(f"{space}numFmts/{space}numFmt")
    }
    return tuple(_codes(root, space, {**BUILT_IN, **own}))


def _codes(root: Element, space: str, codes: dict[int, str]) -> Iterator[str]:
    for style in root.iterfind(f"{space}cellXfs/{space}xf"):
        yield codes.get(number_or(style.get("numFmtId"), 0), GENERAL)


def _relation_id(element: Element) -> str:
    return next((value for name, value in element.items() if name.endswith("}id")), "")


def _local(name: str) -> str:
    return name.rpartition("}")[2]
