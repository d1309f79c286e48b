"""Compares batches of 100 on a growing ledger with SQLite alone at the same sizes."""

import argparse
import time
from dataclasses import dataclass

from bench import floor
from bench.events import DATA, WARM_UP_SECONDS, CommitSize, check_count
from bench.floor import Floor
from bench.instance import Instance, Memory
from bench.load import Driver, Load
from bench.report import print_table, rate, say
from bench.result import AS_FIRST_RATE, AS_SQLITE, Result

HELP = "batches of 100 as the ledger grows"
# The floor writes this many rows beyond its last mark, so that the last window is complete.
ROWS_BEYOND = 600_000


@dataclass(frozen=True)
class Size:
    """The results of the service at one size of its ledger."""

    events: int
    load: Load
    memory: Memory


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("sizes", nargs="*", type=int, default=[1_000_000, 5_000_000, 20_000_000], metavar="EVENTS")
    parser.add_argument("--seconds", type=int, default=10, help="duration of the measurement at each size")
    parser.add_argument("--threads", type=int, default=1, help="threads of wrk")
    parser.add_argument("--minutes-max", type=float, default=30, help="stop growing after this time")


def bench(options: argparse.Namespace) -> list[Result]:
    options.sizes.sort()
    with Instance(DATA) as instance:
        driver = Driver(instance, "batch", options.threads)
        driver.run(WARM_UP_SECONDS)
        commits = CommitSize(instance)
        sizes = grow(driver, options)
        commit_rows = commits.mean()
        check_count(driver)
        row_bytes = instance.row_bytes()
    marks = tuple(size.events for size in sizes)
    say(f"floor: rows of {row_bytes} bytes, a unique random key, {commit_rows} per transaction, to {marks[-1]:,} rows")
    ground = floor.measure(row_bytes, commit_rows, True, marks[-1] + ROWS_BEYOND, options.minutes_max * 60, marks)
    print_growth(sizes, ground)
    return [*(compared(size, ground) for size in sizes), *missed(sizes, options), kept(sizes, options)]


def grow(driver: Driver, options: argparse.Namespace) -> list[Size]:
    deadline = time.monotonic() + options.minutes_max * 60
    sizes = []
    try:
        for events in options.sizes:
            driver.fill(events, deadline)
            reached = driver.acknowledged
            sizes.append(Size(reached, driver.measure(options.seconds), driver.instance.memory()))
            say(f"at {reached:,} events: {rate(sizes[-1].load.events_per_second)}/s")
    except TimeoutError as error:
        if not sizes:
            raise
        say(str(error))
    return sizes


def about(events: int) -> str:
    return f"{events / 1e6:.3g} million events"


def compared(size: Size, ground: Floor) -> Result:
    return Result(f"batches of 100 at {about(size.events)}", "events/s", size.load.events_per_second,
                  ground.marks.get(size.events), "raw SQLite of that size", AS_SQLITE, size.memory.resident_mb,
                  f"p99 {size.load.p99_ms:.0f} ms, peak memory {size.memory.peak_mb:.0f} MB")


def missed(sizes: list[Size], options: argparse.Namespace) -> list[Result]:
    return [Result(f"batches of 100 at {about(events)}", "events/s", None, aim=AS_SQLITE,
                   note=f"not reached within {options.minutes_max:g} minutes") for events in options.sizes[len(sizes):]]


def kept(sizes: list[Size], options: argparse.Namespace) -> Result:
    """The rate at the largest requested size, relative to the first rate."""
    first, last = sizes[0], sizes[-1]
    complete = len(sizes) == len(options.sizes)
    return Result(f"the rate at {about(options.sizes[-1])}", "events/s",
                  last.load.events_per_second if complete else None, first.load.events_per_second,
                  f"ours at {about(first.events)}", AS_FIRST_RATE, last.memory.resident_mb,
                  f"resident memory {first.memory.resident_mb:.0f} MB then")


def print_growth(sizes: list[Size], ground: Floor):
    rows = []
    for size in sizes:
        ours, base = size.load.events_per_second, ground.marks.get(size.events)
        rows.append([f"{size.events:,}", rate(ours), f"{ours / sizes[0].load.events_per_second:.2f}",
                     f"{size.load.p50_ms:.2f}", f"{size.load.p99_ms:.2f}", f"{size.memory.resident_mb:.0f}",
                     f"{size.memory.peak_mb:.0f}", rate(base) if base else "-",
                     f"{base / ground.marks[sizes[0].events]:.2f}" if base else "-",
                     f"{ours / base:.2f}" if base else "-"])
    print_table(["events", "ours/s", "to first", "p50 ms", "p99 ms", "VmRSS MB", "VmHWM MB", "floor/s", "to first",
                 "ours/floor"], rows)
