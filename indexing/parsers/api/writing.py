"""Writing the text of an API description: headings, Markdown, lists of fields, and what was left out."""

from collections.abc import Sequence
from typing import Any, Final

from indexing.errors import DocumentRejected
from indexing.model import Span
from indexing.parsers.api.schema import Field, Schemas
from indexing.parsers.builder import TextBuilder
from indexing.parsers.graft import graft
from indexing.parsers.left_out import LeftOut
from indexing.parsers.markdown.document import parse_markdown
from indexing.parsers.original import Original

_PLAIN_CHARACTERS: Final = frozenset("\n`*_[<#|")
"""A description without these is one paragraph, which needs no parser."""


class Writing:
    """The text while it is written; what is written comes from the current operation's range of the source."""

    def __init__(self, builder: TextBuilder, schemas: Schemas, *, limit: int) -> None:
        """Refuses, with `too_large`, more than `limit` characters: aliases can make little source a long text."""
        self.builder = builder
        self.schemas = schemas
        self.source: tuple[int, int] | None = None
        self.left_out = LeftOut()
        self._limit = limit

    def heading(self, title: str, level: int) -> None:
        """A heading that opens a section."""
        title = " ".join(title.split())
        self.builder.block("heading", title, self.source, level=level, title=title)

    def paragraph(self, text: str, *, follows: bool = False) -> tuple[Span, ...]:
        """A paragraph; its span, or nothing where it is blank."""
        self._spend(text)
        block = self.builder.block("paragraph", text, self.source, follows=follows)
        return (block.span,) if block else ()

    def markdown(self, text: Any, *, below: int | None) -> None:
        """A description in Markdown; its headings are sections below a level, or none."""
        if not isinstance(text, str) or not text.strip():
            return
        if not _PLAIN_CHARACTERS.intersection(text.strip()):
            self.paragraph(text.strip())
            return
        self._spend(text)
        try:
            parsed = parse_markdown(Original(content=text.encode("utf-8", "replace"), media_type="", charset="utf-8"))
        except DocumentRejected:  # nothing but comments
            return
        graft(self.builder, parsed, below=below, source=self.source)

    def items(self, lead_in: str, items: Sequence[str]) -> None:
        """A list behind the words that say what it is, one line each: a table of that costs twice the tokens."""
        self._spend("".join(items))
        context = self.paragraph(lead_in, follows=True)
        for item in items:
            self.builder.write("\n")
            start = self.builder.position
            self.builder.write(f"- {item}", self.source)
            self.builder.close("list_item", start, context=context)

    def fields(self, lead_in: str, fields: Sequence[Field]) -> bool:
        """A list of fields; False, and nothing written, when there are none."""
        if fields:
            self.items(lead_in, [described(one.name, one.facts, one.description) for one in fields])
        return bool(fields)

    def warnings(self) -> tuple[str, ...]:
        """What the text does not have of its source."""
        found = list(self.left_out.warnings())
        for what, references in (("other documents", self.schemas.external), ("nothing", self.schemas.missing)):
            if references:
                named = ", ".join(sorted(references)[:5])
                found.append(f"references to {what} were not followed: {len(references)} ({named})")
        if self.schemas.cut:
            found.append(
                f"schemas were not unfolded where they go too deep or have too many fields: {self.schemas.cut}"
            )
        return tuple(found)

    def _spend(self, text: str) -> None:
        self._limit -= len(text)
        if self._limit < 0:
            raise DocumentRejected("too_large", "the API description repeats itself by aliases or references too often")


def described(name: str, facts: Sequence[str], description: str) -> str:
    """One line on something that has a name.

    >>> described("id", ["path", "", "required"], "Which pet")
    'id (path, required): Which pet'
    """
    listed = ", ".join(filter(None, facts))
    head = f"{name} ({listed})" if listed else name
    return " ".join(f"{head}: {description}".split()) if description else head


def words(value: Any) -> str:
    """A scalar as text on one line; empty for anything else."""
    return " ".join(str(value).split()) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def members(value: Any) -> dict[str, Any]:
    """The members of an object; none of anything else."""
    return value if isinstance(value, dict) else {}


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects in a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
