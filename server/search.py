"""`POST /search`."""

import logging
from collections.abc import Mapping
from functools import partial
from time import perf_counter
from typing import Final

from litestar import post
from litestar.di import NamedDependency

from retrieval.model import Result
from server.auth import Caller
from server.errors import RevisionNotReached
from server.logs import log_facts
from server.problems import request_id_of
from server.replies import Reply, json_reply
from server.requests import AnyRequest, decode_json, parameters, read_body, require_json
from server.schema.requests import NoParameters, SearchRequest, query_of
from server.schema.search import search_reply
from server.state import AppState

logger = logging.getLogger(__name__)

MAX_SEARCH_BYTES: Final = 8_000_000
"""Of a body: room for the 40,000 groups of one user and the 10,000 values of a filter."""


@post("/search", status_code=200, request_max_body_size=MAX_SEARCH_BYTES)
async def search(request: AnyRequest, app: NamedDependency[AppState]) -> Reply:
    """The passages that answer a question and that the caller may read."""
    caller = await app.caller(request, "search")
    require_json(request)
    parameters(request, NoParameters)
    body = await read_body(request)
    work = partial(_answer, app, caller, body, request_id_of(request.scope))
    return await app.lanes.searching.run(work, request.receive)


def _answer(app: AppState, caller: Caller, body: bytes, request_id: str) -> Reply:
    began = perf_counter()
    asked = decode_json(body, SearchRequest)
    scope = caller.reading_as(asked.principals)
    result = app.runtime.searcher.search(query_of(asked), scope)
    if result.revision < asked.min_revision:
        raise RevisionNotReached(asked.min_revision, result.revision)
    app.metrics.searched(result, perf_counter() - began)
    timings_ms = {**result.timings_ms, "total": (perf_counter() - began) * 1e3}
    _log(result, request_id=request_id, tenant=caller.tenant, timings_ms=timings_ms)
    return json_reply(search_reply(result), headers={"Server-Timing": server_timing(timings_ms)})


def server_timing(timings_ms: Mapping[str, float]) -> str:
    """The header (W3C Server Timing): durations are milliseconds.

    >>> server_timing({"embed": 12.3456, "total": 20.0})
    'embed;dur=12.35, total;dur=20.00'
    """
    return ", ".join(f"{name};dur={ms:.2f}" for name, ms in timings_ms.items())


def _log(result: Result, *, request_id: str, tenant: str, timings_ms: Mapping[str, float]) -> None:
    facts = {"request_id": request_id, "tenant": tenant, "generation": result.generation, "revision": result.revision}
    times = {f"{name}_ms": round(ms, 2) for name, ms in timings_ms.items()}
    log_facts(logger, "search", {**facts, "stopped": result.stopped, "way": result.way, **result.counts, **times})
