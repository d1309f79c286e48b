"""Simulates another deal over a year of accruals, at rest and while events are sent, and explains a player under it."""

import argparse
import datetime
import threading
import time
from dataclasses import dataclass

from bench.deals import ACCRUALS_PER_EVENT, TERMS, make_deals
from bench.events import DATA
from bench.instance import Instance
from bench.load import Driver
from bench.report import Miscount, print_table, rate, say, settled
from bench.result import AS_AT_REST, IN_TIME, Result
from tests.support.client import Client

HELP = "what another deal would have cost, over a year"
MONTHS = 12
SECONDS_AIM = 20
SIMULATION_SECONDS_MAX = 1_800
POLL_SECONDS = 0.2
# The same deal with other figures, so that every player differs.
TRIED = TERMS | {"cpa": TERMS["cpa"] | {"amount": "90"}, "revShare": TERMS["revShare"] | {"rate": "27"}}


def months_until_now() -> list[datetime.date]:
    """The fifteenth day of each of the last months that have ended, oldest first."""
    days, day = [], datetime.date.today()
    for _ in range(MONTHS):
        day = (day.replace(day=1) - datetime.timedelta(days=1)).replace(day=15)
        days.append(day)
    return days[::-1]


def fill(driver: Driver, months: list[datetime.date], events: int, deadline: float):
    """Sends about the same number of events in each month. A run sends for a second at least, so with few events each
    month gets more than its share."""
    for number, day in enumerate(months, 1):
        driver.date(f"{day}T12:00:00Z")
        driver.fill(max(events * number // len(months), driver.acknowledged + 1), deadline)


def ended(client: Client, path: str, state: dict) -> dict:
    """Waits until a simulation or an explanation has ended."""
    deadline = time.monotonic() + SIMULATION_SECONDS_MAX
    while state["status"] == "running":
        if time.monotonic() > deadline:
            raise TimeoutError(f"{path} did not end within {SIMULATION_SECONDS_MAX} s.")
        time.sleep(POLL_SECONDS)
        state = client.api("GET", path).json()
    if state["status"] != "done":
        raise RuntimeError(f"{path} has ended as {state['status']}: {state['failure']}")
    return state


@dataclass(frozen=True)
class Simulated:
    """The seconds of a simulation and of the explanation of its players, and the result."""

    seconds: float
    explained_seconds: float
    found: dict


def simulate(instance: Instance, months: list[datetime.date]) -> Simulated:
    asked = {"terms": TRIED, "from": f"{months[0]:%Y-%m}", "to": f"{months[-1]:%Y-%m}"}
    with instance.client(instance.key, timeout=SIMULATION_SECONDS_MAX) as client:
        began = time.monotonic()
        state = client.api("POST", "/deals/simulate", asked).json()
        found = ended(client, f"/deals/simulate/{state['id']}", state)
        seconds = time.monotonic() - began
        path = f"/deals/simulate/{state['id']}/players/{found['players'][0]['playerId']}"
        ended(client, path, client.api("GET", path).json())
        return Simulated(seconds, time.monotonic() - began - seconds, found)


class Simulating(threading.Thread):
    """Simulates again and again until it is ended."""

    def __init__(self, instance: Instance, months: list[datetime.date]):
        super().__init__(daemon=True)
        self.count = 0
        self._instance, self._months = instance, months
        self._ended = threading.Event()
        self.start()

    def run(self):
        while not self._ended.is_set():
            simulate(self._instance, self._months)
            self.count += 1

    def end(self):
        self._ended.set()
        self.join(SIMULATION_SECONDS_MAX)


def check(found: dict, accruals: int):
    if found["total"]["actual"]["commission"] in ("0", found["total"]["simulated"]["commission"]):
        raise Miscount(f"The terms change nothing: {found['total']}.")
    if [month["ngr"] for month in found["months"]].count("0") > 0 or len(found["months"]) != MONTHS:
        raise Miscount(f"{accruals:,} accruals are not in {MONTHS} months.")


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--affiliates", type=int, default=1_000)
    parser.add_argument("--accruals", type=int, default=1_000_000, help="minimum number of accruals to create first")
    parser.add_argument("--seconds", type=int, default=20, help="how long events are sent, with and without simulations")
    parser.add_argument("--minutes-max", type=float, default=20, help="stop creating accruals after this time")


def bench(options: argparse.Namespace) -> list[Result]:
    months = months_until_now()
    with Instance(DATA) as instance:
        say(f"creating {options.affiliates:,} affiliates")
        driver = Driver(instance, "batch", 1, make_deals(instance, options.affiliates))
        fill(driver, months, int(options.accruals / ACCRUALS_PER_EVENT), time.monotonic() + options.minutes_max * 60)
        accruals = settled(lambda: instance.ledger().count("accruals"))
        say(f"simulating {accruals:,} accruals")
        simulated = simulate(instance, months)
        check(simulated.found, accruals)
        memory = instance.memory()
        rest = driver.measure(options.seconds)
        beside = Simulating(instance, months)
        busy = driver.measure(options.seconds)
        beside.end()
    print_table(["what", "s or events/s"],
                [[f"a simulation of {accruals:,} accruals", f"{simulated.seconds:.2f}"],
                 ["the first explanation of a player", f"{simulated.explained_seconds:.2f}"],
                 ["events alone", rate(rest.events_per_second)],
                 [f"events during simulations ({beside.count} ended)", rate(busy.events_per_second)]])
    return [Result(f"a simulation of {accruals:,} accruals of a year", "s", simulated.seconds, SECONDS_AIM, "the aim",
                   IN_TIME, memory_mb=memory.resident_mb, note=f"peak memory {memory.peak_mb:.0f} MB"),
            Result("the first explanation of a simulated player", "s", simulated.explained_seconds),
            Result("batches of 100 during simulations", "events/s", busy.events_per_second, rest.events_per_second,
                   "without simulations", AS_AT_REST)]
