from hypothesis import given
from hypothesis import strategies as st

from indexing.embedders.batches import batches_by_length


@given(st.lists(st.integers(0, 600), max_size=60), st.integers(1, 4096))
def test_each_text_is_in_one_batch_that_keeps_to_the_budget_or_has_one_text(lengths: list[int], budget: int) -> None:
    batches = [batch.tolist() for batch in batches_by_length(lengths, budget)]
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    for batch in batches:
        assert len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= budget


@given(st.lists(st.integers(0, 600), max_size=60))
def test_batches_go_from_long_to_short(lengths: list[int]) -> None:
    order = [lengths[i] for batch in batches_by_length(lengths, 1000) for i in batch]
    assert order == sorted(lengths, reverse=True)
