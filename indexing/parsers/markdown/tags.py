r"""Tags that say what the lines between them are: Hugo's `{{< note >}}` … `{{< /note >}}`, Liquid's `{% tab %}` …
`{% endtab %}`, containers `:::tip` … `:::` (Docusaurus, VuePress, MyST, Quarto), and components of MDX.

Only a tag that is closed somewhere counts: any other is text where it stands.
"""

import re
from typing import Final

from msgspec import Struct

from indexing.parsers.markdown.note_words import is_note_word

_NAME: Final = r"[A-Za-z][\w.-]*+(?:/[\w.-]++)*+"
_SHORTCODE: Final = rf"\{{\{{[<%][ \t]*+(?P<close>/?)[ \t]*+(?P<name>{_NAME})(?P<values>[^\n]*?)[>%]\}}\}}"
_LIQUID: Final = rf"\{{%-?[ \t]*+(?P<name>{_NAME})(?P<values>[^%\n]*+)%\}}"
_COMPONENT: Final = (
    r"<(?P<close>/?)(?P<name>[A-Z][\w.]*+)"
    r"(?P<values>(?:\s++(?:[\w:-]++(?:=(?:\"[^\"\n]*+\"|'[^'\n]*+'|\{[^\n{}]*+\}))?|\{[^\n{}]++\})(?=[\s/>]))*+)"
    r"\s*+(?P<single>/?)>"
)
_CONTAINER: Final = re.compile(r":{3,}[ \t]*+(?:\{?[ \t]*+[.#]?(?P<name>[A-Za-z][\w-]*+)\}?(?P<title>[^\n]*+))?\Z")
_SYNTAXES: Final = (
    ("{{", "shortcode", re.compile(rf"{_SHORTCODE}\s*+")),
    ("{%", "liquid", re.compile(rf"{_LIQUID}\s*+")),
    ("<", "component", re.compile(rf"{_COMPONENT}\s*+")),
)
_CLOSERS: Final = re.compile(
    rf"\{{\{{[<%][ \t]*+/[ \t]*+({_NAME})|\{{%-?[ \t]*+end([A-Za-z][\w-]*+)|</([A-Z][\w.]*+)[ \t]*+>"
)
_BARE_FENCE: Final = re.compile(r"^[ \t>]*+:{3,}[ \t]*+$", re.MULTILINE)
_SAID: Final = re.compile(
    r"(?<![\w-])(?:name|title|label|caption|summary|heading|header)[ ]*=[ ]*"
    r"(?:\"(?P<double>[^\"]+)\"|'(?P<single>[^']+)')"
)
_SAID_AT_ONCE: Final = re.compile(r"\s*\"(?P<double>[^\"=]+)\"")
_GROUPS: Final = frozenset({"tabs", "tabset", "codetabs"})
"""Tags whose name is an id that nobody reads."""
_BOXES: Final = frozenset({"admonition", "alert", "callout", "hint", "aside", "notice", "message"})
"""Tags that are notes, of a type that a value may say."""

MAX_LINE: Final = 1000
"""Characters of a line of tags."""


class Tag(Struct, frozen=True, kw_only=True):
    """One tag of a line."""

    syntax: str
    """`shortcode`, `liquid`, `component` or `container`: a tag is closed by one of its own."""
    name: str
    """Lower case; empty for what closes the innermost container."""
    closes: bool = False
    opens: bool = True
    """Neither: it stands for itself."""
    note: bool = False
    """What it encloses qualifies the text before it."""
    said: tuple[int, int] | None = None
    """What it says to people (the name of a tab, a caption): from where to where in its line."""


class Closed(Struct, frozen=True):
    """What closing tags of a text close."""

    names: frozenset[str]
    containers: bool


def closed_in(source: str) -> Closed:
    """What is closed somewhere in `source`.

    >>> sorted(closed_in("{{< note >}}a{{< /note >}} {% endtab %}").names)
    ['note', 'tab']
    """
    names = (name for found in _CLOSERS.findall(source) for name in found if name)
    return Closed(frozenset(names), _BARE_FENCE.search(source) is not None)


def tags_of(line: str, closed: Closed, *, components: bool = False) -> tuple[Tag, ...]:
    """The tags that `line`, which has no blanks around it, consists of; none when it has anything else.

    >>> closed = Closed(frozenset({"tab"}), True)
    >>> [(tag.name, tag.closes, tag.said) for tag in tags_of('{{% tab name="A" %}}', closed)]
    [('tab', False, (14, 15))]
    >>> tags_of("{{< tab >}} text", closed), tags_of("{{< figure >}}", closed)
    ((), ())
    >>> [(tag.name, tag.note) for tag in tags_of(":::warning Careful", closed)]
    [('warning', True)]
    """
    if line.startswith(":::"):
        return _container(line) if closed.containers else ()
    tags: list[Tag] = []
    position = 0
    while position < len(line):
        found = _next(line, position, components=components)
        tag = _tag(*found, closed) if found else None
        if found is None or tag is None:
            return ()
        tags.append(tag)
        position = found[1].end()
    return tuple(tags)


def _next(line: str, position: int, *, components: bool) -> tuple[str, re.Match[str]] | None:
    """The syntax and match of the tag at `position`."""
    for mark, syntax, pattern in _SYNTAXES:
        if line.startswith(mark, position) and (components or syntax != "component"):
            found = pattern.match(line, position)
            return (syntax, found) if found else None
    return None


def _container(line: str) -> tuple[Tag, ...]:
    found = _CONTAINER.match(line)
    if found is None:
        return ()
    if found["name"] is None:
        return (Tag(syntax="container", name="", closes=True, opens=False),)
    name, title = found["name"].lower(), found["title"].strip(" \t{}[]\"'")
    start = found.start("title") + found["title"].find(title)
    said = (start, start + len(title)) if title and "=" not in title else None
    return (Tag(syntax="container", name=name, note=is_note_word(name), said=said),)


def _tag(syntax: str, found: re.Match[str], closed: Closed) -> Tag | None:
    """The tag of a match; None for an opening one that nothing closes, and for a single one that says something."""
    groups = found.groupdict(default="")
    name = groups["name"].lower()
    if syntax == "liquid" and name.startswith("end"):
        return Tag(syntax=syntax, name=name[3:], closes=True, opens=False)
    if groups.get("close"):
        return Tag(syntax=syntax, name=name, closes=True, opens=False)
    said = None if name in _GROUPS else _said(found)
    if groups.get("single"):
        return None if said else Tag(syntax=syntax, name=name, opens=False)
    if groups["name"] not in closed.names:
        return None
    note = is_note_word(name) or (name in _BOXES and _is_note_type(groups["values"]))
    return Tag(syntax=syntax, name=name, note=note, said=said)


def _is_note_type(values: str) -> bool:
    """Whether the values of a box name a type of note, or none: then it is one."""
    found = re.search(r"(?:type|style|kind|level|class|variant)[ ]*=[ ]*[\"']?([\w-]+)", values)
    return found is None or is_note_word(found[1].lower())


def _said(found: re.Match[str]) -> tuple[int, int] | None:
    """Where in its line the values of a tag say something to people."""
    said = _SAID.search(found["values"]) or _SAID_AT_ONCE.match(found["values"])
    if said is None:
        return None
    start, end = said.span("double") if said["double"] else said.span("single")
    return found.start("values") + start, found.start("values") + end
