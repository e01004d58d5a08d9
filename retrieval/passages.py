"""Passages: what was chosen and read, in the words of a result.

Ids are positions in the document. They may say that hidden text exists; its words are never said: a title stands in a
path only if the scope may read its section.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np
from msgspec import Struct

from indexing.embedders import Tokenizer
from indexing.layout_format import layout_at
from indexing.snapshot import DocumentEntry, Snapshot
from retrieval.candidates import Hit
from retrieval.cite import Piece, Place, cite, cut
from retrieval.context import Choice
from retrieval.fuse import Fusion
from retrieval.group import Group
from retrieval.masks import Mask
from retrieval.model import Contribution, DocumentFacts, Match, Passage, SectionFacts


class Presenter(Struct, frozen=True, kw_only=True):
    """Makes passages for one scope of one snapshot."""

    snapshot: Snapshot
    sections: Mask
    """Shape (sections,): which titles may be said."""
    tokenizer: Tokenizer
    explained: Fusion | None
    """How ranks became scores, where contributions are to be explained."""

    def passage(self, rank: int, choice: Choice, whole: Sequence[Piece]) -> Passage:
        """The passage of `choice`, `whole` being the text of its rows."""
        cited, tokens = whole, choice.tokens
        if choice.cut_tokens is not None:
            cited, tokens = cut(whole, choice.cut_tokens, self.tokenizer)
        document = document_of(self.snapshot, choice.group)
        text, citations = cite(cited, document.text_id, self._place(document))
        return Passage(
            rank=rank,
            score=choice.group.best.score,
            parent_id=self._parent_id(choice.group.best, document),
            document=_document_facts(document),
            section=self._section_facts(choice.group, document),
            text=text,
            tokens=tokens,
            truncated=choice.truncated,
            citations=citations,
            matches=tuple(self._match(hit, document) for hit in choice.group.hits),
        )

    def _place(self, document: DocumentEntry) -> Place:
        """What tells where the document's text stands in its source."""
        rows = self.snapshot.rows
        starts = rows.start[document.first_row : document.end_row]
        sections = rows.section[document.first_row : document.end_row]

        def section_start(position: int) -> int:
            row = max(0, int(np.searchsorted(starts, position, side="right")) - 1)
            return int(starts[np.searchsorted(sections, sections[row])])

        return Place(partial(layout_at, document.layout), section_start)

    def _parent_id(self, hit: Hit, document: DocumentEntry) -> str:
        parents = self.snapshot.rows.parent
        return f"{document.document_id}#p{parents[hit.row] - parents[document.first_row]}"

    def _section_facts(self, group: Group, document: DocumentEntry) -> SectionFacts:
        parents, sections = self.snapshot.parents, self.snapshot.sections
        section = int(parents.section[group.parents[0]])
        first, last = (int(parents.part[group.parents[end]]) for end in (0, -1))
        return SectionFacts(
            section_id=f"{document.document_id}#s{sections.index[section]}",
            path=section_path(self.snapshot, section, self.sections),
            label=(sections.labels[section] or None) if self.sections[section] else None,
            part=part_label(first, last, int(parents.of[group.parents[0]])),
        )

    def _match(self, hit: Hit, document: DocumentEntry) -> Match:
        rows = self.snapshot.rows
        ordinal = int(rows.ordinal[hit.row])
        return Match(
            chunk_id=f"{document.document_id}#c{ordinal}",
            ordinal=ordinal,
            start=int(rows.start[hit.row]),
            end=int(rows.end[hit.row]),
            score=hit.score,
            similarity=hit.similarity,
            dense_rank=hit.dense_rank,
            lexical_rank=hit.lexical_rank,
            contribution=None if self.explained is None else contribution(hit, self.explained),
        )


def document_of(snapshot: Snapshot, group: Group) -> DocumentEntry:
    """The document a group lies in."""
    return snapshot.documents[int(snapshot.rows.document[group.best.row])]


def section_path(snapshot: Snapshot, section: int, allowed: Mask) -> tuple[str | None, ...]:
    """Titles from the outermost heading to `section`; None for each the scope may not read. A document itself: ()."""
    path: list[str | None] = []
    sections = snapshot.sections
    while (enclosing := int(sections.parent[section])) >= 0:
        path.append(sections.titles[section] if allowed[section] else None)
        section = enclosing
    return tuple(reversed(path))


def part_label(first: int, last: int, of: int) -> str | None:
    """Which parts of a section a passage is; None for the only one.

    >>> part_label(2, 2, 4), part_label(2, 3, 4), part_label(1, 1, 1)
    ('2 of 4', '2-3 of 4', None)
    """
    if of == 1:
        return None
    return f"{first} of {of}" if first == last else f"{first}-{last} of {of}"


def contribution(hit: Hit, fusion: Fusion) -> Contribution:
    """What each leg gave to a hit's score.

    >>> contribution(Hit(7, 0.016393, None, 1, None), Fusion(k=60, depth=100))
    Contribution(dense=0.01639344262295082, lexical=None)
    """
    return Contribution(
        dense=None if hit.dense_rank is None else fusion.dense(hit.dense_rank),
        lexical=None if hit.lexical_rank is None else fusion.lexical(hit.lexical_rank),
    )


def _document_facts(document: DocumentEntry) -> DocumentFacts:
    return DocumentFacts(
        document_id=document.document_id,
        version=document.version,
        title=document.title,
        uri=document.uri,
        attributes=document.attributes,
    )
