"""Compares recorded redirects and pixels with nginx, which only logs them, in alternating rounds."""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from bench import open_loop
from bench.floor import REPOSITORY
from bench.instance import Instance
from bench.nginx import Nginx
from bench.open_loop import Latencies
from bench.report import Miscount, print_table, rate, say, settled
from bench.result import AS_NGINX, AS_NGINX_AT_A_RATE, AS_NGINX_WITH_MANY_CONNECTIONS, Result
from tests.support.client import Address
from tests.support.tracking import CHROME, FIREFOX, IPHONE, click_path, impression_path, make_creative, make_link

HELP = "redirects and pixels per second, and the latency of redirects at a fixed rate, compared with nginx"
HERE = Path(__file__).resolve().parent
FOLDER = REPOSITORY / "build/bench-data"
KINDS = ("redirects", "pixels")
OPEN_LOOP = "open-loop"
COUNTED = {"redirects": "clicks", "pixels": "impressions"}

WARM_UP_SECONDS = 2
# Lets one server write its buffers before the other is measured.
REST_SECONDS = 1
THREADS = min(2, os.cpu_count())
MANY_CONNECTIONS = 256

DESTINATION = "https://play.harbour.example/welcome?lang=de"
LOCATION = DESTINATION + "&click_id=019a86f0-3c52-7b1e-9d0a-5f3c1e7a9b24"

LINKS = 20
REQUESTS = 20_000
AGENTS = (
    CHROME, CHROME, FIREFOX, IPHONE, IPHONE,
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
    "Chrome/121.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
    "Safari/605.1.15",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 "
    "Edg/126.0.0.0",
)


@dataclass(frozen=True)
class Round:
    """The results of one run of wrk on one server."""

    requests: int
    per_second: float
    p50_ms: float
    p99_ms: float


@dataclass(frozen=True)
class Traffic:
    """The requests of wrk: the same request repeatedly, or the requests of a file."""

    name: str
    path: str
    requests: Path | None = None

    def run(self, address: Address, connections: int, seconds: int) -> Round:
        script = HERE / ("tracking_mix.lua" if self.requests else "tracking.lua")
        command = ["wrk", f"-t{THREADS}", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "--latency",
                   "-s", str(script), "http://{}:{}{}".format(*address, self.path)]
        command += ["--", str(self.requests)] if self.requests else []
        printed = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 120, check=True).stdout
        [line] = [line for line in printed.splitlines() if line.startswith("RESULT ")]
        result = json.loads(line.removeprefix("RESULT "))
        if result["refused"] or result["broken"]:
            raise RuntimeError(f"{result['refused']} requests were refused and {result['broken']} failed.")
        return Round(result["requests"], result["requests"] / result["seconds"], result["p50Ms"], result["p99Ms"])


def median(rounds: list[Round]) -> Round:
    return Round(sum(one.requests for one in rounds), *(statistics.median(getattr(one, member) for one in rounds)
                                                        for member in ("per_second", "p50_ms", "p99_ms")))


def make_traffic(instance: Instance, kind: str) -> list[Traffic]:
    """Creates links and creatives, and two kinds of traffic to them: one bare request, and realistic visitors."""
    chance = random.Random(kind)
    with instance.client() as client:
        links = [make_link(client, instance.account.brand_id, destinationUrl=DESTINATION) for _ in range(LINKS)]
        creatives = [make_creative(client, instance.account.brand_id)["id"] for _ in range(LINKS)]
    same = click_path(links[0]["linkId"]) if kind == "redirects" else impression_path(creatives[0])
    file = FOLDER / f"{kind}.requests"
    with open(file, "w") as lines:
        for number in range(REQUESTS):
            link, creative = chance.choice(links)["linkId"], chance.choice(creatives)
            subs = {"sub1": f"campaign-{chance.randrange(50)}", "sub2": f"site{chance.randrange(2000)}.example",
                    "sub3": f"{number:016x}"}
            path = click_path(link, **subs) if kind == "redirects" else impression_path(creative, lid=link)
            address = "100.{}.{}.{}".format(64 + chance.randrange(64), chance.randrange(256), chance.randrange(256))
            lines.write(f"{path}\t{address}\t{chance.choice(AGENTS)}\n")
    return [Traffic("same request", same), Traffic("visitors", same, file)]


