"""`parentage chunks --diff`: what a change of rules changes in files, printed and written."""

from collections.abc import Iterator

import click

from server.config import Config
from server.tuning.boundary_diff import Difference, compare
from server.tuning.boundary_diff_csv import difference_csv
from server.tuning.boundary_diff_html import difference_html, draw_difference
from server.tuning.boundary_diff_lines import Line, difference_lines, total_lines, total_rows
from server.tuning.cut_files import Failed
from server.tuning.look import Look, Written, cut_pairs, say, write

COLOURS = {"-": "red", "+": "green", "~": "yellow"}
TROUBLE = 2
"""Exit status when a file could not be read, as diff(1) has it."""


def look_at_difference(look: Look, configs: tuple[Config, Config], names: tuple[str, str], wanted: Written) -> int:
    """Print and write the differences; the exit status: 0 none, 1 some, 2 a file failed. Raises as `cut_pairs` does."""
    found: list[Difference] = []
    failures = 0
    for made in cut_pairs(look, *configs):
        if isinstance(made, Failed):
            failures += 1
            click.echo(str(made), err=True)
            continue
        found.append(compare(*made))
        if not found[-1].equal:
            say(_coloured(difference_lines(found[-1]), quiet=wanted.quiet))
    say(total_lines(found, names))
    write(wanted.csv, lambda: difference_csv(found))
    write(wanted.html, lambda: _page(found, names))
    return TROUBLE if failures else 0 if all(each.equal for each in found) else 1


def _page(found: list[Difference], names: tuple[str, str]) -> str:
    drawn = [draw_difference(each, number) for number, each in enumerate(found)]
    return difference_html(drawn, total_rows(found), names)


def _coloured(lines: Iterator[Line], *, quiet: bool) -> Iterator[str]:
    for line in lines:
        if line.mark and not quiet:
            yield click.style(line.text, fg=COLOURS[line.mark])
        elif not line.mark:
            yield line.text
