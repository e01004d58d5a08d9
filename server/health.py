"""`/health`: whether the process answers, and whether its searches can be. Asks nothing of threads or stores."""

from litestar import get
from litestar.di import NamedDependency

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