@dataclass(frozen=True)
class Compared:
    kind: str
    traffic: str
    connections: int
    ours: Round
    nginx: Round
    unbuffered: Round
    recorded: int
    memory_mb: float

    @property
    def result(self) -> Result:
        aim = AS_NGINX_WITH_MANY_CONNECTIONS if self.connections >= MANY_CONNECTIONS else AS_NGINX
        return Result(f"{self.kind}, {self.traffic}, {self.connections} connections", "/s", self.ours.per_second,
                      self.nginx.per_second, "nginx", aim, self.memory_mb,
                      f"p99 {self.ours.p99_ms:.1f} ms, nginx {self.nginx.p99_ms:.1f} ms")


class Comparison:
    """One kind of traffic with this many connections, on a service with an empty ledger."""

    def __init__(self, kind: str, turn: int, connections: int, options: argparse.Namespace):
        self._kind, self._turn, self._connections = kind, turn, connections
        self._seconds, self._rounds = options.seconds, options.rounds
        self._answered = 0
        self._runs = 0

    def run(self, nginx: Nginx) -> Compared:
        with Instance(FOLDER / "service", trusted_proxies="127.0.0.1/32") as instance:
            traffic = make_traffic(instance, self._kind)[self._turn]
            say(f"{self._kind}, {traffic.name}, {self._connections} connections: {self._rounds} rounds of "
                f"{self._seconds} s each")
            self._ours(instance, traffic, WARM_UP_SECONDS)
            traffic.run(nginx.buffered, self._connections, WARM_UP_SECONDS)
            ours, theirs = [], []
            for _ in range(self._rounds):
                ours.append(self._ours(instance, traffic, self._seconds))
                theirs.append(self._theirs(nginx.buffered, traffic))
                say(f"ours {rate(ours[-1].per_second)}/s, nginx {rate(theirs[-1].per_second)}/s")
            unbuffered = self._theirs(nginx.unbuffered, traffic)
            nginx.forget()
            memory = instance.memory().resident_mb
            recorded = self._check(instance)
        return Compared(self._kind, traffic.name, self._connections, median(ours), median(theirs), unbuffered,
                        recorded, memory)

    def _ours(self, instance: Instance, traffic: Traffic, seconds: int) -> Round:
        measured = traffic.run(instance.address, self._connections, seconds)
        self._answered += measured.requests
        self._runs += 1
        time.sleep(REST_SECONDS)
        return measured

    def _theirs(self, address: Address, traffic: Traffic) -> Round:
        measured = traffic.run(address, self._connections, self._seconds)
        time.sleep(REST_SECONDS)
        return measured

    def _check(self, instance: Instance) -> int:
        """Checks that the ledger has all answered requests, plus at most those in flight. Also after a kill."""
        counted = COUNTED[self._kind]
        recorded = kept_after_a_kill(instance, counted)
        if not self._answered <= recorded <= self._answered + self._runs * self._connections:
            raise Miscount(f"{self._answered} {self._kind} were answered, the ledger holds {recorded} {counted}.")
        say(f"{recorded:,} {counted} in the ledger, {self._answered:,} answers seen by wrk")
        return recorded


@dataclass(frozen=True)
class OpenLoop:
    """Redirects at a fixed rate. The next request does not wait for a response, so that a pause is felt by all
    visitors who come in that time, not only by those who were already there."""

    rate: int
    ours: Latencies
    nginx: Latencies
    recorded: int
    memory_mb: float

    @property
    def result(self) -> Result:
        note = "; ".join(f"{name} {getattr(self.ours, member):.2f} ms, nginx {getattr(self.nginx, member):.2f} ms"
                         for name, member in (("p50", "p50"), ("p99.9", "p999"), ("maximum", "maximum")))
        return Result(f"redirects at {rate(self.rate)}/s, p99", "ms", self.ours.p99, self.nginx.p99, "nginx",
                      AS_NGINX_AT_A_RATE, self.memory_mb, note)


