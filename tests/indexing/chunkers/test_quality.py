from msgspec.structs import replace

from indexing.chunkers.quality import flagged
from indexing.layout import Layout
from indexing.model import Flag, PageFacts, ParsedText, Span
from tests.indexing.chunkers.build import outline_of, parsed_of


def flags_of(text: str, kind: str = "p") -> tuple[Flag, ...]:
    parsed = parsed_of([(kind, text)])
    return flagged(parsed, outline_of(parsed)).chunks[0].flags


def test_a_chunk_that_starts_with_what_is_not_in_it_is_flagged() -> None:
    rest = " applies to every tenant of the house and to all of their guests."
    assert flags_of("This" + rest) == ("reference",)
    assert flags_of("The above" + rest) == ("reference",)
    assert flags_of("它适用于本楼的全体租客和他们的访客，不论时间长短。") == ("reference",)
    assert flags_of("该规定适用于本楼的全体租客和他们的访客。") == ("reference",)
    assert flags_of("上述规定适用于本楼的全体租客和他们的访客。") == ("reference",)
    assert flags_of("Thistle" + rest) == ()
    assert flags_of("其他规定适用于本楼的全体租客和他们的访客。") == ()


def test_a_reference_with_the_sentence_before_as_context_is_resolved() -> None:
    parsed = parsed_of(
        [("p", "The deposit is paid back in May. " * 2 + "It bears no interest at all, whoever paid it in.")]
    )
    outline = outline_of(parsed, limit=22, overlap=10)
    made = flagged(parsed, outline).chunks
    assert made[-1].context
    assert "reference" not in made[-1].flags
    bare = replace(outline, chunks=tuple(replace(chunk, context=()) for chunk in outline.chunks))
    assert "reference" in flagged(parsed, bare).chunks[-1].flags


def test_prose_without_a_sentence_is_flagged_and_a_table_is_not() -> None:
    assert flags_of("one two three four five six seven eight nine ten") == ("no_sentence",)
    assert flags_of("| a | b |\n| - | - |\n| one | two three |", "table") == ()
    assert flags_of("租金按月支付，押金在退房时退还，水电费另计。") == ()


def test_noise_and_very_short_texts_are_flagged() -> None:
    assert "noise" in flags_of("|| ~ . ,, I l : ;; '' -- .. ~~ || __ == ++ a. ^^")
    assert flags_of("See page 4.") == ("short",)


def test_a_page_recognised_with_little_confidence_is_noise() -> None:
    parsed = parsed_of([("p", "The tenant pays the rent on the first of each month.")])
    facts = PageFacts(number=1, characters=40, confidence=0.3, doubtful=True)
    scanned = ParsedText(text=parsed.text, blocks=parsed.blocks, layout=Layout(pages=(0,)), pages=(facts,))
    assert flagged(scanned, outline_of(scanned)).chunks[0].flags == ("noise",)


def test_chunks_that_are_not_searched_have_no_flags() -> None:
    parsed = parsed_of([("h1", "# A"), ("h2", "## B"), ("p", "Rent is due in May, each year again.")])
    chunks = flagged(parsed, outline_of(parsed)).chunks
    assert [(chunk.indexed, chunk.flags) for chunk in chunks] == [(False, ()), (True, ())]
    assert chunks[0].span == Span(0, 3)
