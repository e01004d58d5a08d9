"""Chroma's chunking evaluation, rerun: whether our measures are theirs, and how our chunks do beside those published.

    python -m tests.benchmarks.chunking_evaluation FOLDER [SCRATCH]

FOLDER holds the evaluation set `chroma`: the five corpora of Smith and Troynikov, "Evaluating Chunking Strategies for
Retrieval" (Chroma, July 2024), and those of their 472 questions that are there. SCRATCH keeps vectors for next time.

Their protocol: one index of all corpora, all-MiniLM-L6-v2, vector search alone, 5 chunks a question, ranges of
characters; means and standard deviations over questions, in per cent. What is done as they do it, though one might do
better: a chunk is taken to lie where its text, less a full stop at its end, first occurs; chunks that only touch
evidence count below the line of precision Ω. Their approximate search (HNSW) is exact here, which is worth up to 0.3
points of recall.

Sizes are in tokens of the model, its two special tokens counted with each text. The report does not say so, but then
the mean sizes are as published: 180.2, 162.8 and 128.2 for ~180, ~162 and ~128. In tokens of cl100k_base, which give
the sizes of the report's other table to the token, they would be 195, 174 and 137. So no chunk is longer than the
window of the model (256), which would leave the rest of it unread.

First LangChain's recursive splitter. Below each difference to what was published stands the difference when corpora
weigh as they do among all questions, and what a sample of so many of them may differ from all. Then our chunks and the
whole pipeline, with paired differences to one of the reruns; tokens are of own texts, in the pipeline of the passages
returned.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

import numpy as np
from langchain_text_splitters import RecursiveCharacterTextSplitter

from evaluation.cached_embedder import CachedEmbedder
from evaluation.datasets import load_set
from evaluation.measures import iou, precision, precision_omega, recall
from evaluation.model import DocumentSpan, EvaluationDocument, QuestionSet, SearchSettings, Setup
from evaluation.run import run
from evaluation.set_texts import canonical_text
from evaluation.span_index import SpanIndex
from evaluation.statistics import bootstrap_difference
from evaluation.vector_cache import VectorCache
from indexing.chunkers import chunk
from indexing.config import ChunkerConfig, EmbedderConfig, IndexingConfig, KindsConfig, LegalLimits, TableLimits
from indexing.embedders import Embedder, Tokenizer
from indexing.embedders.sentence_transformer import load_embedder
from indexing.parsers import Original, parse
from indexing.render import embed_text, readable
from server.bench import workshop
from server.config import Config

K: Final = 5
MODEL: Final = EmbedderConfig(model="sentence-transformers/all-MiniLM-L6-v2", query_prefix="", passage_prefix="")
SEPARATORS: Final = ["\n\n", "\n", ".", "?", "!", " ", ""]
MEASURES: Final = ("recall", "precision", "precisionΩ", "IoU")
LIMITS: Final = (96, 128, 160, 200, 256)
"""Of our chunks: tokens of the model, all of the embed text counted. Its window has 256."""
BASELINE: Final = "Recursive 200/0"
"""What ours is compared with: of the published recursive splitters the one of the highest precision."""

Scores = Mapping[str, Sequence[float]]
"""The values of each measure, in the order of the questions."""


class Published(NamedTuple):
    """A row of the report's table for all-MiniLM-L6-v2."""

    chunker: str
    size: int
    overlap: int
    mean_tokens: int
    """Of its chunks."""
    values: Sequence[tuple[float, float]]
    """Mean and standard deviation of each of MEASURES, in per cent."""

    @property
    def name(self) -> str:
        return f"{self.chunker} {self.size}/{self.overlap}"


class Piece(NamedTuple):
    """What is embedded and found."""

    span: DocumentSpan
    """Where it is taken to lie."""
    own: str
    embedded: str


PUBLISHED: Final = (
    Published("Recursive", 250, 125, 180, ((78.7, 39.2), (4.9, 4.5), (21.9, 14.9), (4.9, 4.4))),
    Published("Recursive", 250, 0, 162, ((78.5, 39.5), (5.4, 4.9), (26.7, 18.3), (5.4, 4.9))),
    Published("Recursive", 200, 0, 128, ((75.7, 40.7), (6.5, 6.2), (31.2, 18.4), (6.5, 6.1))),
)
OTHERS: Final = (
    Published("TokenText", 250, 125, 250, ((82.4, 36.2), (3.6, 3.1), (11.4, 6.6), (3.5, 3.1))),
    Published("TokenText", 250, 0, 250, ((77.1, 39.3), (3.3, 3.0), (16.4, 10.3), (3.3, 3.0))),
    Published("TokenText", 200, 0, 200, ((76.6, 38.8), (4.1, 3.7), (19.1, 11.0), (4.1, 3.6))),
    Published("Cluster semantic", 250, 0, 168, ((77.3, 38.6), (6.1, 5.1), (28.6, 16.7), (6.0, 5.1))),
    Published("Cluster semantic", 200, 0, 102, ((75.2, 39.9), (7.2, 6.1), (33.6, 20.0), (7.2, 6.0))),
)
CORPORA: Final = {"state_of_the_union": 76, "wikitexts": 144, "finance": 97, "chatlogs": 56, "pubmed": 99}
"""Questions of each corpus that the published means are of."""
QUESTIONS: Final = sum(CORPORA.values())


