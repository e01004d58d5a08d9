"""Log lines: plain for people, JSON for machines. The only place that configures logging.

A line says what happened and the facts it is about: ids, counts, times. Never a query, a passage or a principal.
"""

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, Literal

Format = Literal["plain", "json"]

_FACTS: Final = "facts"
_QUIET: Final = ("uvicorn.access", "httpx", "chromadb", "sentence_transformers")
"""Libraries whose informative lines are no facts of ours."""


def log_facts(logger: logging.Logger, event: str, facts: Mapping[str, Any]) -> None:
    """One INFO line: `event` and its facts, in their order."""
    logger.info(event, extra={_FACTS: facts})


def configure(form: Format | None = None, *, level: int = logging.INFO) -> None:
    """Send all logs to stderr; None: plain on a terminal, JSON otherwise."""
    chosen = form or ("plain" if sys.stderr.isatty() else "json")
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter() if chosen == "json" else PlainFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)


class PlainFormatter(logging.Formatter):
    """`time level event name=value …`."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, and its traceback if it has one."""
        facts = " ".join(f"{name}={_plain(value)}" for name, value in _facts_of(record).items())
        line = f"{_time(record)} {record.levelname} {record.getMessage()} {facts}".rstrip()
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line, its traceback included."""
        head = {"time": _time(record), "level": record.levelname, "logger": record.name, "event": record.getMessage()}
        line = {**head, **_facts_of(record)}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def _facts_of(record: logging.LogRecord) -> Mapping[str, Any]:
    facts = getattr(record, _FACTS, {})
    return facts if isinstance(facts, Mapping) else {}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _plain(value: Any) -> str:
    """Quoted where it would not be one word.

    >>> _plain(3), _plain("a b"), _plain("a")
    ('3', '"a b"', 'a')
    """
    text = str(value)
    simple = text.isprintable() and not any(character in text for character in ' "=')
    return text if simple and text else json.dumps(text, ensure_ascii=False)
