"""Measures the service on this machine and the floor that it is compared with, in one run.

python3 -m bench.run events|growth|tracking|commission|closing|reports|floor, or simply ./dev bench (see README.md).
"""

import argparse
import os
import shutil
import sys
import time
from dataclasses import dataclass

from bench import closing, commission, floor, reports, tracking
from bench.events import DATA, WARM_UP_SECONDS, CommitSize, bench_events, check_count, measure_floor
from bench.floor import Floor
from bench.instance import Instance, Memory
from bench.load import Driver, Load
from bench.report import Miscount, print_table, rate, say


@dataclass(frozen=True)
class Size:
    """The service at one size of its ledger."""

    events: int
    load: Load
    memory: Memory


def grow(driver: Driver, options: argparse.Namespace) -> list[Size]:
    deadline = time.monotonic() + options.minutes_max * 60
    sizes = []
    try:
        for events in options.sizes:
            driver.fill(events, deadline)
            reached = driver.acknowledged
            sizes.append(Size(reached, driver.run(options.seconds), driver.instance.memory()))
            say(f"at {reached:,} events: {rate(sizes[-1].load.events_per_second)}/s")
    except TimeoutError as error:
        if not sizes:
            raise
        say(str(error))
    return sizes


def bench_growth(options: argparse.Namespace):
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
    ground = floor.measure(row_bytes, commit_rows, True, marks[-1] + 600_000, options.minutes_max * 60, marks)
    print_growth(sizes, ground)


def print_growth(sizes: list[Size], ground: Floor):
    rows = []
    for size in sizes:
        ours, base = size.load.events_per_second, ground.marks.get(size.events)
        rows.append([f"{size.events:,}", rate(ours), f"{ours / sizes[0].load.events_per_second:.2f}",
                     f"{size.load.p50_ms:.2f}", f"{size.load.p99_ms:.2f}", f"{size.memory.resident_mb:.0f}",
                     rate(base) if base else "-", f"{base / ground.marks[sizes[0].events]:.2f}" if base else "-",
                     f"{ours / base:.2f}" if base else "-"])
    print_table(["events", "ours/s", "to first", "p50 ms", "p99 ms", "VmRSS MB", "floor/s", "to first", "ours/floor"],
                rows)


def bench_floor(options: argparse.Namespace):
    rows = []
    for size in options.transaction_rows:
        pair = [measure_floor(options.row_bytes, size, keyed, options.rows, options.seconds) for keyed in (False, True)]
        rows.append([str(size), *(rate(one.rows_per_second) for one in pair)])
    print_table(["rows/transaction", "append only/s", "with key/s"], rows)


def add_reports(commands):
    asked = commands.add_parser("reports", help="reports over a year of facts, beside SQL written by hand")
    asked.add_argument("--facts", type=int, default=20_000_000)
    asked.add_argument("--foreign", type=int, default=0, help="percentage of players whose money is in USD or SEK")
    asked.add_argument("--engine", choices=["duckdb", "clickhouse"], default="duckdb")
    asked.add_argument("--rounds", type=int, default=9, help="how often each report is asked for")
    asked.add_argument("--only", help="only reports with this in their name")
    asked.add_argument("--seconds", type=int, default=8, help="how long events are sent in each round")
    asked.add_argument("--rounds-of-events", type=int, default=3, help="0 leaves the taking in of events out")
    asked.add_argument("--keep", action="store_true", help="leave the projected facts, for --reuse")
    asked.add_argument("--reuse", action="store_true", help="take what --keep has left instead of projecting anew")
    asked.set_defaults(run=reports.bench_reports)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench", description="Measures the service beside its floor.")
    commands = parser.add_subparsers(dest="command")
    events = commands.add_parser("events", help="single events and batches of 100")
    events.add_argument("--seconds", type=int, default=15, help="how long each measurement runs")
    events.add_argument("--deals", action="store_true", help="beside the same with a deal that pays for them")
    events.set_defaults(run=bench_events)
    growth = commands.add_parser("growth", help="batches of 100 as the ledger grows")
    growth.add_argument("sizes", nargs="*", type=int, default=[1_000_000, 5_000_000, 20_000_000], metavar="EVENTS")
    growth.add_argument("--seconds", type=int, default=10, help="length of the window that is measured at each size")
    growth.add_argument("--threads", type=int, default=1, help="threads of wrk")
    growth.add_argument("--minutes-max", type=int, default=30, help="stop growing after this time")
    growth.set_defaults(run=bench_growth)
    visits = commands.add_parser("tracking", help="redirects and pixels beside nginx")
    visits.add_argument("--seconds", type=int, default=8, help="how long each round runs")
    visits.add_argument("--rounds", type=int, default=3, help="rounds of each server; they alternate")
    visits.add_argument("--connections", type=int, nargs="+", default=[64, 256])
    visits.add_argument("--only", choices=tracking.KINDS, help="only redirects, or only pixels")
    visits.set_defaults(run=tracking.bench_tracking)
    engine = commands.add_parser("commission", help="what commissions cost beside an event that is taken in")
    engine.add_argument("--seconds", type=int, default=15, help="how long each measurement over HTTP runs")
    engine.set_defaults(run=commission.bench_commission)
    months = commands.add_parser("closing", help="a whole month is closed while others use the service")
    months.add_argument("--affiliates", type=int, default=1_000)
    months.add_argument("--accruals", type=int, default=1_000_000, help="how many to make first, at least")
    months.add_argument("--minutes-max", type=int, default=20, help="give up making them after this time")
    months.set_defaults(run=closing.bench_closing)
    add_reports(commands)
    ground = commands.add_parser("floor", help="SQLite alone")
    ground.add_argument("transaction_rows", nargs="*", type=int, default=[100, 1000], metavar="ROWS_PER_TRANSACTION")
    ground.add_argument("--row-bytes", type=int, default=250)
    ground.add_argument("--rows", type=int, default=1_000_000)
    ground.add_argument("--seconds", type=int, default=30, help="stop each measurement after this time")
    ground.set_defaults(run=bench_floor)
    named = arguments and (arguments[0] in commands.choices or arguments[0] in ("-h", "--help"))
    return parser.parse_args(arguments if named else ["events", *arguments])


def main() -> int:
    options = parse(sys.argv[1:])
    load = os.getloadavg()[0]
    if load > 0.5:
        say(f"This machine is busy with something else (load {load:.1f}): expect figures that are too low.")
    try:
        options.run(options)
    except Miscount as miscount:
        print(f"bench: {miscount}", file=sys.stderr)
        return 1
    shutil.rmtree(DATA, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
