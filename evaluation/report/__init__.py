"""The report: an evaluation as one HTML file to look at, whose values are in `evaluation.report.model`."""

from pathlib import Path

from evaluation.report.model import Report
from evaluation.report.page import page


def write_report(report: Report, file: Path) -> None:
    """Write the page of `report`, in UTF-8. Raises OSError where the file can not be written."""
    file.write_bytes(page(report).encode())
