"""What request handlers work with, made once by `server.app`."""

from functools import partial

from msgspec import Struct

from indexing.library.keys import KeyScope
from server.auth import Caller, Identity
from server.jobs import JobRunner
from server.lanes import Lanes
from server.metrics import Metrics
from server.readiness import Readiness
from server.requests import AnyRequest
from server.wiring import Runtime


class AppState(Struct, frozen=True, kw_only=True):
    """The collaborators of every handler."""

    runtime: Runtime
    identity: Identity
    lanes: Lanes
    readiness: Readiness
    jobs: JobRunner
    metrics: Metrics

    async def caller(self, request: AnyRequest, needs: KeyScope | None) -> Caller:
        """Who asks. Called before the body is read, so that a stranger's is not.

        Raises Unauthenticated, ForeignHost, InvalidRequest, and ScopeMissing for a caller without the scope `needs`;
        None leaves the scope to a look at the parameters.
        """
        identify = partial(self.identity.identify, request.headers)
        caller = await self.lanes.identity.run(identify) if self.identity.blocking else identify()
        if needs is not None:
            caller.require(needs)
        return caller
