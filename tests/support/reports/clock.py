"""Local days, hours, weeks and months, and currency conversion, as the documentation defines them."""

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from fractions import Fraction
from zoneinfo import ZoneInfo

DIGITS = 8
TIMES = ("date", "hour", "week", "month")


def moment(text: str) -> datetime:
    """A time from the API."""
    return datetime.fromisoformat(text).astimezone(timezone.utc)


def rounded(value: Fraction) -> Decimal:
    """Rounds half to even at the eighth decimal place."""
    units = round(value * 10 ** DIGITS)  # For a Fraction, this rounds half to even and is exact.
    return Decimal(units).scaleb(-DIGITS)


def quotient(numerator: Decimal, denominator: Decimal) -> Decimal:
    return rounded(Fraction(numerator) / Fraction(denominator)) if denominator else Decimal(0)


def offset_name(offset: timedelta) -> str:
    minutes = int(offset.total_seconds()) // 60
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


@dataclass(frozen=True)
class TimeCell:
    """A period of local time: its name, and its range."""

    starts: datetime | date
    name: str


class LocalClock:
    """The names of times in a time zone."""

    def __init__(self, zone: str):
        self._zone = ZoneInfo(zone)

    def day(self, time: datetime) -> date:
        return time.astimezone(self._zone).date()

    def cell(self, key: str, time: datetime) -> TimeCell:
        return getattr(self, "_" + key)(time.astimezone(self._zone))

    @staticmethod
    def _date(local: datetime) -> TimeCell:
        return TimeCell(local.date(), local.date().isoformat())

    @staticmethod
    def _month(local: datetime) -> TimeCell:
        return TimeCell(local.date().replace(day=1), f"{local:%Y-%m}")

    @staticmethod
    def _week(local: datetime) -> TimeCell:
        year, week, weekday = local.isocalendar()
        return TimeCell(local.date() - timedelta(days=weekday - 1), f"{year}-W{week:02}")

    @staticmethod
    def _hour(local: datetime) -> TimeCell:
        """An hour with one UTC offset. If clocks change within it, the part with that offset."""
        past = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
        starts = local.astimezone(timezone.utc) - past
        return TimeCell(starts, f"{local:%Y-%m-%dT%H}{offset_name(local.utcoffset())}")


@dataclass
class Rates:
    """The exchange rates of the operator."""

    known: dict[tuple[str, str], dict[str, Fraction]] = field(default_factory=dict)

    def add(self, day: str, source: str, target: str, rate: str):
        self.known.setdefault((source, target), {})[day] = Fraction(rate)

    def converted(self, amount: Fraction, currency: str, base: str, time: datetime) -> Fraction:
        """Converts by the latest direct rate on or before the UTC day; None if there is none."""
        if currency in ("", base):
            return amount
        today = time.date().isoformat()
        days = [day for day in self.known.get((currency, base), {}) if day <= today]
        return amount * self.known[currency, base][max(days)] if days else Fraction(0)