def main(arguments: Sequence[str]) -> None:
    if not 1 <= len(arguments) <= 2:
        sys.exit(
            "python -m tests.benchmarks.chunking_evaluation FOLDER [SCRATCH]: FOLDER has the set in a folder chroma"
        )
    asked = load_set(Path(arguments[0]) / "chroma")
    with TemporaryDirectory() as unkept:
        scratch = Path(arguments[1] if len(arguments) > 1 else unkept)
        cache = VectorCache(scratch / "vectors.sqlite")
        embedder = CachedEmbedder(load_embedder(MODEL), cache)
        baseline = print_rerun(asked, embedder)
        print_chunks(asked, embedder, baseline)
        print_pipeline(asked, cache, scratch, baseline)
        cache.close()


def print_rerun(asked: QuestionSet, embedder: Embedder) -> Scores:
    """LangChain's splitter beside what was published of it; the scores of BASELINE."""
    print_heading(f"LangChain's recursive splitter: {len(asked.questions)} of {QUESTIONS} questions")
    found: dict[str, Scores] = {}
    for row in PUBLISHED:
        pieces = list(recursive(asked.documents, row, embedder.tokenizer))
        scores = found[row.name] = scores_of(asked, pieces, embedder)
        print_published(row)
        print_row(f"{row.name}, rerun", pieces, scores, embedder.tokenizer)
        means = [100 * fmean(scores[measure]) for measure in MEASURES]
        print_to_published("  difference", means, row)
        print_to_published("  corpora weighted", [weighted(asked, scores[measure]) for measure in MEASURES], row)
        chance = [1.96 * sd * sampling(len(asked.questions)) for _, sd in row.values]
        print(line("  of a sample, 95 %", "", "", [f"within ±{points:.1f}" for points in chance]))
        for corpus in CORPORA:
            print_corpus(asked, corpus, scores)
    return found[BASELINE]


def print_chunks(asked: QuestionSet, embedder: Embedder, baseline: Scores) -> None:
    """Our chunks as what is retrieved, below what was published of other chunkers."""
    print_heading("Structure chunker, its chunks as what is retrieved")
    for row in OTHERS:
        print_published(row)
    for limit in LIMITS:
        pieces = list(structure(asked.documents, limit, embedder))
        found = scores_of(asked, pieces, embedder)
        print_row(f"limit {limit}", pieces, found, embedder.tokenizer)
        print_difference(found, baseline)


def print_pipeline(asked: QuestionSet, cache: VectorCache, scratch: Path, baseline: Scores) -> None:
    """The pipeline as configured by default, with this model: 5 passages a question."""
    print_heading("Whole pipeline, 5 passages")
    indexing = IndexingConfig(embedder=MODEL)
    for name, settings in {
        "parents": SearchSettings(depth=K),
        "parents, vectors alone": SearchSettings(depth=K, mode="dense"),
        "children": SearchSettings(depth=K, expand="none"),
    }.items():
        setup = Setup(name=name, indexing=indexing, search=settings)
        made = run(asked, setup, workshop(Config(), cache), folder=scratch, progress=lambda *_: None)
        passages = [[passage.spans for passage in reply.passages] for reply in made.replies]
        units = [
            DocumentSpan(cut.document_id, *unit)
            for cut in made.facts.cuts
            for unit in (cut.chunks if settings.expand == "none" else cut.parents)
        ]
        found = measured(asked, passages, units)
        tokens = fmean(passage.tokens for reply in made.replies for passage in reply.passages)
        print(line(name, f"{len(units):,}", f"{tokens:.1f}", stated(found)), flush=True)
        print_difference(found, baseline)


def recursive(documents: Iterable[EvaluationDocument], row: Published, tokenizer: Tokenizer) -> Iterator[Piece]:
    """LangChain's chunks."""
    splitter = RecursiveCharacterTextSplitter(
        separators=SEPARATORS,
        chunk_size=row.size,
        chunk_overlap=row.overlap,
        keep_separator=True,
        length_function=lambda text: size(text, tokenizer),
    )
    for document in documents:
        text = canonical_text(document)
        for part in splitter.split_text(text):
            sought = part.removesuffix(".")
            start = text.index(sought)
            yield Piece(DocumentSpan(document.document_id, start, start + len(sought)), part, part)


