"""The page: one HTML file with its style and its script, which asks nothing of a network."""

from importlib.resources import files
from typing import Final

from evaluation.report.markup import element, escaped, source_digest
from evaluation.report.model import Report
from evaluation.report.overview import header
from evaluation.report.sections import sections

PAGES: Final = "pages"
"""Folder of this package with the style and the script."""


def page(report: Report) -> str:
    """The whole file. Nothing but its own style and script can run in it, whatever documents and questions say."""
    made = list(sections(report))
    links = (element("li", element("a", escaped(heading), href=f"#{name}")) for name, heading, _ in made)
    body = [
        element("a", "To the content", href="#content", class_="skip"),
        element("header", header(report)),
        element("nav", element("ul", *links), aria_label="Sections"),
        element("main", *(_section(*each) for each in made), id="content"),
    ]
    return _document(report.title, "\n".join(body))


def _section(name: str, heading: str, content: str) -> str:
    return element(
        "section",
        element("h2", escaped(heading), id=f"{name}-title"),
        content,
        id=name,
        aria_labelledby=f"{name}-title",
    )


def _document(title: str, body: str) -> str:
    style, script = _asset("report.css"), _asset("report.js")
    policy = f"default-src 'none'; style-src '{source_digest(style)}'; script-src '{source_digest(script)}'"
    return "".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
            '<meta name="color-scheme" content="light dark">\n',
            f"<title>{escaped(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n",
            f"<script>{script}</script>\n</body>\n</html>\n",
        ]
    )


def _asset(name: str) -> str:
    return files("evaluation.report").joinpath(PAGES, name).read_text(encoding="utf-8")
