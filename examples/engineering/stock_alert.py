"""Tells the buyers which articles run out, once every morning at six.

Runs as a cron job in the cluster. Reads `stockd`, writes one mail.
"""

from collections.abc import Iterable
from dataclasses import dataclass

LEAD_DAYS = {"TC": 9, "FR": 21}
"""Days from an order to the shelf: 太仓 is near the factories, Freiburg waits for the ship."""


@dataclass(frozen=True)
class Level:
    """What one site has of one article."""

    sku: str
    site: str
    available: int
    sold_a_day: float

    def days_left(self) -> float:
        """How long it lasts at the present pace; infinite for what nobody buys."""
        return self.available / self.sold_a_day if self.sold_a_day else float("inf")


def running_out(levels: Iterable[Level]) -> list[Level]:
    """The articles that will be gone before an order placed today arrives, the most urgent first.

    Clearance articles, whose numbers begin with 9, are never reordered.
    """
    short = [level for level in levels if level.days_left() < LEAD_DAYS[level.site] and not level.sku.startswith("9")]
    return sorted(short, key=Level.days_left)


def mail(levels: list[Level]) -> str:
    """One line an article. 没有缺货时返回空字符串，不发邮件。"""
    return "\n".join(f"{level.sku} {level.site}: {level.days_left():.1f} days" for level in levels)
