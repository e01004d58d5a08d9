"""Reading: the text of all passages, fetched at once, and what of it the context holds."""

from collections.abc import Sequence

from indexing.snapshot import Snapshot
from retrieval.cite import Piece, TextSource, passage_spans, pieces
from retrieval.context import Choice
from retrieval.errors import TextGone
from retrieval.model import Passage, Stopped
from retrieval.passages import Presenter, document_of


def read(texts: TextSource, snapshot: Snapshot, choices: Sequence[Choice]) -> list[list[Piece]]:
    """The text of each choice, with one call; none without choices. Raises TextGone."""
    documents = [document_of(snapshot, choice.group) for choice in choices]
    spans = [passage_spans(choice.rows, snapshot.rows, d) for choice, d in zip(choices, documents, strict=True)]
    wanted = [(d.text_id, span.start, span.end) for d, own in zip(documents, spans, strict=True) for span in own]
    if not wanted:
        return []
    try:
        slices = iter(texts.slices(wanted))
    except LookupError as exc:
        raise TextGone from exc
    return [pieces(own, [next(slices) for _ in own]) for own in spans]


def present(
    presenter: Presenter, choices: Sequence[Choice], texts: Sequence[Sequence[Piece]], context_tokens: int | None
) -> tuple[tuple[Passage, ...], Stopped | None]:
    """The passages within `context_tokens`, and `budget` if not all are.

    Only here are the tokens of a passage known that had to be cut, so one may turn out not to fit.
    """
    passages: list[Passage] = []
    left = context_tokens
    for rank, (choice, whole) in enumerate(zip(choices, texts, strict=True), start=1):
        passage = presenter.passage(rank, choice, whole)
        if left is not None:
            left -= passage.tokens
            if passages and left < 0:
                return tuple(passages), "budget"
        passages.append(passage)
    return tuple(passages), None
