"""Waiting for something to become true, with a deadline instead of a guess."""

import time
from typing import Callable, TypeVar

T = TypeVar("T")


def wait_until(condition: Callable[[], T], what: str, seconds_max: float = 30, pause_seconds: float = 0.02) -> T:
    """Returns the first truthy value of `condition`, or fails saying what did not come about."""
    deadline = time.monotonic() + seconds_max
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"Within {seconds_max} s it did not happen that {what}.")
        time.sleep(pause_seconds)
