from hypothesis import given
from hypothesis import strategies as st

from indexing.parsers.code.positions import Positions

TEXTS = st.text(st.sampled_from("aé中👍🏽\r\n\u2028"), max_size=4000)


@given(TEXTS, st.data())
def test_every_character_is_found_at_its_bytes(text: str, data: st.DataObject) -> None:
    positions = Positions(text)
    at = data.draw(st.integers(0, len(text)))
    assert positions.at(len(text[:at].encode())) == at


def test_long_texts_are_counted_from_the_nearest_known_place() -> None:
    text = "中" * 5000 + "a" * 5000
    positions = Positions(text)
    assert [positions.at(offset) for offset in (3 * 1023, 3 * 1024, 3 * 1025, 15_000, 15_001, 20_000)] == [
        *(1023, 1024, 1025),
        *(5000, 5001, 10_000),
    ]
