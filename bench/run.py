"""Measures the service on this machine and the floor that it is compared with, in one run.

python3 -m bench.run events|growth|tracking|floor, or simply ./dev bench (see bench/README.md).
"""

import argparse
import os
import shutil
import sys
import time
from dataclasses import dataclass

from bench import floor, tracking
from bench.floor import REPOSITORY, Floor
from bench.instance import Instance, Memory
from bench.load import CONNECTIONS, EVENTS_PER_REQUEST, Driver, Load
from bench.report import Miscount, print_table, rate, say, settled

DATA = REPOSITORY / "build/bench-data/service"
WARM_UP_SECONDS = 2
FILL_SECONDS_MAX = 10
NAMES = {"single": "single events", "batch": "batches of 100"}


def check_count(driver: Driver) -> int:
    """Stops the service and compares what it says, what wrk saw and what the ledger holds. Returns the last."""
    instance = driver.instance
    accepted = settled(lambda: int(instance.metric("fairlead_events_total", status="accepted")))
    instance.stop()
    recorded = instance.ledger().count("events")
    if recorded != accepted:
        raise Miscount(f"The service accepted {accepted} events, the ledger holds {recorded}.")
    if not driver.acknowledged <= recorded <= driver.acknowledged + driver.in_flight_max:
        raise Miscount(f"{driver.acknowledged} events were acknowledged, the ledger holds {recorded}.")
    say(f"{recorded:,} events in the ledger: exactly those accepted, {driver.acknowledged:,} of them seen by wrk")
    return recorded


class CommitSize:
    """The mean number of events per commit since this was made."""

    def __init__(self, instance: Instance):
        self._instance = instance
        self._before = self._read()

    def _read(self) -> tuple[float, float]:
        return (self._instance.metric("fairlead_ledger_commit_entries_sum"),
                self._instance.metric("fairlead_ledger_commit_entries_count"))

    def mean(self) -> int:
        events, commits = (now - before for now, before in zip(self._read(), self._before))
        return max(1, round(events / commits))


@dataclass(frozen=True)
class Measured:
    script: str
    threads: int
    load: Load
    memory: Memory
    commit_rows: int
    row_bytes: int
    recorded: int


def measure_service(script: str, threads: int, seconds: int) -> Measured:
    say(f"{NAMES[script]}: {seconds} s, {CONNECTIONS} connections, {threads} wrk thread(s)")
    with Instance(DATA) as instance:
        driver = Driver(instance, script, threads)
        driver.run(WARM_UP_SECONDS)
        commits = CommitSize(instance)
        load = driver.run(seconds)
        commit_rows, memory = commits.mean(), instance.memory()
        recorded = check_count(driver)
        return Measured(script, threads, load, memory, commit_rows, instance.row_bytes(), recorded)


def measure_floor(row_bytes: int, transaction_rows: int, keyed: bool, rows: int, seconds: int) -> Floor:
    index = "a unique random key" if keyed else "append only"
    say(f"floor: rows of {row_bytes} bytes, {index}, {transaction_rows} per transaction")
    return floor.measure(row_bytes, transaction_rows, keyed, rows, seconds)


def bench_events(options: argparse.Namespace):
    best, floors = [], {}
    for script in EVENTS_PER_REQUEST:
        tries = [measure_service(script, threads, options.seconds) for threads in (1, 2)]
        ours = max(tries, key=lambda measured: measured.load.events_per_second)
        best.append(ours)
        sizes = {ours.commit_rows, *((100, 1000) if script == "batch" else ())}
        for transaction_rows in sorted(sizes):
            for keyed in (False, True):
                floors[script, transaction_rows, keyed] = measure_floor(
                    ours.row_bytes, transaction_rows, keyed, ours.recorded, 2 * options.seconds)
    print_events(best, floors)


def print_events(best: list[Measured], floors: dict[tuple[str, int, bool], Floor]):
    rows = []
    for ours in best:
        ground = floors[ours.script, ours.commit_rows, True].rows_per_second
        rows.append([NAMES[ours.script], rate(ours.load.events_per_second), rate(ground),
                     f"{ours.load.events_per_second / ground:.2f}",
                     f"{ours.load.p50_ms:.2f}", f"{ours.load.p99_ms:.2f}",
                     f"{ours.memory.resident_mb:.0f}", f"{ours.memory.peak_mb:.0f}",
                     str(ours.commit_rows), str(ours.threads)])
    print_table(["what", "ours/s", "floor/s", "ratio", "p50 ms", "p99 ms", "VmRSS MB", "VmHWM MB", "rows/commit",
                 "wrk threads"], rows)
    print("Floors: the same rows straight into SQLite (WAL, synchronous=FULL). The one above has the unique key that")
    print("counting everything once needs, and transactions as large as the service's own.")
    print_table(["floor for", "rows/transaction", "append only/s", "with key/s"],
                [[NAMES[script], str(size), rate(floors[script, size, False].rows_per_second),
                  rate(floors[script, size, True].rows_per_second)] for script, size, keyed in floors if keyed])


def fill(driver: Driver, events: int, deadline: float):
    """Sends batches until the ledger holds this many events."""
    per_second = 50_000.0
    while driver.acknowledged < events:
        if time.monotonic() > deadline:
            raise TimeoutError(f"The time is up at {driver.acknowledged:,} events.")
        missing_seconds = (events - driver.acknowledged) / per_second
        per_second = driver.run(max(1, min(FILL_SECONDS_MAX, int(missing_seconds)))).events_per_second
        say(f"{driver.acknowledged:,} events, {rate(per_second)}/s, {driver.instance.memory().resident_mb:.0f} MB")


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
            fill(driver, events, deadline)
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


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./dev bench", description="Measures the service beside its floor.")
    commands = parser.add_subparsers(dest="command")
    events = commands.add_parser("events", help="single events and batches of 100")
    events.add_argument("--seconds", type=int, default=15, help="how long each measurement runs")
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
