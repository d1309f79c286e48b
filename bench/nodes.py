"""Compares two nodes on one PostgreSQL with one node, and measures how soon one node sees the clicks of the other."""

import argparse
import contextlib
import shutil
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from bench.floor import REPOSITORY
from bench.instance import REQUESTS_PER_MINUTE, Instance
from bench.load import CONNECTIONS, Driver, Load, Sender
from bench.postgres import Server
from bench.report import Miscount, print_table, rate, say, settled
from bench.result import IN_TIME, Result
from tests.support.client import Client
from tests.support.tracking import CHROME, click_id_of, click_path, listed, made, make_link
from tests.support.waiting import wait_until

HELP = "two nodes on one PostgreSQL compared with one"
FOLDER = REPOSITORY / "build/bench-data/nodes"
WARM_UP_SECONDS = 2
# Two concurrent runs of wrk. With two nodes, each sends to its own node.
SENDERS = 2

CLICKS = 101
# What docs/rules.md promises.
CLICK_SEEN_MS = 200


@dataclass(frozen=True)
class Together:
    """The combined results of all senders, and the CPU time of the nodes."""

    operators: int
    nodes: int
    per_second: float
    p99_ms: float
    cpu_us: float
    memory_mb: float


class Cluster:
    """A context manager: nodes on a fresh database, and senders of one operator or of one operator each."""

    def __init__(self, server: Server, nodes: int, operators: int):
        self._url = server.fresh()
        self._count, self._operators = nodes, operators
        self._stack = contextlib.ExitStack()

    def __enter__(self) -> "Cluster":
        with contextlib.ExitStack() as stack:
            first = stack.enter_context(Instance(FOLDER / "node-1", ledger_url=self._url))
            senders = self._senders(first)
            # Started after the senders exist, because a node learns of later changes with a delay.
            self.nodes = [first] + [stack.enter_context(self._further(first, number))
                                    for number in range(2, self._count + 1)]
            self.drivers = [Driver(self.nodes[i % self._count], "batch", 1, sender=sender)
                            for i, sender in enumerate(senders)]
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self._stack.close()

    def _further(self, first: Instance, number: int) -> Instance:
        """Starts another node on the same ledger, with the same secret and its own data folder."""
        folder = FOLDER / f"node-{number}"
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "data").mkdir(parents=True)
        return Instance(folder, first.account, ledger_url=self._url, secret_file=first.data / "secret.key")

    def _senders(self, first: Instance) -> list[Sender]:
        connections = CONNECTIONS // SENDERS
        if self._operators == 1:
            with first.client() as client:
                brand = made(client.api("POST", "/brands", {"name": "Second"}))["id"]
            return [Sender(first.key, brand_id, connections) for brand_id in (first.account.brand_id, brand)]
        other = first.create_operator("Second")
        with Client(first.address, other.api_key) as client:
            key = made(client.api("POST", "/api-keys", {"name": "Bench", "requestsPerMinute": REQUESTS_PER_MINUTE}))
        return [Sender(first.key, first.account.brand_id, connections), Sender(key["key"], other.brand_id, connections)]

    def run(self, seconds: int) -> list[Load]:
        """Runs all senders concurrently."""
        with ThreadPoolExecutor(SENDERS) as pool:
            return list(pool.map(lambda driver: driver.run(seconds), self.drivers))

    def check(self):
        """Checks that the ledger has all acknowledged events, plus at most those in flight."""
        recorded = settled(lambda: self.nodes[0].ledger().count("events"))
        acknowledged = sum(driver.acknowledged for driver in self.drivers)
        if not acknowledged <= recorded <= acknowledged + sum(driver.in_flight_max for driver in self.drivers):
            raise Miscount(f"{acknowledged} events were acknowledged, the ledger holds {recorded}.")
        say(f"{recorded:,} events in the ledger, {acknowledged:,} of them seen by wrk")


def measure(server: Server, nodes: int, operators: int, seconds: int) -> Together:
    say(f"{nodes} node(s), {operators} operator(s): {seconds} s, {SENDERS} times {CONNECTIONS // SENDERS} connections")
    with Cluster(server, nodes, operators) as cluster:
        cluster.run(WARM_UP_SECONDS)
        before = sum(node.cpu_seconds() for node in cluster.nodes)
        loads = cluster.run(seconds)
        cpu = sum(node.cpu_seconds() for node in cluster.nodes) - before
        memory = sum(node.memory().resident_mb for node in cluster.nodes)
        cluster.check()
    events = sum(load.events for load in loads)
    if events == 0:
        raise RuntimeError(f"There was no response within {seconds} s.")
    return Together(operators, nodes, sum(load.events_per_second for load in loads), max(load.p99_ms for load in loads),
                    cpu / events * 1e6, memory)


def clicks_seen(server: Server) -> Result:
    """Measures the time from the redirect at the first node until the second node lists the click."""
    say(f"{CLICKS} clicks at one node, until the other one lists them")
    waits = []
    with Cluster(server, 2, 1) as cluster, cluster.nodes[0].client() as here, cluster.nodes[1].client() as there:
        link = make_link(here, cluster.nodes[0].account.brand_id)["linkId"]
        for _ in range(CLICKS):
            answer = here.request("GET", click_path(link), headers={"User-Agent": CHROME})
            started = time.monotonic()
            click_id = click_id_of(answer.header("Location"))
            wait_until(lambda: listed(there, "/clicks", clickId=click_id), "the other node sees the click", pause_seconds=0.002)
            waits.append((time.monotonic() - started) * 1000)
    return Result("a click is seen by another node, p99", "ms", statistics.quantiles(waits, n=100)[98], CLICK_SEEN_MS,
                  "what is promised", IN_TIME, note=f"p50 {statistics.median(waits):.0f} ms, maximum {max(waits):.0f} ms")


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--seconds", type=int, default=15, help="duration of each measurement")


def bench(options: argparse.Namespace) -> list[Result]:
    with Server() as server:
        pairs = [[measure(server, nodes, operators, options.seconds) for nodes in (1, 2)] for operators in (1, 2)]
        seen = clicks_seen(server)
    shutil.rmtree(FOLDER, ignore_errors=True)
    print_pairs(pairs)
    print_table(["", "p99 ms", ""], [[seen.what, f"{seen.ours:.0f}", seen.note]])
    return [Result(f"two nodes on one PostgreSQL, batches of {two.operators} operator(s)", "events/s", two.per_second,
                   one.per_second, "one node", memory_mb=two.memory_mb,
                   note=f"memory of both; p99 {two.p99_ms:.0f} ms, one node {one.p99_ms:.0f} ms") for one, two in pairs] + [seen]


def print_pairs(pairs: list[list[Together]]):
    print_table(["operators", "nodes", "events/s", "to one node", "CPU us/event", "p99 ms", "VmRSS MB"],
                [[str(it.operators), str(it.nodes), rate(it.per_second), f"{it.per_second / pair[0].per_second:.2f}",
                  f"{it.cpu_us:.1f}", f"{it.p99_ms:.1f}", f"{it.memory_mb:.0f}"] for pair in pairs for it in pair])
