"""Waits until a condition is true, with a deadline, or until a moment that is near has passed."""

import time
from datetime import datetime, timedelta, timezone
from typing import Callable, TypeVar

T = TypeVar("T")

# Only a broken service takes this long. A machine with a few slow cores may take ten times as long as a fast one.
SECONDS_MAX = 120


def wait_until(condition: Callable[[], T], what: str, seconds_max: float = SECONDS_MAX, pause_seconds: float = 0.02) -> T:
    """Returns the first truthy value of `condition`, or fails with the text `what`."""
    deadline = time.monotonic() + seconds_max
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"This did not happen within {seconds_max} s: {what}.")
        time.sleep(pause_seconds)


def eventually(check: Callable[[], T], seconds_max: float = SECONDS_MAX, pause_seconds: float = 0.05) -> T:
    """Repeats a check until it does not fail, and returns its value. After the deadline, its failure is raised."""
    deadline = time.monotonic() + seconds_max
    while True:
        is_last = time.monotonic() > deadline
        try:
            return check()
        except AssertionError:
            if is_last:
                raise
        time.sleep(pause_seconds)


def keep_away_from(end: datetime, seconds: float):
    """Waits until `end` has passed if it is less than `seconds` away."""
    left = (end - datetime.now(timezone.utc)).total_seconds()
    if 0 <= left < seconds:
        time.sleep(left + 1)


def keep_away_from_midnight(seconds: float = 180):
    """For tests whose parts must happen on the same day in UTC."""
    tomorrow = datetime.now(timezone.utc).date() + timedelta(days=1)
    keep_away_from(datetime(tomorrow.year, tomorrow.month, tomorrow.day, tzinfo=timezone.utc), seconds)