def run_open_loop(per_second: int, options: argparse.Namespace, nginx: Nginx) -> OpenLoop:
    """Measures both servers in turns. The latencies of all rounds of a server are summarized together."""
    def round_of(address: Address, path: str) -> list[float]:
        measured = open_loop.send(address, path, per_second, options.open_seconds, THREADS, FOLDER / "requests.log")
        time.sleep(REST_SECONDS)
        return measured

    say(f"redirects at {rate(per_second)}/s: {options.rounds} rounds of {options.open_seconds} s each")
    ours, theirs = [], []
    with Instance(FOLDER / "service", trusted_proxies="127.0.0.1/32") as instance:
        path = make_traffic(instance, "redirects")[0].path
        for _ in range(options.rounds):
            ours += round_of(instance.address, path)
            theirs += round_of(nginx.buffered, path)
        nginx.forget()
        memory = instance.memory().resident_mb
        recorded = kept_after_a_kill(instance, "clicks")
        sent = options.rounds * open_loop.requests_of(per_second, options.open_seconds)
        if recorded != sent:
            raise Miscount(f"{sent} redirects were answered, the ledger holds {recorded} clicks.")
    return OpenLoop(per_second, open_loop.summarize(ours), open_loop.summarize(theirs), recorded, memory)


def kept_after_a_kill(instance: Instance, counted: str) -> int:
    """Returns the number in the ledger. Raises Miscount if a kill of the service changes it."""
    recorded = settled(lambda: tracked(instance, counted))
    instance.kill()
    instance.start()
    kept = tracked(instance, counted)
    if kept != recorded:
        raise Miscount(f"The ledger had {recorded} {counted} and has {kept} after a kill.")
    return recorded


def tracked(instance: Instance, counted: str) -> int:
    with instance.client() as client:
        return client.api("GET", "/health").json()["tracking"][counted]


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--seconds", type=int, default=8, help="duration of each round")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each server, in turns")
    parser.add_argument("--connections", type=int, nargs="+", default=[64, 256])
    parser.add_argument("--rates", type=open_loop.rate_of, nargs="+", default=[5_000, 20_000, 40_000], metavar="RATE",
                        help=f"redirects per second of the open loop, multiples of {open_loop.CLIENT_RATE}")
    parser.add_argument("--open-seconds", type=int, default=4, help="duration of each round of the open loop")
    parser.add_argument("--only", choices=(*KINDS, OPEN_LOOP), help="only redirects, only pixels, or only the open loop")


def bench(options: argparse.Namespace) -> list[Result]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    compared, at_rates = [], []
    with Nginx(FOLDER / "nginx", LOCATION) as nginx:
        for kind in [kind for kind in KINDS if options.only in (None, kind)]:
            for turn in range(2):
                compared += [Comparison(kind, turn, connections, options).run(nginx)
                             for connections in options.connections]
        if options.only in (None, OPEN_LOOP):
            at_rates = [run_open_loop(per_second, options, nginx) for per_second in options.rates]
    shutil.rmtree(FOLDER, ignore_errors=True)
    if compared:
        print_compared(compared)
    if at_rates:
        print_open_loop(at_rates)
    return [one.result for one in (*compared, *at_rates)]


def print_compared(compared: list[Compared]):
    rows = []
    for one in compared:
        rows.append([f"{one.kind}, {one.traffic}", str(one.connections), rate(one.ours.per_second),
                     rate(one.nginx.per_second), f"{one.ours.per_second / one.nginx.per_second:.2f}",
                     f"{one.ours.p50_ms:.2f}", f"{one.nginx.p50_ms:.2f}",
                     f"{one.ours.p99_ms:.2f}", f"{one.nginx.p99_ms:.2f}",
                     f"{one.ours.p99_ms / one.nginx.p99_ms:.1f}", rate(one.unbuffered.per_second),
                     f"{one.recorded:,}", f"{one.memory_mb:.0f}"])
    print_table(["what", "connections", "ours/s", "nginx/s", "ratio", "p50 ms", "nginx", "p99 ms", "nginx", "ratio",
                 "nginx unbuffered/s", "recorded", "VmRSS MB"], rows)


def print_open_loop(at_rates: list[OpenLoop]):
    rows = []
    for one in at_rates:
        pairs = [(getattr(one.ours, member), getattr(one.nginx, member)) for member in ("p50", "p99", "p999", "maximum")]
        rows.append([rate(one.rate), *(f"{value:.2f}" for pair in pairs for value in pair), f"{one.recorded:,}",
                     f"{one.memory_mb:.0f}"])
    print_table(["redirects/s, open loop", "p50 ms", "nginx", "p99 ms", "nginx", "p99.9 ms", "nginx", "maximum ms",
                 "nginx", "recorded", "VmRSS MB"], rows)
