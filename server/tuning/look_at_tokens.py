"""`parentage tokens`: how long natural units are, whether anything is truncated, and which limits would fit."""

from collections.abc import Iterator

from indexing.chunkers.room import Counting
from server.config import Config
from server.progress import progress
from server.tuning.cut_files import Cut, Failed, Rules
from server.tuning.look import Look, cuts, say
from server.tuning.rules import rules_of
from server.tuning.suggested_limits import toml_lines
from server.tuning.truncation import too_long
from server.tuning.unit_lengths import UnitLength, unit_lengths
from server.tuning.unit_table import unit_lines


def look_at_tokens(look: Look, config: Config) -> int:
    """Print lengths, truncated chunks and suggested limits; the exit status. Raises InvalidConfig, ModelUnavailable."""
    rules = rules_of(config, look.embedders)
    report, failures = _Report(rules), 0
    with progress("tokens") as watch:
        for number, made in enumerate(cuts(look, config, rules), start=1):
            if isinstance(made, Failed):
                failures += 1
                watch.say(str(made))
            else:
                report.add(made)
            watch.at(number, len(look.planned.files) + len(look.planned.unreadable))
    say(report.lines())
    return 1 if failures or report.truncated else 0


class _Report:
    """What was found in all documents."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._window = rules.embedder.manifest.max_tokens
        self._units: list[UnitLength] = []
        self._chunks = 0
        self._left_out: list[str] = []
        self.truncated: list[str] = []

    def add(self, made: Cut) -> None:
        embedder = self._rules.embedder
        counting = Counting(tokenizer=embedder.tokenizer, prefix=embedder.manifest.passage_prefix)
        found = too_long(made, counting, self._window)
        self._units += unit_lengths(made.parsed, self._rules)
        self._chunks += len(made.outline.chunks)
        self.truncated += found.truncated
        self._left_out += found.left_out

    def lines(self) -> Iterator[str]:
        yield from unit_lines(self._units)
        yield ""
        yield f"truncated: {len(self.truncated)} of {self._chunks:,} chunks at a window of {self._window} tokens"
        yield from (f"  {name}" for name in self.truncated)
        if self._left_out:
            yield f"not searched, since no cut makes them fit: {', '.join(self._left_out)}"
        yield ""
        yield from toml_lines(self._units, self._rules.config.chunker, self._window)
