"""Statement periods (§6.12), for the oracle: months (2026-11), half-months (2026-11-H1) and ISO weeks (2026-W46).

A history asks for the same few days and periods thousands of times, so the answers are kept."""

import functools
from datetime import date, timedelta

KINDS = ("month", "halfMonth", "week")
DAY = timedelta(days=1)


def kind_of(period: str) -> str:
    return "week" if "W" in period else "halfMonth" if "H" in period else "month"


@functools.cache
def period_of(kind: str, day: str) -> str:
    if kind == "week":
        year, week, _ = date.fromisoformat(day).isocalendar()
        return f"{year:04}-W{week:02}"
    return day[:7] if kind == "month" else f"{day[:7]}-H{1 if int(day[8:]) <= 15 else 2}"


@functools.cache
def first_day(period: str) -> str:
    if kind_of(period) == "week":
        return date.fromisocalendar(int(period[:4]), int(period[6:]), 1).isoformat()
    return period[:7] + ("-16" if period.endswith("H2") else "-01")


@functools.cache
def last_day(period: str) -> str:
    first = date.fromisoformat(first_day(period))
    if kind_of(period) == "week":
        return (first + 6 * DAY).isoformat()
    if period.endswith("H1"):
        return period[:7] + "-15"
    return ((first.replace(day=1) + 32 * DAY).replace(day=1) - DAY).isoformat()


@functools.cache
def day_after(day: str) -> str:
    return (date.fromisoformat(day) + DAY).isoformat()


@functools.cache
def day_before(day: str) -> str:
    return (date.fromisoformat(day) - DAY).isoformat()


def following(period: str) -> str:
    """The next period of the same kind."""
    return period_of(kind_of(period), day_after(last_day(period)))


def end_month(period: str) -> str:
    """The month in which it ends."""
    return last_day(period)[:7]


@functools.cache
def place(period: str):
    """Orders periods of all kinds by their ends."""
    return last_day(period), [-int(part) for part in first_day(period).split("-")]


class StatementCalendar:
    """The periods of one affiliate. The last change that began on or before a day decides the kind."""

    def __init__(self):
        self.changes = []  # (first day, or "" for always; kind)

    def change(self, kind: str, first: str):
        self.changes = [one for one in self.changes if one[0] < first] + [(first, kind)]

    def kind(self) -> str:
        return self.changes[-1][1] if self.changes else "month"

    def change_on(self, day: str):
        return next((one for one in reversed(self.changes) if one[0] <= day), ("", "month"))

    def period_on(self, day: str) -> str:
        return period_of(self.change_on(day)[1], day)

    def has(self, period: str) -> bool:
        return self.period_on(last_day(period)) == period

    def after(self, period: str) -> str:
        return self.period_on(day_after(last_day(period)))

    def first_day(self, period: str) -> str:
        return max(first_day(period), self.change_on(last_day(period))[0])

    def month_that_ends_in(self, period: str):
        """Whose fixed fee the period pays, or None."""
        day, ends = self.first_day(period), last_day(period)
        while day <= ends:
            if day_after(day).endswith("-01"):
                return day[:7]
            day = day_after(day)
        return None
