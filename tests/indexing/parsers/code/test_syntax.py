import pytest
from tree_sitter import Language

from indexing.parsers.code.grammars import GRAMMARS, grammar
from indexing.parsers.code.syntax import SYNTAXES, Syntax


def known_types(language: Language) -> set[str]:
    return {str(language.node_kind_for_id(number)) for number in range(language.node_kind_count)}


def test_each_grammar_has_a_syntax() -> None:
    assert set(SYNTAXES) == set(GRAMMARS)


@pytest.mark.parametrize("language", sorted(SYNTAXES))
def test_tables_name_only_nodes_that_a_grammar_of_theirs_has(language: str) -> None:
    syntax = SYNTAXES[language]
    known = set.union(*(known_types(grammar(name)) for name, each in SYNTAXES.items() if each is syntax))
    named = [getattr(syntax, field) for field in Syntax.__struct_fields__ if field not in ("entry_size", "depth")]
    assert set().union(*named) - known <= Syntax().attached
