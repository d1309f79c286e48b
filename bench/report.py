"""The output of a benchmark: progress, tables, and the error that makes it fail."""

import sys
import time
from typing import Callable

REST_SECONDS = 2


class Miscount(Exception):
    """The record does not contain exactly what was acknowledged."""


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
    """Waits until the value is stable: when wrk stops, requests are still in flight, and a large commit takes time."""
    value, since = read(), time.monotonic()
    while time.monotonic() - since < REST_SECONDS:
        time.sleep(0.25)
        now = read()
        if now != value:
            value, since = now, time.monotonic()
    return value
