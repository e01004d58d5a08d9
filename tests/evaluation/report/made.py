"""A report whose numbers are made up."""

import math
import random

from evaluation.comparison import Cell, Group, Standing
from evaluation.families import Measure
from evaluation.report.model import (
    BadCase,
    Cost,
    Excerpt,
    Report,
    SetFacts,
    SetupFacts,
    ShownPassage,
    Sweep,
    SweepPoint,
)
from evaluation.scores import MEASURES
from evaluation.statistics import Interval, Verdict

REASONS = ("not retrieved", "ranked below k", "cut by a boundary", "half of the evidence")
SETTINGS = (
    (),
    (("indexing.chunker.limit", "160"),),
    (("retrieval.dense_weight", "0.0"),),
    (("search.expand", '"none"'), ("indexing.chunker.overlap", "0")),
)


def interval(mean: float, reach: float = 0.03, n: int = 450) -> Interval:
    return Interval(mean=mean, low=mean - reach, high=mean + reach, n=n)


def verdict(difference: Interval, measure: Measure) -> Verdict:
    return difference.verdict(measure.better)


def cell(measure: Measure, mean: float, base: float | None) -> Cell:
    scale = {"share": 0.025, "tokens": 40.0, "ms": 0.5, "passages": 0.1}[measure.unit]
    value = interval(mean, scale)
    if base is None:
        return Cell(value=value)
    difference = interval(mean - base, scale * 0.7)
    return Cell(value=value, difference=difference, verdict=verdict(difference, measure))


def mean_of(measure: Measure, seed: str) -> float:
    chance = random.Random(f"{measure.name} {seed}").random()
    if measure.unit != "share":
        return {"tokens": 2100.0, "ms": 9.0, "passages": 4.0}[measure.unit] * (0.9 + chance / 5)
    budget = {"recall@500tok": 0.58, "recall@1000tok": 0.7, "recall@2000tok": 0.82, "recall@4000tok": 0.88}
    return budget.get(measure.name, 0.5) + chance * 0.09


def group(kind: str, name: str, setups: tuple[str, ...], questions: int = 450) -> Group:
    means = [{m.name: mean_of(m, f"{name} {n}") for m in MEASURES.values()} for n in range(len(setups))]
    standings = [
        Standing(
            setup=setup,
            cells={m.name: cell(m, means[n][m.name], means[0][m.name] if n else None) for m in MEASURES.values()},
        )
        for n, setup in enumerate(setups)
    ]
    return Group(kind=kind, name=name, questions=questions, standings=tuple(standings))


def setup(name: str, settings: tuple[tuple[str, str], ...], n: int) -> SetupFacts:
    chance = random.Random(n)
    return SetupFacts(
        name=name,
        model="intfloat/multilingual-e5-small",
        settings=settings,
        cost=Cost(chunks=12_000 + 4_300 * n, index_bytes=48_200_000 + n * 9_000_000, build_s=310.5, latency_ms=7.2 + n),
        chunk_tokens=tuple(min(256, int(chance.betavariate(4 - n * 0.5, 2) * 256) + 1) for _ in range(3000)),
        reply_tokens=tuple(int(chance.gauss(2100, 500)) for _ in range(800)),
        latencies_ms=tuple(math.exp(chance.gauss(2 + n / 10, 0.3)) for _ in range(800)),
    )


def sweep(setting: str, values: tuple[tuple[str, float | None], ...], base: int, knee: int | None) -> Sweep:
    means = [{m.name: mean_of(m, f"{setting} {n}") for m in MEASURES.values()} for n in range(len(values))]
    points = [
        SweepPoint(
            value=text,
            number=number,
            cells={
                m.name: cell(m, means[n][m.name], means[base][m.name] if n != base else None) for m in MEASURES.values()
            },
            cost=Cost(chunks=9000 + 2500 * n, index_bytes=40_000_000 + 7_000_000 * n, build_s=60.0, latency_ms=5.5 + n),
            is_base=n == base,
            is_knee=n == knee,
        )
        for n, (text, number) in enumerate(values)
    ]
    return Sweep(setting=setting, points=tuple(points))


DEPOSIT = "第十二条 租赁期满后，出租人应当在三十日内返还押金，但可以扣除房屋损坏的修理费用。"
LOCKS = "A file lock is released when its holder closes the descriptor.\n\nThis holds on local disks alone."


def bad_case(n: int, *, question: str = "", text: str = "") -> BadCase:
    is_chinese = n % 2 == 1
    body = text or (DEPOSIT if is_chinese else LOCKS) * 3
    return BadCase(
        setup=("baseline", "limit=160")[n // 4 % 2],
        set_name=("manual", "tenancy")[n % 2],
        question_id=f"q{n}",
        question=question or ("押金什么时候退还？" if is_chinese else "When is a lock released on a network share?"),
        reason=REASONS[n % 4],
        detail="The first of it comes at rank 9; 5 passages count.",
        category=("condition", "heading", "table")[n % 3],
        language="zh" if is_chinese else "en",
        recall=0.25,
        evidence=(Excerpt(document_id="guide/locks.md", start=1000, text=body, evidence=((1012, 1030),)),),
        returned=(
            ShownPassage(
                rank=1,
                tokens=312,
                path=("Storage", "File locks"),
                excerpts=(
                    Excerpt(
                        document_id="guide/locks.md", start=990, text="x" * 10 + body[:20], evidence=((1012, 1020),)
                    ),
                ),
            ),
            ShownPassage(rank=2, tokens=80, path=(), excerpts=(Excerpt(document_id="other.md", start=0, text=body),)),
        ),
    )


def report(**changes: object) -> Report:
    names = ("baseline", "limit=160", "lexical only", "children only, without overlap")
    given = {
        "title": "Four ways to cut",
        "created": "2026-03-01 10:00",
        "version": "0.1.0",
        "k": 5,
        "measures": tuple(MEASURES.values()),
        "setups": tuple(
            setup(name, settings, n) for n, (name, settings) in enumerate(zip(names, SETTINGS, strict=True))
        ),
        "sets": (
            SetFacts(name="manual", documents=48, questions=450, languages=("en",)),
            SetFacts(name="tenancy", documents=199, questions=442, languages=("zh", "zh-Hant")),
        ),
        "groups": (
            group("all", "all questions", names, 892),
            group("set", "manual", names),
            group("set", "tenancy", names, 442),
            *(group("category", name, names, 120) for name in ("needs its heading", "whole table", "前提条件")),
        ),
        "sweeps": (
            sweep("indexing.chunker.overlap", tuple((str(v), float(v)) for v in (0, 16, 32, 64, 128)), 2, 1),
            sweep("search.expand", (('"none"', None), ('"window"', None), ('"parent"', None)), 2, None),
        ),
        "bad_cases": tuple(bad_case(n) for n in range(24)),
        "command": "parentage evaluate manual tenancy --set indexing.chunker.limit=160 --report report.html",
        "notes": ("Vectors came from the cache; latencies include the model's time.",),
    }
    return Report(**(given | changes))  # type: ignore[arg-type]
