"""Sends load to the service with wrk, over HTTP on loopback."""

import json
import subprocess
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

from bench.deals import Deals
from bench.instance import Instance
from bench.report import rate, say

HERE = Path(__file__).resolve().parent
CONNECTIONS = 64
EVENTS_PER_REQUEST = {"single": 1, "batch": 100}
FILL_SECONDS_MAX = 10


@dataclass(frozen=True)
class Load:
    """The results of one run of wrk."""

    events: int
    seconds: float
    p50_ms: float
    p99_ms: float

    @property
    def events_per_second(self) -> float:
        return self.events / self.seconds


@dataclass(frozen=True)
class Sender:
    """The account that sends events. Concurrent senders need different brands, because players belong to a brand."""

    key: str
    brand_id: str
    connections: int = CONNECTIONS


class Driver:
    """Sends events to one instance in several runs. Players continue from one run to the next.

    With deals every player comes from one of their clicks. `at` is the time of all events; the default is the clock.
    Without a sender it uses the instance's own account.
    """

    def __init__(self, instance: Instance, script: str, threads: int, deals: Deals | None = None, at: str = "-",
                 sender: Sender | None = None):
        self.instance = instance
        self.script = script
        self.threads = threads
        self.acknowledged = 0
        self.in_flight_max = 0  # Events whose responses wrk had not read when it stopped. They may also be recorded.
        self._sender = sender or Sender(instance.key, instance.account.brand_id)
        self._players = 0
        self._more = [str(deals.clicks) if deals else "-", at]

    def date(self, at: str):
        """Sets the time of the events of later runs."""
        self._more[1] = at

    def run(self, seconds: int) -> Load:
        command = ["wrk", f"-t{self.threads}", f"-c{self._sender.connections}", f"-d{seconds}s", "--timeout", "30s",
                   "-s", str(HERE / f"{self.script}.lua"), self.instance.url, "--",
                   self._sender.key, self._sender.brand_id, uuid.uuid4().hex[:8], str(self._players),
                   *self._more]
        printed = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120, check=True).stdout
        [line] = [line for line in printed.splitlines() if line.startswith("RESULT ")]
        result = json.loads(line.removeprefix("RESULT "))
        if result["refused"] or result["broken"]:
            raise RuntimeError(f"{result['refused']} requests were refused and {result['broken']} failed. "
                               f"The service's log ends:\n{self.instance.log_tail()}")
        events = result["requests"] * EVENTS_PER_REQUEST[self.script]
        self.acknowledged += events
        self.in_flight_max += self._sender.connections * EVENTS_PER_REQUEST[self.script]
        self._players = result["players"]
        return Load(events, result["seconds"], result["p50Ms"], result["p99Ms"])

    def measure(self, seconds: int) -> Load:
        """A run with at least one response. On a busy machine a short run may have none."""
        load = self.run(seconds)
        if load.events == 0:
            raise RuntimeError(f"There was no response within {seconds} s.")
        return load

    def fill(self, events: int, deadline: float):
        """Sends events until this many are acknowledged."""
        per_second = 50_000.0
        while self.acknowledged < events:
            if time.monotonic() > deadline:
                raise TimeoutError(f"The time limit was reached at {self.acknowledged:,} events.")
            missing_seconds = (events - self.acknowledged) / per_second
            load = self.run(max(1, min(FILL_SECONDS_MAX, int(missing_seconds))))
            per_second = max(1.0, load.events_per_second)  # A short run on a busy machine may have no responses.
            say(f"{self.acknowledged:,} events, {rate(per_second)}/s, {self.instance.memory().resident_mb:.0f} MB")
