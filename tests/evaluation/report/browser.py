"""A headless Chromium, spoken to through a pair of pipes (Chrome DevTools Protocol, `--remote-debugging-pipe`)."""

import base64
import json
import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--remote-debugging-pipe",
)


class Tab:
    """One page. What it asks of a network and what it complains of is kept."""

    def __init__(self, into: int, out: int) -> None:
        self._into, self._out = into, out
        self._number, self._rest, self._session = 0, b"", None
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._loaded = False

    def open(self) -> None:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.ask(f"{domain}.enable")

    def show(self, file: Path, *, width: int = 1400, dark: bool = False, fragment: str = "") -> None:
        """Load a file as a screen of that width shows it."""
        theme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.ask("Emulation.setEmulatedMedia", features=[theme])
        self._loaded = False
        self.ask("Page.navigate", url="about:blank")
        while not self._loaded:
            self._hear()
        self._loaded = False
        self.ask("Page.navigate", url=file.as_uri() + fragment)
        while not self._loaded:
            self._hear()

    def run(self, script: str) -> Any:
        """What an expression gives, as JSON."""
        done = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in done:
            raise AssertionError(done["exceptionDetails"])
        return done["result"].get("value")

    def press(self, key: str) -> None:
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, text=key)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def picture(self, file: Path) -> None:
        """A screenshot of the whole page."""
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True)
        file.write_bytes(base64.b64decode(shot["data"]))

    def ask(self, method: str, **given: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": given}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._into, json.dumps(message).encode() + b"\0")
        while (answer := self._hear()).get("id") != number:
            pass
        if "error" in answer:
            raise AssertionError(answer["error"])
        result: dict[str, Any] = answer["result"]
        return result

    def _hear(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            read = os.read(self._out, 1 << 20)
            if not read:
                raise AssertionError("the browser ended")
            self._rest += read
        line, self._rest = self._rest.split(b"\0", 1)
        said: dict[str, Any] = json.loads(line)
        self._note(said.get("method"), said.get("params", {}))
        return said

    def _note(self, method: str | None, given: dict[str, Any]) -> None:
        if method == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])
        elif method == "Log.entryAdded":
            self.complaints.append(given["entry"]["text"])
        elif method in {"Runtime.exceptionThrown", "Runtime.consoleAPICalled"}:
            self.complaints.append(json.dumps(given))
        elif method == "Page.loadEventFired":
            self._loaded = True


@contextmanager
def browser(profile: Path) -> Iterator[Tab]:
    """A tab of a browser that is ended behind the block."""
    (their_in, our_into), (our_out, their_out) = os.pipe(), os.pipe()
    command = [shutil.which("chromium") or "chromium", *FLAGS, f"--user-data-dir={profile}", "about:blank"]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=_pipes(their_in, their_out))
    try:
        for end in (their_in, their_out):
            os.close(end)
        tab = Tab(our_into, our_out)
        tab.open()
        yield tab
    finally:
        os.kill(pid, signal.SIGTERM)
        os.waitpid(pid, 0)
        for end in (our_into, our_out):
            os.close(end)


def _pipes(read: int, write: int) -> list[tuple[int, ...] | tuple[int, int, str, int, int]]:
    """The browser reads from 3 and writes to 4; each end is copied away first, as it may have the other's number."""
    spare = 100
    return [
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_DUP2, read, spare),
        (os.POSIX_SPAWN_DUP2, write, spare + 1),
        (os.POSIX_SPAWN_DUP2, spare, 3),
        (os.POSIX_SPAWN_DUP2, spare + 1, 4),
        (os.POSIX_SPAWN_CLOSE, spare),
        (os.POSIX_SPAWN_CLOSE, spare + 1),
    ]
