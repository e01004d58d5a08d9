"""The reverse check finds the chunks that their own words do not find, and says why."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.model import DocumentSpan
from evaluation.reverse import ReverseReport, Search, rank_of, reverse_check, sampled
from evaluation.reverse_chunks import Frequencies, IndexedChunk, indexed_chunks
from evaluation.reverse_queries import masked, queries_of
from indexing.analyze import Analyzer
from indexing.config import AnalyzerConfig
from indexing.model import BlockKind, Flag
from indexing.parsers import Original, parse
from tests.indexing.chunkers.cut import outline_by

ANALYZER = Analyzer(AnalyzerConfig())

HOUSE_RULES = """# House rules

Bicycles belong in the cellar.

<!-- draft -->

The lift is serviced in March.

## Laundry

Machines rest after nine.

## Garden
"""


def chunk(
    text: str,
    *,
    ordinal: int = 0,
    document: str = "rules.md",
    heading: str = "Laundry",
    kind: BlockKind = "paragraph",
    flags: tuple[Flag, ...] = (),
) -> IndexedChunk:
    """A chunk that stands at 100 for each ordinal."""
    start = 100 * ordinal
    return IndexedChunk(
        document_id=document,
        ordinal=ordinal,
        spans=(DocumentSpan(document, start, start + len(text)),),
        own_text=text,
        embed_text=f"{heading}\n{text}",
        heading=heading,
        kind=kind,
        flags=flags,
    )


def queries(one: IndexedChunk, *others: IndexedChunk) -> dict[str, str]:
    made = queries_of(one, Frequencies([one, *others], ANALYZER))
    return {query.rule: query.text for query in made}


def matching(chunks: Sequence[IndexedChunk]) -> Search:
    """A search that returns chunks alone, those with most words of the query first."""

    def search(text: str, k: int) -> Sequence[tuple[DocumentSpan, ...]]:
        asked = set(ANALYZER.query_terms(text))
        shared = [(-len(asked.intersection(ANALYZER.terms(one.embed_text))), one) for one in chunks]
        best = sorted((pair for pair in shared if pair[0]), key=lambda pair: pair[0])
        return [one.spans for _, one in best[:k]]

    return search


def checked(chunks: Sequence[IndexedChunk], search: Search) -> ReverseReport:
    return reverse_check(chunks, search, n=len(chunks))


def reason_of_first(chunks: Sequence[IndexedChunk], *found: tuple[DocumentSpan, ...]) -> str:
    """Why the first of `chunks` is lost when every query brings `found`."""
    report = checked(chunks, lambda text, k: found)
    return next(str(miss.reason) for miss in report.misses if miss.chunk is chunks[0])


def test_indexed_chunks_are_what_the_index_has() -> None:
    parsed = parse(Original(content=HOUSE_RULES.encode(), media_type="text/markdown"))
    first, second = indexed_chunks("rules.md", parsed.text, outline_by("structure", parsed))
    assert [HOUSE_RULES[span.start : span.end] for span in first.spans] == [
        "# House rules\n\nBicycles belong in the cellar.",
        "The lift is serviced in March.",
    ]
    assert "draft" not in first.own_text
    assert (second.heading, second.own_text) == ("Laundry", "## Laundry\n\nMachines rest after nine.")
    assert second.embed_text.startswith("House rules\n")
    assert second.chunk_id == "rules.md#c1"


def test_terms_are_the_rarest_in_the_order_of_the_text() -> None:
    common = [chunk("the machines rest", ordinal=number) for number in (1, 2, 3)]
    made = queries(chunk("the zinc machines rest by oak beams under ivy near moss"), *common)
    assert made["terms"] == "zinc by oak beams under"


def test_chinese_terms_are_words_of_several_characters() -> None:
    made = queries(chunk("洗衣房晚上九点关门。"), chunk("晚上关门。", ordinal=1))
    assert made["terms"].split()[0] == "洗衣房晚"
    assert all(len(term) > 1 for term in made["terms"].split())


def test_heading_comes_with_a_rare_word_that_it_has_not_got() -> None:
    assert queries(chunk("Laundry of the zinc kind"), chunk("of the kind", ordinal=1))["heading"] == "Laundry zinc"


def test_chunk_without_heading_gets_no_query_by_heading() -> None:
    assert "heading" not in queries(chunk("Machines rest after nine.", heading=""))


def test_longest_sentence_is_masked() -> None:
    made = queries(chunk("Short. On Sundays the Miele W1 in room 14 rests after nine at night."))
    assert made["masked"] == "On the in room rests after nine at night."


@pytest.mark.parametrize("kind", ["table", "code"])
def test_tables_and_code_have_no_sentence_to_mask(kind: BlockKind) -> None:
    assert "masked" not in queries(chunk("one two three four five six", kind=kind))


def test_sentence_of_names_alone_makes_no_query() -> None:
    assert "masked" not in queries(chunk("See Baker Street, 221B."))


@pytest.mark.parametrize(
    ("sentence", "bare"),
    [
        ("Set `max_rows` or idleTimeout in app.conf.yaml to 30.", "Set or in to."),
        ("- See [the **guide**](/guide#top) first.", "See the guide first."),
        ('Idle <span class="mark">since spring</span> it waits.', "Idle since spring it waits."),
        ("The HTTP call (v2.1) fails.", "The call fails."),
        ("He calls it “the attic” on https://example.org/x today.", "He calls it on today."),
        ("押金3个月内退还，见第十五条。", "押金个月内退还，见。"),
        ("请在Windows上运行setup.exe程序。", "请在上运行程序。"),
        ("共计三百二十元。", "共计元。"),
    ],
)
def test_numbers_names_and_quotes_are_masked(sentence: str, bare: str) -> None:
    assert masked(sentence) == bare


@given(st.text())
def test_masked_text_only_loses_characters(sentence: str) -> None:
    rest = iter(sentence)
    assert all(character in rest for character in masked(sentence) if not character.isspace())


def test_rank_is_that_of_the_first_passage_that_shows_all() -> None:
    one = chunk("a" * 10)
    part, whole = (DocumentSpan("rules.md", 0, 9),), (DocumentSpan("rules.md", 0, 40),)
    other = (DocumentSpan("annex.md", 0, 40),)
    assert rank_of(one, [other, part, whole, whole]) == 3
    assert rank_of(one, [other, part]) == 0


def test_chunks_of_several_spans_need_all_of_them_in_one_passage() -> None:
    spans = (DocumentSpan("rules.md", 0, 5), DocumentSpan("rules.md", 8, 12))
    one = IndexedChunk(
        document_id="rules.md", ordinal=0, spans=spans, own_text="", embed_text="", heading="", kind="paragraph"
    )
    assert rank_of(one, [spans[:1], spans[1:]]) == 0
    assert rank_of(one, [spans]) == 1


def test_everything_is_found_where_every_chunk_has_words_of_its_own() -> None:
    chunks = [chunk("zinc oak beams ivy."), chunk("moss fern reed rush.", ordinal=1)]
    report = checked(chunks, matching(chunks))
    assert [(rule.rule, rule.asked, rule.share, rule.mrr) for rule in report.rules] == [
        ("terms", 2, 1.0, 1.0),
        ("heading", 2, 1.0, 1.0),
        ("masked", 2, 1.0, 1.0),
    ]
    assert report.misses == ()


def test_shares_and_mrr_count_what_was_asked() -> None:
    chunks = [chunk("zinc oak beams ivy.", heading=""), chunk("moss fern reed rush.", ordinal=1)]
    report = checked(chunks, lambda text, k: [chunks[1].spans, chunks[0].spans] if "zinc" in text else [])
    shares = {rule.rule: (rule.asked, rule.found, rule.mrr) for rule in report.rules}
    assert shares == {"terms": (2, 1, 0.25), "heading": (1, 0, 0.0), "masked": (2, 1, 0.25)}


def test_passages_behind_the_tenth_do_not_count() -> None:
    one = chunk("zinc oak beams ivy.")
    far = (DocumentSpan("annex.md", 0, 9),)
    assert checked([one], lambda text, k: [far] * 9 + [one.spans]).misses == ()
    assert len(checked([one], lambda text, k: [far] * 10 + [one.spans]).lost) == 1


def test_chunk_that_some_queries_find_is_missed_but_not_lost() -> None:
    one = chunk("zinc oak beams ivy.")
    report = checked([one], lambda text, k: [] if text.startswith("Laundry") else [one.spans])
    assert [query.rule for query in report.misses[0].queries] == ["heading"]
    assert report.lost == ()


def test_chunk_without_words_is_mute() -> None:
    report = checked([chunk("—", heading="")], lambda text, k: [])
    assert (report.n_asked, report.n_mute, report.misses) == (0, 1, ())


def test_equal_text_is_a_duplicate_before_anything_else() -> None:
    one = chunk("It rests.", flags=("reference", "short"))
    longer, twin = chunk("It rests. Always.", ordinal=1), chunk("it  RESTS.", ordinal=2)
    assert reason_of_first([one, longer, twin], twin.spans) == "duplicate of rules.md#c2"
    assert reason_of_first([one, longer], longer.spans) == "duplicate of rules.md#c1"


def test_chunk_of_words_that_stand_everywhere_has_no_rare_terms() -> None:
    chunks = [chunk("rest nine machines"), *[chunk("nine machines rest", ordinal=number) for number in (1, 2)]]
    assert reason_of_first(chunks, chunks[1].spans) == "no rare terms"


def test_term_in_a_hundredth_of_the_chunks_is_rare() -> None:
    chunks = [chunk("zinc" if number < 4 else "oak", ordinal=number) for number in range(400)]
    frequencies = Frequencies(chunks, ANALYZER)
    assert (frequencies.of("zinc"), frequencies.is_rare("zinc")) == (4, True)
    assert not Frequencies(chunks[:399], ANALYZER).is_rare("zinc")


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (("reference", "short"), "starts with a reference"),
        (("short",), "very short"),
        (("no_sentence",), "outranked by annex.md#c1"),
    ],
)
def test_weakness_of_the_chunk_comes_before_its_rivals(flags: tuple[Flag, ...], reason: str) -> None:
    one, rival = chunk("it rests zinc", flags=flags), chunk("zinc rests", ordinal=1, document="annex.md")
    assert reason_of_first([one, rival], rival.spans) == reason


def test_outranking_chunk_is_the_one_of_the_passage_that_shares_most_words() -> None:
    one = chunk("zinc oak beams")
    near, far = chunk("oak beams and ivy", ordinal=4), chunk("beams and moss", ordinal=3)
    passage = (DocumentSpan("rules.md", 300, 420),)
    assert reason_of_first([one, far, near], passage) == "outranked by rules.md#c4"


def test_passage_that_shows_a_part_of_the_chunk_is_no_rival() -> None:
    one = chunk("zinc oak beams")
    assert reason_of_first([one], (DocumentSpan("rules.md", 0, 4),)) == "returned in part"


def test_empty_reply_is_said() -> None:
    assert reason_of_first([chunk("zinc oak beams")]) == "nothing found"


def test_lost_chunks_come_first() -> None:
    chunks = [chunk("zinc oak beams ivy."), chunk("moss fern reed rush.", ordinal=1)]
    report = checked(chunks, lambda text, k: [chunks[0].spans] if text.startswith("Laundry zinc") else [])
    assert [(miss.chunk.ordinal, miss.by_all) for miss in report.misses] == [(1, True), (0, False)]


def test_sample_is_stable_and_follows_the_seed() -> None:
    chunks = [chunk("zinc", ordinal=number) for number in range(50)]
    drawn = sampled(chunks, n=10, seed=1)
    assert sampled(chunks[::-1], n=10, seed=1) == drawn
    assert sampled(chunks, n=10, seed=2) != drawn
    assert sampled(chunks, n=99, seed=1) == chunks


def test_sample_hardly_changes_with_one_document_more() -> None:
    chunks = [chunk("zinc", ordinal=number) for number in range(50)]
    new = chunk("moss", document="annex.md")
    before, after = sampled(chunks, n=10, seed=1), sampled([*chunks, new], n=10, seed=1)
    assert len([one for one in after if one in before]) >= 9
