"""Reports over a year of facts: projecting the facts, running reports, and recording events at the same time."""

import argparse
import csv
import os
import platform
import shutil
import statistics
import threading
import time
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Callable

from bench.bare import Bare
from bench.floor import REPOSITORY
from bench.instance import Instance
from bench.load import Driver
from bench.prepared import Prepared, Recipe, prepare
from bench.report import Miscount, print_table, rate, say
from bench.report_questions import AMOUNTS, YEAR_BY_DATE, Question, questions
from bench.result import AS_BARE_SQL, Aim, Result
from tests.support import clickhouse
from tests.support.client import Client, Response
from tests.support.tracking import made

HELP = "reports over a year of facts compared with hand-written SQL"
WORK = REPOSITORY / "build/bench-data/reports"
NAMES = {"batch": "batches of 100", "single": "single events"}
# The service's defaults for DuckDB (service/open_facts.cpp, facts/duckdb/duck_options.hpp).
MEMORY_MB = 1024
NICENESS = 10
PROJECT_SECONDS_MAX = 3_600
REPORT_SECONDS_MAX = 300
BESIDE_REPORTS = Aim(0.8)
WARM_UPS = 2


@dataclass(frozen=True)
class Projected:
    facts: int
    seconds: float
    cpu_seconds: float

    @property
    def result(self) -> Result:
        return Result("facts moved into the analytics store", "facts/s", self.facts / self.seconds,
                      note=f"{self.facts:,} facts")


@dataclass(frozen=True)
class Took:
    """The time of a question: the median of the elapsed time and the mean CPU time of all threads."""

    ms: float
    cpu_ms: float


@dataclass(frozen=True)
class Answered:
    question: Question
    ours: Took
    bare: Took | None
    rows: int

    @property
    def meets_ratio(self) -> bool:
        return self.ours.ms <= self.bare.ms * AS_BARE_SQL.bound

    def result(self, memory_mb: float) -> Result:
        cpu = f", {self.ours.cpu_ms / max(self.bare.cpu_ms, 1):.2f} of its CPU" if self.bare else ""
        return Result(f"report: {self.question.name}", "ms", self.ours.ms, self.bare.ms if self.bare else None,
                      "bare SQL in DuckDB" if self.bare else "", AS_BARE_SQL if self.bare else None, memory_mb,
                      f"{self.rows:,} rows{cpu}")


@dataclass(frozen=True)
class Ingested:
    script: str
    alone: float  # Events per second.
    beside: float
    reports: int  # Reports that were answered at the same time.

    @property
    def result(self) -> Result:
        return Result(f"{NAMES[self.script]} beside reports of a year", "events/s", self.beside, self.alone,
                      "without reports", BESIDE_REPORTS, note=f"{self.reports} reports at the same time")


class Asker:
    """Runs reports of one instance on its own connection."""

    def __init__(self, instance: Instance):
        self.instance = instance
        self._client = Client(instance.address, instance.key, timeout=REPORT_SECONDS_MAX)
        self._paths: dict[str, str] = {}

    def __enter__(self) -> "Asker":
        return self

    def __exit__(self, *_):
        self._client.close()

    def ask(self, question: Question) -> tuple[float, Response]:
        """Returns the milliseconds and the answer."""
        path = self._saved_path(question) if question.as_csv else None
        began = time.monotonic()
        answer = self._client.request("GET", path) if path else self._client.api("POST", "/reports/query",
                                                                                 question.body)
        took = (time.monotonic() - began) * 1e3
        if answer.status != 200:
            raise RuntimeError(f"{question.name} got the response {answer.status}: {answer.body[:1000]!r}")
        return took, answer

    def _saved_path(self, question: Question) -> str:
        if question.name not in self._paths:
            saved = made(self._client.api("POST", "/report-presets", {"name": question.name} | question.body))
            self._paths[question.name] = "/api/v1/reports/" + saved["apiUrl"].rsplit("/", 1)[1]
        return self._paths[question.name]


def totals_of(question: Question, answer: Response) -> tuple[int, list[Decimal]]:
    """Returns the number of rows and the totals."""
    if question.as_csv:
        lines = list(csv.reader(answer.body.decode().splitlines()))
        return len(lines) - 2, list(map(Decimal, lines[-1][len(question.group_keys):]))
    report = answer.json()
    return len(report["rows"]), [Decimal(str(report["totals"][metric])) for metric in question.metrics]


def check_totals(question: Question, answer: Response, bare: Bare, foreign: bool) -> int:
    """Checks that both results are equal, except amounts with other currencies. Returns the number of rows."""
    rows, totals = totals_of(question, answer)
    by_hand = bare.ask(question.totals_by_hand).first
    for metric, ours, other in zip(question.metrics, totals, by_hand):
        if foreign and metric in AMOUNTS:
            continue
        if abs(float(ours) - other) > max(0.01, abs(other) * 1e-9):
            raise Miscount(f"{question.name}: the total of {metric} is {ours}, with hand-written SQL {other}.")
    return rows


