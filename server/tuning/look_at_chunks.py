"""`parentage chunks`: the chunks of files, printed and written."""

import click

from server.config import Config
from server.tuning.boundaries import Boundary, Facts, boundaries, facts
from server.tuning.boundary_csv import csv_text
from server.tuning.boundary_html import Drawn, boundary_html, draw
from server.tuning.boundary_lines import chunk_lines, document_lines, total_line
from server.tuning.cut_files import Cut, Failed
from server.tuning.look import Look, Written, cuts, say, write
from server.tuning.rules import rules_of


def look_at_chunks(look: Look, config: Config, wanted: Written) -> int:
    """Print and write the chunks; the exit status. Raises InvalidConfig, ModelUnavailable, NotWritten."""
    report, failures = _Report(wanted), 0
    for made in cuts(look, config, rules_of(config, look.embedders)):
        if isinstance(made, Failed):
            failures += 1
            click.echo(str(made), err=True)
        else:
            report.add(made)
    report.end(config)
    return 1 if failures else 0


class _Report:
    """Gathers what the files and the totals need while it prints."""

    def __init__(self, wanted: Written) -> None:
        self._wanted = wanted
        self._facts: list[Facts] = []
        self._rows: list[Boundary] = []
        self._drawn: list[Drawn] = []

    def add(self, made: Cut) -> None:
        self._facts.append(facts(made))
        say(document_lines(self._facts[-1]))
        rows = list(boundaries(made))
        if not self._wanted.quiet:
            say(line for row in rows for line in chunk_lines(row))
        if self._wanted.csv:
            self._rows += rows
        if self._wanted.html:
            self._drawn.append(draw(made, len(self._drawn)))

    def end(self, config: Config) -> None:
        click.echo(total_line(self._facts))
        write(self._wanted.csv, lambda: csv_text(self._rows))
        write(self._wanted.html, lambda: boundary_html(self._drawn, config.indexing.chunker))