def structure(documents: Iterable[EvaluationDocument], limit: int, embedder: Embedder) -> Iterator[Piece]:
    """Our indexed chunks at one limit for all kinds of text, tables and code; what is embedded is their embed text."""
    config = ChunkerConfig(
        limit=limit,
        overlap=limit // 8,
        table_limit=limit,
        kinds=KindsConfig(table=TableLimits(limit=None, table_limit=None), legal=LegalLimits(limit=None)),
    )
    for document in documents:
        parsed = parse(Original(content=document.path.read_bytes(), media_type="", name=document.path.name))
        outline = chunk(parsed, embedder, config)
        source = readable(parsed.text, outline)
        for each in outline.chunks:
            if each.indexed:
                span = DocumentSpan(document.document_id, each.span.start, each.span.end)
                yield Piece(span, each.span.slice(parsed.text), embed_text(source, each))


def scores_of(asked: QuestionSet, pieces: Sequence[Piece], embedder: Embedder) -> Scores:
    """What the K pieces nearest to each question score."""
    vectors = embedder.embed_passages([piece.embedded for piece in pieces])
    passages = []
    for question in asked.questions:
        similarity = vectors @ embedder.embed_query(question.text)[0]
        nearest = np.argsort(-similarity, kind="stable")[:K].tolist()
        passages.append([[pieces[index].span] for index in nearest])
    return measured(asked, passages, [piece.span for piece in pieces])


def size(text: str, tokenizer: Tokenizer) -> int:
    """Tokens of a text, special tokens included."""
    return tokenizer.count([text])[0] + tokenizer.specials


def measured(
    asked: QuestionSet, passages: Sequence[Sequence[Sequence[DocumentSpan]]], units: Iterable[DocumentSpan]
) -> Scores:
    """The measures of all questions; `units` is all that could have been retrieved."""
    index = SpanIndex(units)
    values: list[tuple[float, ...]] = [
        (
            recall(question.evidence, found, K),
            precision(question.evidence, found, K),
            precision_omega(question.evidence, index, bordering=True),
            iou(question.evidence, found, K),
        )
        for question, found in zip(asked.questions, passages, strict=True)
    ]
    return dict(zip(MEASURES, zip(*values, strict=True), strict=True))


def sampling(n: int) -> float:
    """Standard error of a mean of `n` of QUESTIONS, as a share of the standard deviation: simple random sampling
    without replacement (Cochran, Sampling Techniques, 1977, section 2.6).
    """
    return sqrt((1 - n / QUESTIONS) / n)


def weighted(asked: QuestionSet, values: Sequence[float]) -> float:
    """The mean in per cent, each corpus with its share of all questions."""
    means = {corpus: fmean(of_corpus(asked, values, corpus)) for corpus in CORPORA}
    return 100 * sum(means[corpus] * questions for corpus, questions in CORPORA.items()) / QUESTIONS


def of_corpus(asked: QuestionSet, values: Sequence[float], corpus: str) -> list[float]:
    """The values of the questions about one corpus."""
    pairs = zip(asked.questions, values, strict=True)
    return [value for question, value in pairs if question.evidence[0].document_id == corpus]


def stated(found: Scores) -> list[str]:
    return [f"{100 * fmean(found[name]):.1f} ± {100 * pstdev(found[name]):.1f}" for name in MEASURES]


def line(name: str, chunks: str, tokens: str, values: Sequence[str]) -> str:
    return f"{name:32}{chunks:>8}{tokens:>8}  " + "".join(f"{value:>15}" for value in values)


def print_heading(title: str) -> None:
    print(f"\n{title}\n")
    print(line("", "chunks", "tokens", MEASURES))


def print_published(row: Published) -> None:
    values = [f"{mean:.1f} ± {deviation:.1f}" for mean, deviation in row.values]
    print(line(f"{row.name}, published", "", f"~{row.mean_tokens}", values))


def print_row(name: str, pieces: Sequence[Piece], found: Scores, tokenizer: Tokenizer) -> None:
    tokens = fmean(size(piece.own, tokenizer) for piece in pieces)
    print(line(name, f"{len(pieces):,}", f"{tokens:.1f}", stated(found)), flush=True)


def print_to_published(name: str, means: Sequence[float], row: Published) -> None:
    differences = [ours - theirs for ours, (theirs, _) in zip(means, row.values, strict=True)]
    print(line(name, "", "", [f"{difference:+.1f}" for difference in differences]))


def print_corpus(asked: QuestionSet, corpus: str, found: Scores) -> None:
    values = [of_corpus(asked, found[name], corpus) for name in MEASURES]
    print(line(f"    {corpus}", str(len(values[0])), "", [f"{100 * fmean(each):.1f}" for each in values]))


def print_difference(found: Scores, baseline: Scores) -> None:
    """To BASELINE, with the 95 % interval of the paired bootstrap."""
    intervals = [bootstrap_difference(found[name], baseline[name]) for name in MEASURES]
    values = [f"{100 * each.low:+.1f} to {100 * each.high:+.1f}" for each in intervals]
    print(line(f"  to {BASELINE}, 95 %", "", "", values), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
