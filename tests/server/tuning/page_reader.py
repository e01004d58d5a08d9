"""A page of boundaries read back."""

from html.parser import HTMLParser


class PageReader(HTMLParser):
    """Gathers the texts of documents, the elements, and what scripts hold."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self._open: list[str] = []
        self._text_depth = 0
        self.feed(page)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.elements.append((tag, given))
        if tag in {"meta", "link", "img"}:
            return
        self._open.append(tag)
        if given.get("class") == "text":
            self._text_depth = len(self._open)
            self.texts.append("")
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        if len(self._open) < self._text_depth:
            self._text_depth = 0

    def handle_data(self, data: str) -> None:
        if self._text_depth:
            self.texts[-1] += data
        elif self._open and self._open[-1] == "script":
            self.scripts[-1] += data
        elif self._open and self._open[-1] == "style":
            self.styles.append(data)

    def having(self, name: str) -> list[dict[str, str]]:
        """The attributes of all elements of a class."""
        return [given for _, given in self.elements if name in given.get("class", "").split()]
