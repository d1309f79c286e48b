"""Single events and batches: as they are beside the floor, or with a deal that pays for them beside without."""

import argparse
from dataclasses import dataclass

from bench import floor
from bench.deals import make_deals
from bench.floor import REPOSITORY, Floor
from bench.instance import Instance, Memory
from bench.load import CONNECTIONS, EVENTS_PER_REQUEST, Driver, Load
from bench.report import Miscount, print_table, rate, say, settled

DATA = REPOSITORY / "build/bench-data/service"
WARM_UP_SECONDS = 2
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
    accruals: int
    cpu_seconds: float

    @property
    def cpu_us(self) -> float:
        """What the service used of its cores for an event, in microseconds."""
        return self.cpu_seconds / self.load.events * 1e6


def measure_service(script: str, threads: int, seconds: int, with_deals: bool = False) -> Measured:
    say(f"{NAMES[script]}{', with deals' if with_deals else ''}: {seconds} s, {CONNECTIONS} connections, "
        f"{threads} wrk thread(s)")
    with Instance(DATA) as instance:
        driver = Driver(instance, script, threads, make_deals(instance) if with_deals else None)
        driver.run(WARM_UP_SECONDS)
        commits = CommitSize(instance)
        cpu_before = instance.cpu_seconds()
        load = driver.run(seconds)
        cpu = instance.cpu_seconds() - cpu_before
        commit_rows, memory = commits.mean(), instance.memory()
        recorded = check_count(driver)
        return Measured(script, threads, load, memory, commit_rows, instance.row_bytes(), recorded,
                        instance.ledger().count("accruals"), cpu)


def best_of(script: str, seconds: int, with_deals: bool = False) -> Measured:
    """The better of one and two threads of wrk."""
    tries = [measure_service(script, threads, seconds, with_deals) for threads in (1, 2)]
    return max(tries, key=lambda measured: measured.load.events_per_second)


def measure_floor(row_bytes: int, transaction_rows: int, keyed: bool, rows: int, seconds: int) -> Floor:
    index = "a unique random key" if keyed else "append only"
    say(f"floor: rows of {row_bytes} bytes, {index}, {transaction_rows} per transaction")
    return floor.measure(row_bytes, transaction_rows, keyed, rows, seconds)


def bench_events(options: argparse.Namespace):
    if options.deals:
        print_deals([(best_of(script, options.seconds), best_of(script, options.seconds, with_deals=True))
                     for script in EVENTS_PER_REQUEST])
        return
    best, floors = [], {}
    for script in EVENTS_PER_REQUEST:
        ours = best_of(script, options.seconds)
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


def print_deals(pairs: list[tuple[Measured, Measured]]):
    rows = []
    for pair in pairs:
        ground = pair[0].load.events_per_second
        rows += [[f"{NAMES[ours.script]}, {name}", rate(ours.load.events_per_second),
                  f"{ours.load.events_per_second / ground:.2f}", f"{ours.accruals / ours.recorded:.2f}",
                  f"{ours.cpu_us:.1f}", f"{ours.load.p50_ms:.2f}", f"{ours.load.p99_ms:.2f}",
                  f"{ours.memory.resident_mb:.0f}", f"{ours.memory.peak_mb:.0f}", str(ours.commit_rows),
                  str(ours.threads)]
                 for name, ours in zip(("no deals", "with deals"), pair)]
    print_table(["what", "ours/s", "ratio", "accruals/event", "CPU us/event", "p50 ms", "p99 ms", "VmRSS MB",
                 "VmHWM MB", "rows/commit", "wrk threads"], rows)
