"""Times and sizes of the lexical index: `python -m tests.benchmarks.lexical [rows] [seed]`.

Text is made, not read: words of a Zipf-like vocabulary, about 190 a row, of which about 120 are distinct.
"""

import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from indexing.analyze import Analyzer
from indexing.config import AnalyzerConfig
from indexing.lexical import SegmentedBM25, lexical_corpus, top
from indexing.postings import DocumentTerms, Segment, Vocabulary, append, build_segment, count_terms

WORDS, WORDS_A_ROW, ROWS_A_DOCUMENT = 200_000, 190, 20
COMMON_HAN = "".join(map(chr, range(0x4E00, 0x4E00 + 2500)))


def took_ms(call: Callable[[], Any], *, repeats: int = 1) -> tuple[Any, float]:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = call()
        times.append((time.perf_counter() - start) * 1000)
    return result, float(np.median(times))


def made_texts(rng: np.random.Generator, rows: int) -> list[str]:
    ranks = np.minimum((WORDS ** rng.random((rows, WORDS_A_ROW))).astype(np.int64), WORDS - 1)
    return [" ".join(f"w{rank}" for rank in row) for row in ranks.tolist()]


def made_chinese(rng: np.random.Generator, rows: int) -> list[str]:
    return ["，".join("".join(rng.choice(list(COMMON_HAN), 12)) for _ in range(25)) for _ in range(rows)]


def analyze_speed(analyzer: Analyzer, rng: np.random.Generator) -> None:
    for name, texts in (("Latin", made_texts(rng, 2000)), ("Chinese", made_chinese(rng, 500))):
        megabytes = sum(len(text.encode()) for text in texts) / 1e6
        _, ms = took_ms(lambda texts=texts: count_terms(analyzer, texts), repeats=3)
        print(f"count_terms, {name}: {megabytes / ms * 1000:.1f} MB/s")


def load(vocabulary: Vocabulary, documents: list[DocumentTerms]) -> tuple[Segment, ...]:
    segments: tuple[Segment, ...] = ()
    for at in range(0, len(documents), 250):
        first_row = segments[-1].end_row if segments else 0
        segments = append(segments, build_segment(vocabulary, first_row, documents[at : at + 250]))
    return segments


def publish(vocabulary: Vocabulary, segments: tuple[Segment, ...], documents: list[DocumentTerms]) -> None:
    times = []
    for document in documents:
        first_row = segments[-1].end_row
        build = lambda first_row=first_row, document=document: build_segment(vocabulary, first_row, [document])  # noqa: E731
        new, build_ms = took_ms(build)
        segments, append_ms = took_ms(lambda segments=segments, new=new: append(segments, new))
        times.append(build_ms + append_ms)
    print(f"publish a document: median {np.median(times):.2f} ms, most {max(times):.1f} ms")
    print(f"segments after {len(documents)} publications: {len(segments)}")


def search_speed(scorer: SegmentedBM25, alive: np.ndarray[Any, np.dtype[np.bool_]]) -> None:
    questions = {
        "one rare term": ["w150001"],
        "one common term": ["w3"],
        "ten rare terms": [f"w{rank}" for rank in range(100_000, 100_010)],
        "five common, five rare terms": ["w1", "w2", "w3", "w4", "w5", *(f"w{rank}" for rank in range(50_000, 50_005))],
        "twenty common terms": [f"w{rank}" for rank in range(1, 21)],
    }
    for name, terms in questions.items():
        hits, ms = took_ms(lambda terms=terms: scorer.search(terms), repeats=15)
        _, top_ms = took_ms(lambda hits=hits: top(hits, alive, 200), repeats=15)
        print(f"search, {name}: {ms:.2f} ms for {len(hits.rows)} rows, top 200 {top_ms:.2f} ms")


def main(rows: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    analyzer = Analyzer(AnalyzerConfig())
    analyze_speed(analyzer, rng)
    documents = [count_terms(analyzer, made_texts(rng, ROWS_A_DOCUMENT)) for _ in range(rows // ROWS_A_DOCUMENT)]
    vocabulary = Vocabulary()
    segments, ms = took_ms(lambda: load(vocabulary, documents))
    arrays = [(s.terms, s.offsets, s.rows, s.counts, s.lengths) for s in segments]
    megabytes = sum(array.nbytes for group in arrays for array in group) / 1e6
    postings = sum(len(segment.rows) for segment in segments)
    print(f"load {rows} rows: {ms / 1000:.2f} s, {megabytes:.0f} MB, {len(vocabulary)} terms, {len(segments)} segments")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    print(f"{postings / rows:.0f} distinct terms a row; peak of the process {peak} MB")
    alive = rng.random(rows) < 0.95
    scorer, ms = took_ms(lambda: SegmentedBM25(lexical_corpus(vocabulary, segments, alive)))
    print(f"make a scorer: {ms:.2f} ms")
    search_speed(scorer, alive)
    publish(vocabulary, segments, documents[:500])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, int(sys.argv[2]) if len(sys.argv) > 2 else 7)
