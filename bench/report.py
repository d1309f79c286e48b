"""How a bench speaks: its progress, its tables, and the error that makes it fail."""

import sys
import time
from typing import Callable

REST_SECONDS = 2


class Miscount(Exception):
    """The record does not hold what was acknowledged."""


def say(text: str):
    print(f"    {text}", file=sys.stderr, flush=True)


def print_table(header: list[str], rows: list[list[str]]):
    widths = [max(map(len, column)) for column in zip(header, *rows)]
    for first, *rest in [header, ["-" * width for width in widths], *rows]:
        print("  ".join([first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]))
    print(flush=True)


def rate(per_second: float) -> str:
    return f"{per_second:,.0f}"


def settled(read: Callable[[], int]) -> int:
    """The value once it rests: when wrk stops, requests are still under way, and a large commit takes its time."""
    value, since = read(), time.monotonic()
    while time.monotonic() - since < REST_SECONDS:
        time.sleep(0.25)
        now = read()
        if now != value:
            value, since = now, time.monotonic()
    return value
