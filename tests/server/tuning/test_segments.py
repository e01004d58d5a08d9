"""Texts cut at the borders of tracks."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from indexing.model import Span
from server.tuning.segments import segments


def _track(borders: set[int]) -> list[Span]:
    return [Span(low, high) for low, high in list(pairwise(sorted(borders)))[::2]]


TRACKS = st.sets(st.integers(0, 30)).map(_track)


@given(st.lists(TRACKS, max_size=3))
def test_segments_are_the_text_and_know_who_holds_each_character(tracks: list[list[Span]]) -> None:
    found = list(segments(30, *tracks))
    assert [position for each in found for position in range(each.start, each.end)] == list(range(30))
    for each in found:
        for position in range(each.start, each.end):
            owners = tuple(
                next((i for i, span in enumerate(track) if span.start <= position < span.end), None) for track in tracks
            )
            assert each.owners == owners


def test_an_empty_text_has_no_segments() -> None:
    assert list(segments(0, [])) == []
