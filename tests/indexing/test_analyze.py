import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexing.analyze import LONGEST_TERM, Analyzer, simplified
from indexing.config import AnalyzerConfig

analyzer = Analyzer(AnalyzerConfig())
unfolded = Analyzer(AnalyzerConfig(fold_traditional=False))

mixed_text = st.text(st.sampled_from("aB9 -_.'&,+#\n’押金營收カ가ＡＢ１，。\u00ad\u0301é"), max_size=40)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Refund of the deposit", ["refund", "of", "the", "deposit"]),
        ("kube-apiserver", ["kube-apiserver", "kube", "apiserver"]),
        ("max_connections", ["max_connections", "max", "connections"]),
        ("__init__", ["init"]),
        ("TiDB", ["tidb"]),
        ("v1.2.3", ["v1.2.3", "1.2.3"]),
        ("kube-v1.21", ["kube-v1.21", "kube", "1.21"]),
        ("costs 3.5.", ["costs", "3.5"]),
        ("1,234.50", ["1,234.50", "1234.50"]),
        ("2019,200", ["2019,200", "2019", "200"]),
        ("1, 2,3", ["1", "2", "3"]),
        ("don't", ["don't", "don"]),
        ("the company’s", ["the", "company's", "company"]),
        ("'quoted'", ["quoted"]),
        ("R&D", ["r&d", "r", "d"]),
        ("C++, C# and C", ["c++", "c#", "and", "c", "c", "c"]),
        ("node.js", ["node.js", "node", "js"]),
        ("a--b...c", ["a", "b", "c"]),
        ("and/or", ["and", "or"]),
        ("2019–2020", ["2019", "2020"]),
        ("हिन्दी", ["हिन्दी"]),
        ("", []),
        (" \n\t…!？😀", []),
    ],
)
def test_words_and_parts_of_compounds_are_terms(text: str, terms: list[str]) -> None:
    assert analyzer.terms(text) == terms


@pytest.mark.parametrize(
    ("text", "indexed", "asked"),
    [
        ("押", ["押"], ["押"]),
        ("押金", ["押", "金", "押金"], ["押金"]),
        ("水电费", ["水", "电", "费", "水电", "电费"], ["水电", "电费"]),
        ("付123元", ["123", "付", "元"], ["123", "付", "元"]),
        ("カナ", ["カ", "ナ", "カナ"], ["カナ"]),
        ("학교", ["학", "교", "학교"], ["학교"]),
        ("deposit押金", ["deposit", "押", "金", "押金"], ["deposit", "押金"]),
    ],
)
def test_cjk_is_indexed_as_characters_and_pairs_and_asked_for_by_pairs(
    text: str, indexed: list[str], asked: list[str]
) -> None:
    assert analyzer.terms(text) == indexed
    assert analyzer.query_terms(text) == asked


def test_query_terms_are_distinct() -> None:
    assert analyzer.query_terms("a a a 押金押金") == ["a", "押金", "金押"]


def test_documents_keep_repetitions() -> None:
    assert analyzer.terms("a b a") == ["a", "b", "a"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("甲方ＡＢＣ公司应付１２３元", "甲方abc公司应付123元"),
        ("ﾃﾞｰﾀ", "データ"),
        ("STRASSE", "straße"),
        ("pay\u00adment", "payment"),
        ("zero\u200bwidth", "zerowidth"),
        ("葛\U000e0100城", "葛城"),
        ("non\u2011breaking", "non-breaking"),
        ("isn’t", "isn't"),
        ("⽤⼾", "用户"),
        ("ﬁne", "fine"),
    ],
)
def test_spellings_of_one_word_are_one_term(one: str, other: str) -> None:
    assert analyzer.terms(one) == analyzer.terms(other)


@given(mixed_text)
def test_decomposed_text_has_the_terms_of_composed_text(text: str) -> None:
    decomposed = unicodedata.normalize("NFD", text)
    assert analyzer.terms(decomposed) == analyzer.terms(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize(("traditional", "simple"), [("營收", "营收"), ("車輛", "车辆"), ("薴", "苧"), ("⾞", "车")])
def test_traditional_characters_equal_simplified_ones(traditional: str, simple: str) -> None:
    assert analyzer.terms(traditional) == analyzer.terms(simple)


def test_traditional_folding_can_be_switched_off() -> None:
    assert unfolded.terms("營收") == ["營", "收", "營收"]
    assert unfolded.terms("ＡＢＣ１２３") == ["abc123"]


def test_the_name_tells_analyzers_apart() -> None:
    assert unfolded.name == "cjk-bigram/1"
    assert analyzer.name.startswith("cjk-bigram/1+t2s-")
    assert Analyzer(AnalyzerConfig()).name == analyzer.name


def test_the_folding_table_ends_where_it_leads() -> None:
    table = simplified()
    assert len(table) > 4000
    assert all(table.get(point, point) == point for point in table.values())


@pytest.mark.parametrize("border", ["\n", "\r\n", " \n  "])
def test_a_wrapped_chinese_line_is_one_run(border: str) -> None:
    assert analyzer.query_terms(f"押{border}金") == ["押金"]


@pytest.mark.parametrize("text", ["押\n\n金", "押 金", "押，金", "押\n- 金"])
def test_other_borders_separate_runs(text: str) -> None:
    assert analyzer.query_terms(text) == ["押", "金"]


def test_a_wrapped_korean_line_is_two_runs() -> None:
    assert analyzer.query_terms("학교\n간다") == ["학교", "간다"]


def test_encoded_data_is_cut_to_a_bounded_term() -> None:
    assert analyzer.terms("A" * 10_000) == ["a" * LONGEST_TERM]


@given(mixed_text)
def test_every_query_term_of_a_longer_run_is_a_term_of_the_same_text(text: str) -> None:
    assert set(analyzer.query_terms(text)) <= set(analyzer.terms(text))


@given(st.text(st.characters(max_codepoint=127), max_size=60))
def test_ascii_text_has_the_same_terms_beside_other_text(text: str) -> None:
    assert sorted([*analyzer.terms(text), "é"]) == sorted(analyzer.terms(f"{text} é"))


@given(st.text(max_size=60))
def test_terms_are_folded_and_never_blank(text: str) -> None:
    for term in analyzer.terms(text):
        assert term.strip() == term != ""
        assert len(term) <= LONGEST_TERM
