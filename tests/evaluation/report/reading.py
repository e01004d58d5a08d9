"""A page read back."""

from html.parser import HTMLParser

VOID = {"meta", "input", "wbr", "link", "br", "img"}


class PageReader(HTMLParser):
    """Gathers elements with their attributes, and all text of each by its place in the page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self._open: list[int] = []
        self.feed(page)
        self.close()
        assert not self._open, [self.elements[index][0] for index in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        self.texts.append("")
        if tag not in VOID:
            self._open.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self._open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        for index in self._open:
            self.texts[index] += data

    def tagged(self, tag: str, class_: str = "") -> list[str]:
        """The texts of all elements of a name, and of a class if one is given."""
        return [
            text
            for (name, given), text in zip(self.elements, self.texts, strict=True)
            if name == tag and (not class_ or class_ in given.get("class", "").split())
        ]

    def attributes(self, tag: str) -> list[dict[str, str]]:
        return [given for name, given in self.elements if name == tag]