def project(instance: Instance) -> Projected:
    """Waits until a new instance has all facts in its analytics store."""
    began, cpu = time.monotonic(), instance.cpu_seconds()
    deadline = began + PROJECT_SECONDS_MAX
    told = began
    before = 0
    while time.monotonic() < deadline:
        facts = int(instance.metric("fairlead_facts_projected_total"))
        # The first step counts its facts before it publishes the lag for the first time.
        if facts > 0 and facts == before and instance.metric("fairlead_projector_blocks_behind") == 0:
            return Projected(facts, time.monotonic() - began, instance.cpu_seconds() - cpu)
        before = facts
        time.sleep(0.1)
        if time.monotonic() - told > 10:
            told = time.monotonic()
            say(f"{facts:,} facts, {rate(facts / (told - began))}/s, {instance.memory().resident_mb:.0f} MB")
    raise TimeoutError(f"Not all facts were projected within {PROJECT_SECONDS_MAX} s.")


class Clock:
    """Collects the times of one side for the same question."""

    def __init__(self, cpu_seconds: Callable[[], float]):
        self._cpu_seconds = cpu_seconds
        self._times: list[float] = []
        self._cpu = 0.0

    def run(self, ask: Callable[[], float]):
        """Calls a function that returns its milliseconds."""
        before = self._cpu_seconds()
        self._times.append(ask())
        self._cpu += self._cpu_seconds() - before

    def took(self) -> Took:
        return Took(statistics.median(self._times), self._cpu * 1e3 / len(self._times))


def measure(question: Question, asker: Asker, bare: Bare | None, options: argparse.Namespace) -> Answered:
    """Both sides take turns, so that other work on the machine slows both down alike."""
    for _ in range(WARM_UPS):
        _, answer = asker.ask(question)
        rows = check_totals(question, answer, bare, options.foreign > 0) if bare else totals_of(question, answer)[0]
    ours = Clock(asker.instance.cpu_seconds)
    ways = [(Clock(bare.cpu_seconds), statements) for statements in question.by_hand] if bare else []
    for _ in range(options.rounds):
        for clock, statements in ways:
            clock.run(lambda: sum(bare.ask(sql).ms for sql in statements))
        ours.run(lambda: asker.ask(question)[0])
    by_hand = min((clock.took() for clock, _ in ways), key=lambda took: took.ms, default=None)
    answered = Answered(question, ours.took(), by_hand, rows)
    say(f"{question.name}: {answered.ours.ms:.0f} ms" + (f", bare {by_hand.ms:.0f} ms" if by_hand else ""))
    return answered


class Loop(threading.Thread):
    """A context manager that runs the same report repeatedly."""

    def __init__(self, instance: Instance, question: Question):
        super().__init__(daemon=True)
        self.count = 0
        self._instance, self._question = instance, question
        self._ended = threading.Event()
        self._failure: Exception | None = None

    def run(self):
        try:
            with Asker(self._instance) as asker:
                while not self._ended.is_set():
                    asker.ask(self._question)
                    self.count += 1
        except Exception as failure:  # Passed on to the thread that waits for this one.
            self._failure = failure

    def __enter__(self) -> "Loop":
        self.start()
        return self

    def __exit__(self, *_):
        self._ended.set()
        self.join(REPORT_SECONDS_MAX)
        if self._failure:
            raise self._failure


def measure_ingestion(instance: Instance, script: str, seconds: int, rounds: int) -> Ingested:
    driver = Driver(instance, script, 1)
    driver.run(WARM_UPS)
    alone, beside, reports = [], [], 0
    for _ in range(rounds):
        alone.append(driver.measure(seconds).events_per_second)
        with Loop(instance, YEAR_BY_DATE) as loop:
            beside.append(driver.run(seconds).events_per_second)
        reports += loop.count
    ingested = Ingested(script, statistics.median(alone), statistics.median(beside), reports)
    say(f"{NAMES[script]}: {rate(ingested.alone)}/s alone, {rate(ingested.beside)}/s beside {reports} reports")
    return ingested


def open_instance(prepared: Prepared, facts_url: str | None) -> Instance:
    settings = {"facts": facts_url} if facts_url else {}
    return Instance(WORK, prepared.account, **settings)


def bench_duckdb(prepared: Prepared, options: argparse.Namespace) -> list[Result]:
    copy = WORK / "bare.duckdb"
    results = []
    if not (options.reuse and copy.exists()):
        prepared.copy_to(WORK)
        with open_instance(prepared, None) as instance:
            say("projecting all facts")
            results.append(bench_projection(instance))
        shutil.copy(WORK / "data/facts.duckdb", copy)
    with open_instance(prepared, None) as instance:
        with Bare(copy, os.cpu_count(), MEMORY_MB, NICENESS) as bare, Asker(instance) as asker:
            results += bench_questions(asker, bare, options)
        return results + bench_ingestion(instance, options)


