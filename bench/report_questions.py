"""The measured reports, each with hand-written SQL for the same numbers.

Each hand-written statement answers one question from one table. It does not look up names, convert currencies, process
corrections with negative weights, or support amounts beyond 64 bits. If the rows do not add up to the totals, a second
statement returns the totals. Sums can be written in two ways, with a column or with a row for each kind of fact. The
faster one counts.
"""

import datetime
import zoneinfo
from dataclasses import dataclass

from bench.prepared import TIME_ZONE, YEAR

ZONE = zoneinfo.ZoneInfo(TIME_ZONE)
MONTH = (datetime.date(YEAR, 11, 1), datetime.date(YEAR, 11, 30))
WHOLE_YEAR = (datetime.date(YEAR, 1, 1), datetime.date(YEAR, 12, 31))

# The codes of domain/reporting/fact_row.hpp.
CLICK, REGISTRATION, FIRST_DEPOSIT, DEPOSIT, NGR_UPDATE, WAGER_PLACED, WAGER_SETTLED = 1, 16, 17, 18, 19, 23, 24
REWARDS_FROM, REWARDS_END = 64, 69
UNITS = 100_000_000


def amount_of(condition: str) -> str:
    return f"sum(amount_low) FILTER (WHERE {condition}) / {UNITS}"


BY_HAND = {
    "click_count": f"sum(weight) FILTER (WHERE kind = {CLICK})",
    "registration_count": f"sum(weight) FILTER (WHERE kind = {REGISTRATION})",
    "ftd_count": f"sum(weight) FILTER (WHERE kind = {FIRST_DEPOSIT})",
    "deposit_amount": amount_of(f"kind IN ({FIRST_DEPOSIT}, {DEPOSIT})"),
    "ngr": amount_of(f"kind = {NGR_UPDATE}"),
    "total_reward": amount_of(f"kind >= {REWARDS_FROM} AND kind < {REWARDS_END}"),
}
AMOUNTS = ("deposit_amount", "ngr", "total_reward")
KINDS = {
    "click_count": [CLICK], "registration_count": [REGISTRATION], "ftd_count": [FIRST_DEPOSIT],
    "deposit_amount": [FIRST_DEPOSIT, DEPOSIT], "ngr": [NGR_UPDATE],
    "total_reward": list(range(REWARDS_FROM, REWARDS_END)),
}
ACTIVE = (FIRST_DEPOSIT, DEPOSIT, NGR_UPDATE, WAGER_PLACED, WAGER_SETTLED)
Days = tuple[datetime.date, datetime.date]


def minute_of(day: datetime.date) -> int:
    """The minute since 1970 in which the local day begins."""
    return int(datetime.datetime.combine(day, datetime.time(), ZONE).timestamp()) // 60


def within(days: Days) -> str:
    return f"minute >= {minute_of(days[0])} AND minute < {minute_of(days[1] + datetime.timedelta(days=1))}"


def offset_changes() -> list[tuple[int, int]]:
    """For each change of the local clocks in the year: the minute since 1970, and the offset before it in minutes."""
    first = int(datetime.datetime(YEAR, 1, 1, tzinfo=datetime.timezone.utc).timestamp()) // 3600
    offsets = [(hour * 60, datetime.datetime.fromtimestamp(hour * 3600, ZONE).utcoffset().seconds // 60)
               for hour in range(first, first + 366 * 24)]
    return [(minute, before) for (_, before), (minute, after) in zip(offsets, offsets[1:]) if before != after]


def local_day(days: Days) -> str:
    """SQL for the local day, as days since 1970."""
    changes = [(minute, before) for minute, before in offset_changes()
               if minute_of(days[0]) < minute < minute_of(days[1])]
    last = datetime.datetime.combine(days[1], datetime.time(), ZONE).utcoffset().seconds // 60
    steps = "".join(f" WHEN minute < {minute} THEN {before}" for minute, before in changes)
    return f"(minute + {f'CASE{steps} ELSE {last} END' if steps else last}) // 1440"


@dataclass(frozen=True)
class Question:
    name: str
    group_keys: list[str]
    metrics: list[str]
    days: Days
    # Alternatives in SQL. The rows of the first statement add up to the totals, or a second statement returns them.
    by_hand: list[list[str]]
    aim_ms: float | None = None
    as_csv: bool = False  # With a saved report's token.

    @property
    def body(self) -> dict:
        return {"groupKeys": self.group_keys, "metrics": self.metrics, "startDate": str(self.days[0]),
                "endDate": str(self.days[1])}

    @property
    def totals_by_hand(self) -> str:
        rows, *totals = self.by_hand[0]
        return totals[0] if totals else f"SELECT {', '.join(f'sum({metric})' for metric in self.metrics)} FROM ({rows})"


def sums(name: str, group_keys: list[str], metrics: list[str], days: Days, **more) -> Question:
    """A question that needs only sums."""
    keys = [f"{local_day(days)} AS day" if key == "date" else key for key in group_keys]
    kinds = sorted({kind for metric in metrics for kind in KINDS[metric]})
    columns = ", ".join(f"{BY_HAND[metric]} AS {metric}" for metric in metrics)
    where = f"owner = 1 AND {within(days)} AND kind IN ({', '.join(map(str, kinds))})"
    wide = f"SELECT {', '.join(keys)}, {columns} FROM facts WHERE {where} GROUP BY ALL"
    long = f"SELECT {', '.join(keys)}, kind, sum(weight), sum(amount_low) FROM facts WHERE {where} GROUP BY ALL"
    return Question(name, group_keys, metrics, days, [[wide], [long]], **more)


def unique_clicks() -> Question:
    visits = (f"SELECT link, visitor, {local_day(MONTH)} FROM facts "
              f"WHERE owner = 1 AND {within(MONTH)} AND kind = {CLICK} GROUP BY ALL")
    return Question("unique clicks of a month by link", ["link"], ["unique_click_count"], MONTH,
                    [[f"SELECT link, count(*) AS unique_click_count FROM ({visits}) GROUP BY link"]])


def active_players() -> Question:
    where = f"owner = 1 AND {within(WHOLE_YEAR)} AND kind IN ({', '.join(map(str, ACTIVE))})"
    month = f"month(DATE '1970-01-01' + CAST({local_day(WHOLE_YEAR)} AS INTEGER))"
    return Question("active players of a year by month", ["month"], ["active_player_count"], WHOLE_YEAR,
                    [[f"SELECT {month} AS month, count(DISTINCT player) FROM facts WHERE {where} GROUP BY 1",
                      f"SELECT count(DISTINCT player) FROM facts WHERE {where}"]])


ALL_METRICS = list(BY_HAND)
YEAR_BY_DATE = sums("a year by date", ["date"], ALL_METRICS, WHOLE_YEAR, aim_ms=400)


def questions() -> list[Question]:
    return [
        sums("a month by affiliate", ["affiliate"], ALL_METRICS, MONTH, aim_ms=60),
        YEAR_BY_DATE,
        sums("a year by sub1", ["sub1"], ["click_count", "ftd_count", "ngr"], WHOLE_YEAR, aim_ms=1500),
        sums("a month by affiliate and country", ["affiliate", "country"], ALL_METRICS, MONTH),
        unique_clicks(),
        active_players(),
        sums("a month by link, CSV by token", ["link"], ALL_METRICS, MONTH, as_csv=True),
    ]
