"""A bench in memory: a chunk for each line, a parent for each document, ranked by the words in common."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evaluation.bench import Workshop, cut_of
from evaluation.model import (
    Cut,
    DocumentSpan,
    EvaluationDocument,
    Question,
    QuestionSet,
    Reply,
    Returned,
    SearchSettings,
    Setup,
)
from indexing.model import Chunk, Outline, Parent, Section, Span
from retrieval.model import Result


class LineBench:
    """`Bench` in memory. `put` and `search` note what they were asked, and fail when they are told to."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.embedded, self.loading_s = folder, 0, 0.0
        self.texts: dict[str, str] = {}
        self.put_ids: list[str] = []
        self.asked: list[str] = []
        self.fails_at: str | None = None

    def put(self, document: EvaluationDocument) -> None:
        if document.document_id == self.fails_at:
            raise KeyboardInterrupt
        self.put_ids.append(document.document_id)
        self.texts[document.document_id] = document.path.read_bytes().decode()
        self.embedded += len(self.cut(document.document_id).chunks)

    def search(self, question: Question, settings: SearchSettings, *, filtered: bool = True) -> Reply:
        if question.question_id == self.fails_at:
            raise KeyboardInterrupt
        self.asked.append(question.question_id)
        words = set(question.text.lower().split())
        common = {name: len(words & set(text.lower().split())) for name, text in self.texts.items()}
        ranked = sorted((name for name, n in common.items() if n), key=lambda name: (-common[name], name))
        passages = tuple(
            Returned(
                spans=(DocumentSpan(name, 0, len(self.texts[name])),),
                tokens=len(self.texts[name].split()),
                score=1.0 / rank,
                truncated=False,
            )
            for rank, name in enumerate(ranked[: settings.depth], start=1)
        )
        return Reply(question_id=question.question_id, passages=passages, latency_ms=float(len(self.asked)))

    def explain(self, question: Question, settings: SearchSettings, *, filtered: bool = True) -> Result:
        raise NotImplementedError

    def cut(self, document_id: str) -> Cut:
        return cut_of(document_id, self.outline(document_id))

    def outline(self, document_id: str) -> Outline:
        text, spans, at = self.texts[document_id], [], 0
        for line in text.splitlines(keepends=True):
            spans.append(Span(at, at + len(line.rstrip())))
            at += len(line)
        return outline_of(spans, len(text))

    def text(self, document_id: str) -> str:
        return self.texts[document_id]

    def index_bytes(self) -> int:
        return sum(map(len, self.texts.values()))


class LineShop:
    """A Workshop that opens one bench again and again."""

    def __init__(self) -> None:
        self.benches: dict[Path, LineBench] = {}
        self.opened: list[LineBench] = []
        self.fails_at: str | None = None

    @contextmanager
    def __call__(self, setup: Setup, folder: Path) -> Iterator[LineBench]:
        bench = self.benches.setdefault(folder, LineBench(folder))
        bench.fails_at = self.fails_at
        self.opened.append(bench)
        yield bench


def as_workshop(shop: LineShop) -> Workshop:
    """The same; the type checker compares it with the Protocols here."""
    return shop


def outline_of(spans: list[Span], characters: int) -> Outline:
    """A section, a parent, a chunk for each span."""
    section = Section(index=0, parent=-1, level=0, title="", path=(), span=Span(0, characters), heading=None)
    chunks = tuple(
        Chunk(
            ordinal=i,
            section=0,
            parent=0,
            span=span,
            context=(),
            kind="paragraph",
            language="",
            tokens=10,
            own_tokens=8,
            method="blocks",
        )
        for i, span in enumerate(spans)
    )
    parents = (Parent(index=0, section=0, first_chunk=0, end_chunk=len(spans)),)
    return Outline(sections=(section,), parents=parents, chunks=chunks)


def set_in(folder: Path, texts: dict[str, str], asked: dict[str, str], *, name: str = "notes") -> QuestionSet:
    """A set of Markdown documents with questions whose evidence is the first document's first character."""
    folder.mkdir(parents=True, exist_ok=True)
    for document_id, text in texts.items():
        (folder / f"{document_id}.md").write_bytes(text.encode())
    first = next(iter(texts))
    return QuestionSet(
        name=name,
        documents=tuple(EvaluationDocument(document_id=each, path=folder / f"{each}.md") for each in texts),
        questions=tuple(
            Question(question_id=question_id, text=text, evidence=(DocumentSpan(first, 0, 1),))
            for question_id, text in asked.items()
        ),
        digest="",
    )


def silent(what: str, done: int, total: int) -> None:
    """A Progress that tells nobody."""
