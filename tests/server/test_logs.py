import json
import logging
from typing import Any

from server.logs import JsonFormatter, PlainFormatter


def record(message: str, facts: dict[str, Any]) -> logging.LogRecord:
    made = logging.LogRecord("server.search", logging.INFO, "f.py", 1, message, None, None)
    made.facts = facts
    return made


def test_json_line_has_the_facts_as_fields() -> None:
    line = json.loads(JsonFormatter().format(record("search", {"tenant": "租户 一", "total_ms": 1.5})))
    assert list(line) == ["time", "level", "logger", "event", "tenant", "total_ms"]
    assert (line["event"], line["tenant"], line["total_ms"]) == ("search", "租户 一", 1.5)


def test_plain_line_stays_one_line() -> None:
    line = PlainFormatter().format(record("search", {"tenant": "a\nb c", "rows": 3, "empty": ""}))
    assert "\n" not in line
    assert line.endswith('INFO search tenant="a\\nb c" rows=3 empty=""')
