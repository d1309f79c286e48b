"""Requests at a fixed rate that does not wait for responses, sent by h2load, and the latencies from its log."""

import argparse
import math
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.support.client import Address
from tests.support.tracking import CHROME

# The timer of a client of h2load does not tick more often. With this rate each tick sends one request.
TICK_SECONDS = 0.01
CLIENT_RATE = round(1 / TICK_SECONDS)
# The clients connect in ten groups, so that their ticks are spread over the ten milliseconds between two ticks.
CONNECT = ("--rate-period", "11ms")
CONNECT_GROUPS = 10
# A client sends its next request on time even if this many responses are missing (HTTP pipelining).
IN_FLIGHT_MAX = 1000

WARM_UP_SECONDS = 1
# After the measured time, so that its last requests are sent under full load.
REST_SECONDS = 0.5


@dataclass(frozen=True)
class Latencies:
    """In milliseconds, from the time at which each request was due."""

    p50: float
    p99: float
    p999: float
    maximum: float


@dataclass(frozen=True)
class Row:
    """One request in h2load's log."""

    start_micros: int
    status: int
    micros: int


def rate_of(text: str) -> int:
    """The type of an option that is a rate."""
    least = CLIENT_RATE * CONNECT_GROUPS
    if not text.isdecimal() or int(text) < least or int(text) % CLIENT_RATE:
        raise argparse.ArgumentTypeError(f"{text} is not a multiple of {CLIENT_RATE} and at least {least}")
    return int(text)


def send(address: Address, path: str, rate: int, seconds: float, threads: int, log: Path) -> list[float]:
    """Sends requests at this rate to a server. Returns the latency of each request of the measured time."""
    clients, requests = rate // CLIENT_RATE, requests_of(rate, seconds)
    log.unlink(missing_ok=True)
    command = ["h2load", "--h1", f"-t{threads}", f"-c{clients}", f"-n{requests}", f"--rps={CLIENT_RATE}",
               f"-m{IN_FLIGHT_MAX}", f"-r{max(clients // CONNECT_GROUPS, threads)}", *CONNECT,
               "-H", f"User-Agent: {CHROME}", "--log-file", str(log), "http://{}:{}{}".format(*address, path)]
    subprocess.run(command, capture_output=True, timeout=seconds + 120, check=True)
    rows = read_log(log)
    if len(rows) != requests:
        raise RuntimeError(f"h2load logged {len(rows)} of {requests} requests.")
    return latencies_ms(rows, rate, WARM_UP_SECONDS, seconds)


def requests_of(rate: int, seconds: float) -> int:
    """The number of requests of one run."""
    return rate // CLIENT_RATE * round((WARM_UP_SECONDS + seconds + REST_SECONDS) * CLIENT_RATE)


def read_log(log: Path) -> list[Row]:
    """In the order of the starts. A request without a redirect is an error."""
    rows = [Row(*map(int, line.split("\t")[:3])) for line in log.read_text().splitlines()]
    refused = [row.status for row in rows if row.status != 302]
    if refused:
        raise RuntimeError(f"{len(refused)} requests were refused or failed, the first with the status {refused[0]}.")
    return sorted(rows, key=lambda row: row.start_micros)


def latencies_ms(rows: list[Row], rate: int, warm_up_seconds: float, seconds: float) -> list[float]:
    """The latencies of the requests that were due in the measured time. h2load starts a request on time unless it is
    delayed itself. If it is later than one tick, the latency counts from the time at which the request was due;
    otherwise the slowest moments would have too few requests (coordinated omission)."""
    began = rows[0].start_micros + warm_up_seconds * 1e6
    measured = [row for row in rows if row.start_micros >= began][:round(rate * seconds)]
    if len(measured) < round(rate * seconds):
        raise RuntimeError(f"{len(measured)} of {round(rate * seconds)} requests were sent in the measured time.")
    late = (row.start_micros - began - number * 1e6 / rate for number, row in enumerate(measured))
    return [(row.micros + (delay if delay > TICK_SECONDS * 1e6 else 0)) / 1e3 for row, delay in zip(measured, late)]


def summarize(latencies: list[float]) -> Latencies:
    ordered = sorted(latencies)
    return Latencies(*(quantile(ordered, share) for share in (0.5, 0.99, 0.999, 1)))


def quantile(ordered: list[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    return ordered[max(math.ceil(round(share * len(ordered), 6)) - 1, 0)]
