"""Compares single events and batches with the floor, with and without a deal."""

import argparse
from dataclasses import dataclass
from typing import Callable

from bench import floor
from bench.deals import make_deals
from bench.floor import REPOSITORY, Floor
from bench.instance import Instance, Memory
from bench.load import CONNECTIONS, EVENTS_PER_REQUEST, Driver, Load
from bench.report import Miscount, print_table, rate, say, settled
from bench.result import AS_SQLITE, Result

HELP = "single events and batches of 100"
DATA = REPOSITORY / "build/bench-data/service"
WARM_UP_SECONDS = 2
NAMES = {"single": "single events", "batch": "batches of 100"}


def check_count(driver: Driver) -> int:
    """Stops the service and compares its counters, the responses to wrk and the ledger. Returns the ledger's count."""
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
    """The mean number of events per commit since construction."""

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
class Sending:
    """The load and its duration, sent to a service on an empty SQLite ledger or on a new ledger at an address."""

    script: str
    seconds: int
    with_deals: bool = False
    make_ledger: Callable[[], str | None] = lambda: None

    @property
    def name(self) -> str:
        return NAMES[self.script] + (", with deals" if self.with_deals else "")


@dataclass(frozen=True)
class Measured:
    sent: Sending
    threads: int
    load: Load
    memory: Memory
    commit_rows: int
    row_bytes: int
    recorded: int
    accruals: int
    cpu_seconds: float

    @property
    def cpu_us(self) -> float:
        """The CPU time of the service per event, in microseconds."""
        return self.cpu_seconds / self.load.events * 1e6

    @property
    def note(self) -> str:
        return f"p99 {self.load.p99_ms:.1f} ms, {self.commit_rows:,} events per commit"


def measure_service(sent: Sending, threads: int) -> Measured:
    say(f"{sent.name}: {sent.seconds} s, {CONNECTIONS} connections, {threads} wrk thread(s)")
    with Instance(DATA, ledger_url=sent.make_ledger()) as instance:
        driver = Driver(instance, sent.script, threads, make_deals(instance) if sent.with_deals else None)
        driver.run(WARM_UP_SECONDS)
        commits = CommitSize(instance)
        cpu_before = instance.cpu_seconds()
        load = driver.measure(sent.seconds)
        cpu = instance.cpu_seconds() - cpu_before
        commit_rows, memory = commits.mean(), instance.memory()
        recorded = check_count(driver)
        return Measured(sent, threads, load, memory, commit_rows, instance.row_bytes(), recorded,
                        instance.ledger().count("accruals"), cpu)


def best_of(sent: Sending) -> Measured:
    """Returns the better result of one and two threads of wrk."""
    tries = [measure_service(sent, threads) for threads in (1, 2)]
    return max(tries, key=lambda measured: measured.load.events_per_second)


@dataclass(frozen=True)
class Floors:
    """SQLite alone for one measurement of the service: by rows per transaction, append-only and with the key."""

    ours: Measured
    by_size: dict[int, tuple[Floor, Floor]]

    @property
    def counting(self) -> float:
        """The rate with the unique key for idempotency, and with transactions as large as the service's."""
        return self.by_size[self.ours.commit_rows][1].rows_per_second


def measure_floors(ours: Measured) -> Floors:
    sizes = {ours.commit_rows}
    if ours.sent.script == "batch" and not ours.sent.with_deals:
        sizes |= {100, 1000}
    return Floors(ours, {size: tuple(floor.measure_aloud(ours.row_bytes, size, keyed, ours.recorded,
                                                         2 * ours.sent.seconds) for keyed in (False, True))
                         for size in sorted(sizes)})


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--seconds", type=int, default=15, help="duration of each measurement")
    parser.add_argument("--deals", action="store_true", help="also measure the same load with a deal")


def bench(options: argparse.Namespace) -> list[Result]:
    sendings = [Sending(script, options.seconds, with_deals) for script in EVENTS_PER_REQUEST
                for with_deals in ((False, True) if options.deals else (False,))]
    measured = [measure_floors(best_of(sent)) for sent in sendings]
    print_events(measured)
    return [compared(one, measured) for one in measured]


def compared(one: Floors, measured: list[Floors]) -> Result:
    ours = one.ours
    note = ours.note
    if ours.sent.with_deals:
        [plain] = [other.ours for other in measured
                   if other.ours.sent.script == ours.sent.script and not other.ours.sent.with_deals]
        note += f", {ours.load.events_per_second / plain.load.events_per_second:.2f} of the rate without deals"
    return Result(ours.sent.name, "events/s", ours.load.events_per_second, one.counting, "raw SQLite", AS_SQLITE,
                  ours.memory.resident_mb, note)


def print_events(measured: list[Floors]):
    rows = []
    for one in measured:
        ours = one.ours
        rows.append([ours.sent.name, rate(ours.load.events_per_second), rate(one.counting),
                     f"{ours.load.events_per_second / one.counting:.2f}", f"{ours.accruals / ours.recorded:.2f}",
                     f"{ours.cpu_us:.1f}", f"{ours.load.p50_ms:.2f}", f"{ours.load.p99_ms:.2f}",
                     f"{ours.memory.resident_mb:.0f}", f"{ours.memory.peak_mb:.0f}",
                     str(ours.commit_rows), str(ours.threads)])
    print_table(["what", "ours/s", "floor/s", "ratio", "accruals/event", "CPU us/event", "p50 ms", "p99 ms", "VmRSS MB",
                 "VmHWM MB", "rows/commit", "wrk threads"], rows)
    print("Floors: the same rows written directly to SQLite (WAL, synchronous=FULL). The floor above has the")
    print("unique key for idempotency, and transactions as large as the service's.")
    print_table(["floor for", "rows/transaction", "append only/s", "with key/s"],
                [[one.ours.sent.name, str(size), *(rate(ground.rows_per_second) for ground in pair)]
                 for one in measured for size, pair in one.by_size.items()])
