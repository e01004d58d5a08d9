"""The query as it is searched: trimmed, checked, safe to encode."""

import re
from math import isfinite
from typing import Final, get_args

from msgspec.structs import replace

from retrieval.config import (
    MAX_BUDGET_TOKENS,
    MAX_QUERY_CHARACTERS,
    MAX_WINDOW,
    MIN_BUDGET_TOKENS,
    RetrievalConfig,
)
from retrieval.errors import InvalidQuery, QueryTooLong
from retrieval.model import Expansion, Mode, Query

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def validated(query: Query, config: RetrievalConfig) -> Query:
    """`query` with its text trimmed and lone surrogates replaced by U+FFFD.

    Raises InvalidQuery naming the field; QueryTooLong for a long text.

    >>> validated(Query(text=" leave? "), RetrievalConfig()).text
    'leave?'
    """
    _check_choice("mode", query.mode, get_args(Mode))
    _check_choice("expand", query.expand, get_args(Expansion))
    _check_range("top_k", query.top_k, 1, config.max_top_k)
    _check_range("window", query.window, 0, MAX_WINDOW)
    _check_range("max_passage_tokens", query.max_passage_tokens, MIN_BUDGET_TOKENS, MAX_BUDGET_TOKENS)
    if query.max_context_tokens is not None:
        _check_range("max_context_tokens", query.max_context_tokens, MIN_BUDGET_TOKENS, MAX_BUDGET_TOKENS)
    if not (isfinite(query.min_similarity) and 0.0 <= query.min_similarity <= 1.0):
        raise InvalidQuery("min_similarity", "must be from 0 to 1")
    return replace(query, text=_text(query.text))


def _text(text: str) -> str:
    trimmed = _SURROGATE.sub("\ufffd", text.strip())
    if not trimmed:
        raise InvalidQuery("query", "is empty; ask something")
    if len(trimmed) > MAX_QUERY_CHARACTERS:
        reason = f"has {len(trimmed)} characters; at most {MAX_QUERY_CHARACTERS} are accepted"
        raise QueryTooLong("query", reason)
    return trimmed


def _check_range(field: str, value: int, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidQuery(field, f"must be an integer from {low} to {high}")


def _check_choice(field: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise InvalidQuery(field, f"must be one of {', '.join(choices)}")