def bench_clickhouse(prepared: Prepared, options: argparse.Namespace) -> list[Result]:
    """Without hand-written SQL and without reuse, because the server ends with the benchmark."""
    prepared.copy_to(WORK)
    with clickhouse.PrivateClickHouse() as server:
        with open_instance(prepared, clickhouse.fresh_database(server.url)) as instance:
            say("projecting all facts into ClickHouse")
            results = [bench_projection(instance)]
            with Asker(instance) as asker:
                results += bench_questions(asker, None, options)
            return results + bench_ingestion(instance, options)


def bench_projection(instance: Instance) -> Result:
    projected = project(instance)
    print_projected(projected, instance)
    return projected.result


def bench_questions(asker: Asker, bare: Bare | None, options: argparse.Namespace) -> list[Result]:
    answered = [measure(question, asker, bare, options) for question in chosen(options)]
    print_answered(answered, asker.instance)
    memory = asker.instance.memory().resident_mb
    return [one.result(memory) for one in answered]


def bench_ingestion(instance: Instance, options: argparse.Namespace) -> list[Result]:
    ingested = [measure_ingestion(instance, script, options.seconds, options.rounds_of_events)
                for script in NAMES if options.rounds_of_events]
    print_ingested(ingested)
    return [one.result for one in ingested]


def chosen(options: argparse.Namespace) -> list[Question]:
    return [question for question in questions() if not options.only or options.only in question.name]


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--facts", type=int, default=20_000_000)
    parser.add_argument("--foreign", type=int, default=0, help="percentage of players whose money is in USD or SEK")
    parser.add_argument("--engine", choices=["duckdb", "clickhouse"], default="duckdb")
    parser.add_argument("--rounds", type=int, default=9, help="number of times that each report is run")
    parser.add_argument("--only", help="only reports whose name contains this text")
    parser.add_argument("--seconds", type=int, default=8, help="duration of the load of events in each round")
    parser.add_argument("--rounds-of-events", type=int, default=3, help="rounds of the load of events; 0: none")
    parser.add_argument("--keep", action="store_true", help="keep the projected facts for --reuse")
    parser.add_argument("--reuse", action="store_true", help="use the facts of --keep instead of projecting again")


def bench(options: argparse.Namespace) -> list[Result]:
    prepared = prepare(Recipe(options.facts, options.foreign))
    print(f"{options.facts:,} facts of a year on {platform.machine()} with {os.cpu_count()} cores, {options.engine}")
    results = {"duckdb": bench_duckdb, "clickhouse": bench_clickhouse}[options.engine](prepared, options)
    if not options.keep:
        shutil.rmtree(WORK, ignore_errors=True)
    return results


def size_mb(path: Path) -> float:
    return path.stat().st_size / (1 << 20) if path.exists() else 0.0


def print_projected(projected: Projected, instance: Instance):
    memory = instance.memory()
    print_table(["projected", "seconds", "facts/s", "CPU us/fact", "VmHWM MB", "ledger MB", "DuckDB MB"],
                [[f"{projected.facts:,}", f"{projected.seconds:.1f}", rate(projected.facts / projected.seconds),
                  f"{projected.cpu_seconds / projected.facts * 1e6:.2f}", f"{memory.peak_mb:.0f}",
                  f"{size_mb(instance.data / 'ledger.db'):.0f}", f"{size_mb(instance.data / 'facts.duckdb'):.0f}"]])


def print_answered(answered: list[Answered], instance: Instance):
    rows = []
    for one in answered:
        aim = one.question.aim_ms
        rows.append([one.question.name, f"{one.rows:,}", f"{one.ours.ms:.1f}", f"{aim:.0f}" if aim else "-",
                     f"{one.ours.cpu_ms:.0f}", *bare_columns(one)])
    print_table(["report", "rows", "ours ms", "aim ms", "CPU ms", "bare ms", "bare CPU ms", "ours/bare", "CPU/CPU",
                 f"<= {AS_BARE_SQL.bound} bare"], rows)
    print(f"Warm medians, mean CPU. Peak memory of the service (VmHWM): {instance.memory().peak_mb:.0f} MB.\n")


def bare_columns(one: Answered) -> list[str]:
    if not one.bare:
        return ["-"] * 5
    return [f"{one.bare.ms:.1f}", f"{one.bare.cpu_ms:.0f}", f"{one.ours.ms / one.bare.ms:.2f}",
            f"{one.ours.cpu_ms / max(one.bare.cpu_ms, 1):.2f}", "yes" if one.meets_ratio else "no"]


def print_ingested(measured: list[Ingested]):
    if measured:
        print_table(["events taken in", "alone/s", "beside a report/s", "ratio", "reports"],
                    [[NAMES[one.script], rate(one.alone), rate(one.beside), f"{one.beside / one.alone:.2f}",
                      str(one.reports)] for one in measured])
        print(f"The report is {YEAR_BY_DATE.name}, run repeatedly (aim: ratio {BESIDE_REPORTS}).")
