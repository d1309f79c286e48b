"""Compares the time to compute the commission of an event in memory with the time to record an event over HTTP."""

import argparse
import json
import subprocess

from bench.events import Measured, Sending, best_of
from bench.floor import REPOSITORY
from bench.report import print_table, rate, say
from bench.result import Aim, Result

HELP = "the cost of commission compared with recording an event"
PROGRAM = REPOSITORY / "build/release/commission_engine"
AIM = Aim(0.25, at_most=True)


def run_engine() -> dict[str, dict]:
    """The results of Google Benchmark by name."""
    say("engine: 1,000 affiliates, 100,000 players")
    command = [str(PROGRAM), "--benchmark_format=json", "--benchmark_min_time=3"]
    printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=600, check=True).stdout
    return {one["name"]: one for one in json.loads(printed)["benchmarks"]}


def nanoseconds(one: dict) -> float:
    return 1e9 / one["items_per_second"]


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--seconds", type=int, default=15, help="duration of each measurement over HTTP")


def bench(options: argparse.Namespace) -> list[Result]:
    measured = run_engine()
    ingested = [best_of(Sending("batch", options.seconds, with_deals)) for with_deals in (False, True)]
    accruals = measured["Events"]["accruals"]
    event, encoded, hashed = (nanoseconds(measured[name]) for name in ("Events", "EncodeAccrual", "HashAccrual"))
    print_commission({"engine, an event": event, "what an accrual saw, encoded": encoded,
                      "an accrual, encoded and hashed": hashed,
                      f"an event with its {accruals:.2f} accruals": event + accruals * hashed}, ingested)
    return [Result("commission of an event, the engine alone", "ns", event, ingested[0].cpu_us * 1e3,
                   "CPU of an event taken in, without deals", AIM)]


def print_commission(costs: dict[str, float], ingested: list[Measured]):
    times = [1e9 / ours.load.events_per_second for ours in ingested]
    cores = [ours.cpu_us * 1e3 for ours in ingested]
    rows = [[name, f"{cost:,.0f}", *(f"{cost / one:.3f}" for one in times + cores)] for name, cost in costs.items()]
    print_table(["what", "ns", "/ event", "/ event with deals", "/ its CPU", "/ its CPU with deals"], rows)
    print_table(["an event taken in", "events/s", "ns", "CPU ns"],
                [[name, rate(ours.load.events_per_second), f"{one:,.0f}", f"{core:,.0f}"]
                 for name, ours, one, core in zip(("no deals", "with deals"), ingested, times, cores)])
    engine = costs["engine, an event"]
    print(f"engine / ingested event: {engine / times[0]:.3f} of its time, {engine / cores[0]:.3f} of its CPU "
          f"(aim: {AIM})")
