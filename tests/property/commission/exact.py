"""Amounts as integers of 10^-8, days, months and clocks, for the oracle."""

from datetime import date, datetime, timedelta, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

FRACTION_DIGITS = 8
RATE_DIGITS = 18
ONE = 10 ** FRACTION_DIGITS
HUNDRED_PERCENT = 100 * ONE
MINOR_UNIT_DIGITS = {"BDT": 2, "EUR": 2, "GBP": 2, "USD": 2, "JPY": 0}
MICROSECOND = timedelta(microseconds=1)


@lru_cache(maxsize=None)
def scaled(text: str, digits: int = FRACTION_DIGITS) -> int:
    """"-12.5" as an integer of the smallest unit."""
    whole, _, fraction = text.partition(".")
    assert len(fraction) <= digits, text
    return int(whole + fraction.ljust(digits, "0"))


def text_of(units: int) -> str:
    """The shortest exact form of an amount."""
    whole, fraction = divmod(abs(units), ONE)
    text = f"{whole}.{fraction:08}".rstrip("0").rstrip(".")
    return "-" + text if units < 0 else text


def half_even(numerator: int, denominator: int) -> int:
    """The quotient rounded to an integer, half to even."""
    quotient, rest = divmod(numerator, denominator)
    if 2 * rest > denominator or (2 * rest == denominator and quotient % 2 == 1):
        return quotient + 1
    return quotient


def percent_of(amount: int, percent: int) -> int:
    return half_even(amount * percent, HUNDRED_PERCENT)


def converted(amount: int, rate: str) -> int:
    return half_even(amount * scaled(rate, RATE_DIGITS), 10 ** RATE_DIGITS)


def to_minor_unit(amount: int, currency: str) -> int:
    unit = 10 ** (FRACTION_DIGITS - MINOR_UNIT_DIGITS[currency])
    return half_even(amount, unit) * unit


@lru_cache(maxsize=None)
def moment(text: str) -> datetime:
    """A point in time in UTC."""
    return datetime.fromisoformat(text).astimezone(timezone.utc)


def moment_text(time: datetime) -> str:
    """To the millisecond, or to the microsecond if the time has a finer part."""
    digits = f"{time.microsecond:06}"
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + (digits[:3] if digits.endswith("000") else digits) + "Z"


def utc_day(time: datetime) -> str:
    return time.date().isoformat()


def month_of(day: str) -> str:
    return day[:7]


def next_month(month: str) -> str:
    year, number = map(int, month.split("-"))
    return f"{year + number // 12:04}-{number % 12 + 1:02}"


def months_after(month: str, count: int) -> str:
    for _ in range(count):
        month = next_month(month)
    return month


def last_day(month: str) -> str:
    return (date.fromisoformat(next_month(month) + "-01") - timedelta(days=1)).isoformat()


class Clock:
    """Calendar dates in the operator's time zone."""

    def __init__(self, zone: str):
        self.zone = ZoneInfo(zone)

    def day(self, time: datetime) -> str:
        return time.astimezone(self.zone).date().isoformat()

    def month(self, time: datetime) -> str:
        return month_of(self.day(time))

    def first_moment(self, day: str) -> datetime:
        return datetime.fromisoformat(day).replace(tzinfo=self.zone).astimezone(timezone.utc)

    def last_moment(self, day: str) -> datetime:
        return self.first_moment((date.fromisoformat(day) + timedelta(days=1)).isoformat()) - MICROSECOND

    def plus_months(self, time: datetime, months: int) -> datetime:
        local = time.astimezone(self.zone)
        month = month_of(local.date().isoformat())
        for _ in range(months):
            month = next_month(month)
        day = min(local.day, int(last_day(month)[8:]))
        year, number = map(int, month.split("-"))
        return local.replace(year=year, month=number, day=day, fold=0).astimezone(timezone.utc)
