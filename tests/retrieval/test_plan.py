from retrieval.config import RetrievalConfig
from retrieval.plan import first_fetch, pays, scan_cost

CONFIG = RetrievalConfig()


def test_few_visible_rows_are_scanned_however_large_the_tenant() -> None:
    assert not pays(1, 25_000, 10_000_000, CONFIG)


def test_a_small_tenant_is_scanned() -> None:
    assert not pays(100, 50_000, 50_000, CONFIG)


def test_a_large_tenant_is_fetched_until_that_costs_more_than_a_scan() -> None:
    assert pays(100, 500_000, 1_000_000, CONFIG)
    assert pays(3_000, 500_000, 1_000_000, CONFIG)
    assert not pays(4_000, 500_000, 1_000_000, CONFIG)


def test_the_first_fetch_grows_with_what_is_hidden() -> None:
    assert first_fetch(100, 1_000, 1_000) == 100
    assert first_fetch(100, 500, 1_000) == 250
    assert first_fetch(100, 10, 1_000) == 12_500


def test_a_scan_never_costs_more_than_all_rows() -> None:
    assert scan_cost(900, 1_000) == 1_000
