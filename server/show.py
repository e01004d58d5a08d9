"""A search's reply for people: what was found, where it stands, and how to cite it."""

import shutil
from collections.abc import Iterator

from retrieval.model import Citation
from server.schema.search import MatchReply, PassageReply, SearchReply
from server.table import wrapped

LEFT = "    "
LONGEST_LINE = 100
"""Columns: longer lines are hard to read."""


def shown(reply: SearchReply) -> Iterator[str]:
    """Lines that show a reply."""
    for passage in reply.results:
        yield from _passage(passage)
    if not reply.results:
        yield "Nothing was found among what these principals may read."
    tokens = f"{reply.usage.context_tokens} tokens" + (", query cut to fit the model" * reply.usage.query_truncated)
    similarity = "" if reply.best_similarity is None else f", best similarity {reply.best_similarity:.3f}"
    yield f"stopped: {reply.stopped}; generation {reply.generation}, revision {reply.revision}; {tokens}{similarity}"
    explanation = getattr(reply, "explanation", None)
    if explanation:
        found = f"{explanation.dense_rows} found by meaning, {explanation.lexical_rows} by words"
        yield f"searched {explanation.visible_rows} rows: {found}"


def _passage(passage: PassageReply) -> Iterator[str]:
    path = " › ".join("…" if title is None else title for title in passage.section.path)
    part = f" (part {passage.section.part})" if passage.section.part else ""
    yield f"{passage.rank:>2}. {passage.score:.4f}  {passage.document.title}"
    if path or part:
        yield f"{LEFT}{path}{part}"
    yield f"{LEFT}{passage.document.document_id}:{_lines(passage.citations)}"
    yield ""
    columns = max(20, min(shutil.get_terminal_size().columns, LONGEST_LINE) - len(LEFT))
    for line in passage.text.splitlines():
        yield from (f"{LEFT}{piece}".rstrip() for piece in wrapped(line, columns))
    yield ""
    for citation in passage.citations:
        yield f"{LEFT}cite {_cited(passage, citation)}"
    yield from (f"{LEFT}{_match(match)}" for match in passage.matches if match.contribution)
    yield ""


def _lines(citations: tuple[Citation, ...]) -> str:
    """The lines of the document, as editors and compilers write them."""
    return ",".join(f"{c.lines[0]}-{c.lines[1]}" if c.lines[0] != c.lines[1] else str(c.lines[0]) for c in citations)


def _cited(passage: PassageReply, citation: Citation) -> str:
    pages = f", pages {citation.pages[0]}-{citation.pages[1]}" if citation.pages else ""
    version = f"version {passage.document.version}"
    return f"{passage.document.document_id}, {version}, characters {citation.start}-{citation.end}{pages}"


def _match(match: MatchReply) -> str:
    ranks = f"dense {match.dense_rank or '-'}, lexical {match.lexical_rank or '-'}"
    similarity = "" if match.similarity is None else f", similarity {match.similarity:.3f}"
    return f"match {match.chunk_id} [{match.start}, {match.end}): score {match.score:.4f}, ranks {ranks}{similarity}"
