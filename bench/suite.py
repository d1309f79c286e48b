"""Runs all benchmarks. A failure of one does not lose the results of the others."""

import contextlib
import datetime
import io
import sys
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from bench import machine
from bench.floor import REPOSITORY
from bench.report import say
from bench.result import Result
from bench.results_page import Outcome, Page, write

RESULTS = REPOSITORY / "bench/RESULTS.md"
QUICK_RESULTS = REPOSITORY / "build/bench-quick.md"


@dataclass(frozen=True)
class Part:
    """One benchmark with its arguments: for a full run, and for a quick run that only shows that it works."""

    full: str
    quick: str


PARTS = (
    Part("tracking --seconds 6", "tracking --seconds 2 --rounds 1 --connections 64 --rates 5000 --open-seconds 2"),
    Part("events --deals", "events --deals --seconds 4"),
    Part("growth 1000000 5000000 20000000 --minutes-max 10", "growth 50000 100000 200000 --seconds 4 --minutes-max 1"),
    Part("reports", "reports --facts 200000 --rounds 3 --seconds 4 --rounds-of-events 1"),
    Part("reports --engine clickhouse --facts 2000000 --rounds-of-events 0",
         "reports --engine clickhouse --facts 200000 --rounds 3 --seconds 4 --rounds-of-events 0"),
    Part("postgres", "postgres --seconds 4"),
    Part("nodes", "nodes --seconds 4"),
    Part("commission", "commission --seconds 4"),
    Part("closing", "closing --affiliates 50 --accruals 20000 --minutes-max 1"),
    Part("simulation", "simulation --affiliates 50 --accruals 20000 --seconds 4 --minutes-max 1"),
    Part("search", "search --affiliates 2000 --events 20000 --rounds 5"),
    Part("outbox", "outbox --seconds 2 --destinations 20 --waiting 20000"),
    Part("pages --rounds 3", "pages --rounds 1 --only /profile"),
)

# Runs the benchmark of these arguments.
Run = Callable[[list[str]], list[Result]]


class Echo(io.StringIO):
    """Stores the output and also prints it."""

    def write(self, text: str) -> int:
        sys.__stdout__.write(text)
        sys.__stdout__.flush()
        return super().write(text)


def run_one(arguments: list[str], run: Run) -> Outcome:
    command = " ".join(["./dev bench", *arguments])
    say(f"== {command}")
    began, printed, results, failure = time.monotonic(), Echo(), [], ""
    try:
        with contextlib.redirect_stdout(printed):
            results = run(arguments)
    except Exception as error:  # Any failure is shown on the page, and the other benchmarks continue.
        traceback.print_exc()
        failure = f"{type(error).__name__}: {error}"
    return Outcome(command, time.monotonic() - began, results, printed.getvalue(), failure)


def run_parts(parts: list[list[str]], command: str, file: Path | None, run: Run) -> int:
    """Writes the page after every part, so that an early end loses nothing."""
    page = Page(machine.look(), command, datetime.datetime.now(datetime.timezone.utc), [])
    for arguments in parts:
        page.outcomes.append(run_one(arguments, run))
        if file:
            write(page, file)
    if file:
        say(f"written: {file}")
    return 1 if page.failed else 0


def run_all(quick: bool, file: Path | None, run: Run) -> int:
    parts = [(part.quick if quick else part.full).split() for part in PARTS]
    command = "./dev bench --quick" if quick else "./dev bench"
    return run_parts(parts, command, file or (QUICK_RESULTS if quick else RESULTS), run)
