"""Closes a month of an operator while other clients post events and read accruals."""

import argparse
import datetime
import statistics
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from bench.deals import ACCRUALS_PER_EVENT, make_deals
from bench.events import DATA
from bench.instance import Instance
from bench.load import Driver
from bench.report import Miscount, print_table, say, settled
from bench.result import Result
from tests.support.client import Client, Response
from tests.support.events import hours_from_now, make_event

HELP = "closing a month while other clients use the service"
PROBE_SECONDS = 0.05
PROBES_MAX = 40_000
REST_SECONDS = 5
CLOSE_SECONDS_MAX = 1_800
# One of the players that batch.lua creates.
PLAYER = "player-1-000000001"


def last_month() -> datetime.date:
    """The fifteenth day of the month."""
    return (datetime.date.today().replace(day=1) - datetime.timedelta(days=1)).replace(day=15)


class Prober(threading.Thread):
    """Calls the service every 50 ms on its own connection, and records the duration of each call."""

    def __init__(self, instance: Instance, call: Callable[[Client], Response], status: int):
        super().__init__(daemon=True)
        self.waits: list[float] = []
        self._instance, self._call, self._status = instance, call, status
        self._ended = threading.Event()
        self._refused: Response | None = None
        self.start()

    def run(self):
        with self._instance.client(self._instance.key, timeout=CLOSE_SECONDS_MAX) as client:
            for _ in range(PROBES_MAX):
                began = time.monotonic()
                answer = self._call(client)
                self.waits.append(time.monotonic() - began)
                if answer.status != self._status:
                    self._refused = answer
                    return
                if self._ended.wait(max(0.0, PROBE_SECONDS - self.waits[-1])):
                    return

    def end(self) -> list[float]:
        self._ended.set()
        self.join(CLOSE_SECONDS_MAX)
        if self._refused:
            raise RuntimeError(f"A probe got the response {self._refused.status}: {self._refused.body!r}")
        return self.waits


@dataclass(frozen=True)
class Waits:
    """The durations that the probers measured in one phase."""

    events: list[float]
    reads: list[float]


class Probing:
    """A context manager with one prober that posts single events and one that reads accruals."""

    def __init__(self, instance: Instance):
        self._instance = instance
        self._brand = instance.account.brand_id

    def __enter__(self) -> "Probing":
        self._events = Prober(self._instance, self._post, 202)
        self._reads = Prober(self._instance, lambda client: client.api("GET", "/accruals?limit=50"), 200)
        return self

    def __exit__(self, *_):
        self.waits = Waits(self._events.end(), self._reads.end())

    def _post(self, client: Client) -> Response:
        return client.api("POST", "/events", make_event(self._brand, "ngr_update", player_external_ref=PLAYER,
                                                        event_time=hours_from_now(0), amount="12.34",
                                                        idempotency_key=f"probe-{uuid.uuid4()}"))


def forget_peak(instance: Instance):
    """Resets VmHWM."""
    Path(f"/proc/{instance.process_id}/clear_refs").write_text("5")


def close(instance: Instance, month: str) -> tuple[float, list[dict]]:
    """Closes the month for all affiliates. Returns the seconds and the statements."""
    with instance.client(instance.key, timeout=CLOSE_SECONDS_MAX) as client:
        began = time.monotonic()
        answer = client.api("POST", "/statements/close", {"period": month})
        seconds = time.monotonic() - began
    if answer.status != 201:
        raise RuntimeError(f"Closing got the response {answer.status}: {answer.body[:1000]!r}")
    return seconds, answer.json()["items"]


def check_statements(instance: Instance, statements: list[dict], affiliates: int, accruals: int):
    stored = instance.ledger().count("statements")
    counted = sum(line["count"] or 0 for statement in statements for line in statement["lines"])
    if (len(statements), stored, counted) != (affiliates, affiliates, accruals):
        raise Miscount(f"{len(statements)} statements of {affiliates} affiliates were returned and {stored} are stored;"
                       f" they contain {counted} of {accruals} accruals.")
    say(f"{len(statements):,} statements contain all {accruals:,} accruals")


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--affiliates", type=int, default=1_000)
    parser.add_argument("--accruals", type=int, default=1_000_000, help="minimum number of accruals to create first")
    parser.add_argument("--minutes-max", type=float, default=20, help="stop creating accruals after this time")


def bench(options: argparse.Namespace) -> list[Result]:
    day = last_month()
    with Instance(DATA) as instance:
        say(f"creating {options.affiliates:,} affiliates")
        deals = make_deals(instance, options.affiliates)
        driver = Driver(instance, "batch", 1, deals, f"{day}T12:00:00Z")
        driver.fill(int(options.accruals / ACCRUALS_PER_EVENT), time.monotonic() + options.minutes_max * 60)
        accruals = settled(lambda: instance.ledger().count("accruals"))
        filled = instance.memory()
        with Probing(instance) as rest:
            time.sleep(REST_SECONDS)
        forget_peak(instance)
        say(f"closing {day:%Y-%m}: {accruals:,} accruals")
        with Probing(instance) as closing:
            seconds, statements = close(instance, f"{day:%Y-%m}")
        memory = instance.memory()
        check_statements(instance, statements, options.affiliates, accruals)
    print(f"{accruals:,} accruals of {options.affiliates:,} affiliates were closed in {seconds:.2f} s. Peak memory "
          f"(VmHWM): {memory.peak_mb:.0f} MB, {filled.peak_mb:.0f} MB while the events were recorded.")
    print_waits(rest.waits, closing.waits)
    return [Result(f"closing {accruals:,} accruals of {options.affiliates:,} affiliates", "s", seconds,
                   memory_mb=memory.resident_mb, note=f"peak memory {memory.peak_mb:.0f} MB"),
            Result("the longest wait for an event", "ms", max(closing.waits.events) * 1e3,
                   max(rest.waits.events) * 1e3, "at rest", note="while the month is closed")]


def print_waits(rest: Waits, closing: Waits):
    rows = [[what, str(len(waits)), f"{statistics.median(waits) * 1e3:.1f}", f"{max(waits) * 1e3:.1f}"]
            for what, waits in (("an event, at rest", rest.events), ("an event, while closing", closing.events),
                                ("reading accruals, at rest", rest.reads),
                                ("reading accruals, while closing", closing.reads))]
    print_table(["what", "probes", "p50 ms", "longest ms"], rows)
