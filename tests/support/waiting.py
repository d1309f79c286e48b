"""Waits until a condition is true, with a deadline."""

import time
from typing import Callable, TypeVar

T = TypeVar("T")


def wait_until(condition: Callable[[], T], what: str, seconds_max: float = 30, pause_seconds: float = 0.02) -> T:
    """Returns the first truthy value of `condition`, or fails with the text `what`."""
    deadline = time.monotonic() + seconds_max
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"This did not happen within {seconds_max} s: {what}.")
        time.sleep(pause_seconds)
