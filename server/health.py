"""`/health` and `/metrics`: whether the process answers, whether its searches can be, and what it has done.

They ask nothing of threads or stores, and name no tenant.
"""

from litestar import Response, get
from litestar.di import NamedDependency
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from server.replies import Reply, json_reply
from server.schema.admin import LiveReply, ReadyReply, ReasonReply
from server.state import AppState


@get("/health/live")
async def live() -> Reply:
    """The process answers."""
    return json_reply(LiveReply())


@get("/health/ready")
async def ready(app: NamedDependency[AppState]) -> Reply:
    """200 when searches can be answered, 503 with the reasons when not."""
    reasons = tuple(ReasonReply(code=reason.code, message=reason.message) for reason in app.readiness.reasons)
    if reasons:
        return json_reply(ReadyReply(status="not_ready", reasons=reasons), status=503)
    return json_reply(ReadyReply(status="ready", reasons=()))


@get("/metrics")
async def metrics(app: NamedDependency[AppState]) -> Reply:
    """What the process has done, for Prometheus (text format 0.0.4)."""
    headers = {"Content-Type": CONTENT_TYPE_PLAIN_0_0_4, "Cache-Control": "no-store"}
    return Response(app.metrics.text(), headers=headers)
