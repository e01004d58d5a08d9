"""Whether the chunks keep whole what answers questions, and what cutting costs.

    python -m tests.benchmarks.chunks FOLDER...          (make benchmark-chunks SETS=FOLDER)

FOLDER holds evaluation sets: `SET/documents.jsonl` (document_id, file), the files, and `SET/questions.jsonl`, whose
`evidence` are spans of documents. Printed for each set, at the default limits and in tokens of the default model: the
share of evidence spans that lie whole in one chunk and in one parent, and what the chunks are like. Then, on a set
without questions, the speed of parsing and cutting beside LangChain's recursive splitter with the same tokenizer as its
length function, in one run.
"""

import json
import statistics
import sys
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from indexing.chunkers import chunk
from indexing.config import ChunkerConfig, EmbedderConfig
from indexing.embedders import Embedder
from indexing.embedders.sentence_transformer import load_embedder
from indexing.model import Outline, ParsedText
from indexing.parsers import Original, parse

SPEED_SET = "k8s-en"
ROUNDS = 3


class Document(NamedTuple):
    name: str
    path: Path


class Cut(NamedTuple):
    parsed: ParsedText
    outline: Outline


def documents(folder: Path) -> Iterator[Document]:
    for row in _rows(folder / "documents.jsonl"):
        yield Document(row["document_id"], folder / row["file"])


def evidence(folder: Path, field: str) -> Iterator[tuple[str, int, int]]:
    """Document, start and end of each evidence span of a set."""
    for row in _rows(folder / "questions.jsonl"):
        spans = row.get(field) or ()
        by_document = spans if isinstance(spans, dict) else {row["document_id"]: spans}
        for name, found in by_document.items():
            yield from ((name, start, end) for start, end in found)


def cut(document: Document, embedder: Embedder, config: ChunkerConfig) -> Cut:
    parsed = parse(Original(content=document.path.read_bytes(), media_type="", name=document.path.name))
    return Cut(parsed, chunk(parsed, embedder, config))


def share_whole(cuts: dict[str, Cut], spans: Sequence[tuple[str, int, int]]) -> tuple[float, float]:
    """Shares of spans whole in one chunk and in one parent."""
    in_chunk = in_parent = 0
    borders = {name: _borders(each) for name, each in cuts.items()}
    for name, start, end in spans:
        text = cuts[name].parsed.text
        start += len(text[start:end]) - len(text[start:end].lstrip())
        end = start + len(text[start:end].rstrip())
        chunks, parents = borders[name]
        in_chunk += _within(chunks, start, end)
        in_parent += _within(parents, start, end)
    return in_chunk / len(spans), in_parent / len(spans)


def report(folder: Path, embedder: Embedder, config: ChunkerConfig) -> None:
    cuts = {document.name: cut(document, embedder, config) for document in documents(folder)}
    chunks = [each for made in cuts.values() for each in made.outline.chunks if each.indexed]
    tokens = sorted(each.tokens for each in chunks)
    flagged = sum(bool(each.flags) for each in chunks) / len(chunks)
    rows = [(field, list(evidence(folder, field))) for field in ("evidence", "evidence_table")]
    for field, spans in rows:
        if not spans and field != "evidence":
            continue
        whole = "     -      -" if not spans else "  ".join(f"{share:6.1%}" for share in share_whole(cuts, spans))
        name = folder.name if field == "evidence" else f"  {field}"
        lengths = f"{statistics.median(tokens):6.0f}  {tokens[int(0.95 * (len(tokens) - 1))]:4}  {tokens[-1]:4}"
        kinds = ",".join(sorted({str(made.parsed.kind) for made in cuts.values()}))
        print(f"{name:16} {whole}  {len(spans):6}  {len(chunks):7,}  {lengths}  {flagged:7.1%}  {kinds}", flush=True)


def speed(folder: Path, embedder: Embedder) -> None:
    """Megabytes a second of parsing and cutting, and of LangChain's splitter, best of several rounds each."""
    try:
        from langchain_text_splitters import RecursiveCharacterTextSplitter
    except ImportError:
        print("no comparison: pip install -e '.[benchmark]'")
        return
    contents = [(document, document.path.read_bytes()) for document in documents(folder)]
    size = sum(len(content) for _, content in contents) / 1e6
    config = ChunkerConfig()
    splitter = RecursiveCharacterTextSplitter(
        chunk_size=config.limit,
        chunk_overlap=config.overlap,
        length_function=lambda text: embedder.tokenizer.count([text])[0],
    )

    def ours() -> None:
        for document, content in contents:
            parsed = parse(Original(content=content, media_type="", name=document.path.name))
            chunk(parsed, embedder, config)

    def theirs() -> None:
        for _, content in contents:
            splitter.split_text(content.decode())

    times = {"parse + chunk": ours, "LangChain recursive": theirs}
    best = {name: min(_seconds(work) for _ in range(ROUNDS)) for name, work in times.items()}
    for name, seconds in best.items():
        print(f"{name:20} {size / seconds:6.2f} MB/s  {seconds:6.2f} s")
    print(f"ratio of times       {best['parse + chunk'] / best['LangChain recursive']:.2f}")


def growth(embedder: Embedder) -> None:
    """How CPU time grows with a text's length, up to 20 MB."""
    page = "## Rent\n\n" + "The tenant pays the rent on the first day of each month. 租客每月一日支付租金。\n\n" * 40
    before = 0.0
    for megabytes in (2.5, 5, 10, 20):
        text = page * int(megabytes * 1e6 / len(page.encode()))
        original = Original(content=text.encode(), media_type="text/markdown")
        began = time.process_time()
        chunk(parse(original), embedder, ChunkerConfig())
        seconds = time.process_time() - began
        print(f"{megabytes:5} MB  {seconds:6.1f} s" + (f"  x {seconds / before:.2f}" if before else ""), flush=True)
        before = seconds


def main(arguments: Sequence[str]) -> None:
    folders = sorted(path.parent for root in arguments for path in Path(root).glob("*/documents.jsonl"))
    if not folders:
        sys.exit(f"no evaluation sets in {' '.join(arguments) or 'no folder'}: make benchmark-chunks SETS=FOLDER")
    embedder = load_embedder(EmbedderConfig(), None)
    print("evidence         whole in         spans   chunks  tokens of a chunk   with flags  kinds")
    print("                 chunk  parent                    median  p95   max")
    for folder in folders:
        report(folder, embedder, ChunkerConfig())
    for folder in folders:
        if folder.name == SPEED_SET:
            speed(folder, embedder)
    growth(embedder)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_bytes().decode().split("\n") if line)


def _borders(made: Cut) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    chunks = [(each.span.start, each.span.end) for each in made.outline.chunks]
    parents = [(chunks[p.first_chunk][0], chunks[p.end_chunk - 1][1]) for p in made.outline.parents]
    return chunks, parents


def _within(ranges: list[tuple[int, int]], start: int, end: int) -> bool:
    at = bisect_right(ranges, (start, sys.maxsize)) - 1
    return at >= 0 and end <= ranges[at][1]


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main(sys.argv[1:])
