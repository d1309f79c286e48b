"""Plants one bug after the other in a copy of the tree, builds it, and checks that the test named for the bug fails.

python3 -m tests.planted.run                      all bugs; ./dev planted also builds and starts the databases
python3 -m tests.planted.run --only nonce         bugs with this text in their name
python3 -m tests.planted.run --whole-suite        runs every test instead of the named one
python3 -m tests.planted.run --copies 1           plants one bug at a time (default: one per core)

Each copy is mounted over the tree in a mount namespace, so that the build can reuse existing objects. This needs root.
"""

import argparse
import os
import queue
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from tests.planted import access, durability, edge, money, outgoing
from tests.planted.bug import Bug, Check
from tests.support.program import REPOSITORY

BUGS: tuple[Bug, ...] = durability.BUGS + money.BUGS + access.BUGS + edge.BUGS + outgoing.BUGS

SCRATCH = REPOSITORY / "build/planted"
LOGS = REPOSITORY / "build/planted-logs"
BUILD = "build/release"
NOT_COPIED = {SCRATCH.name, LOGS.name, "asan", "tsan", "fuzz", "tidy", "debug", "demo-data", "run-data"}
TEST_SECONDS_MAX = 900
T = TypeVar("T")
R = TypeVar("R")
FAILED = re.compile(r"^(?:FAIL|ERROR): (\w+)|^\[  FAILED  \] ([\w/.]+)|\*\*\*(?:Failed|Exception|Timeout)", re.MULTILINE)


class Copy:
    """A copy of the tree with its build. Bugs are planted and commands run in it as if it were the tree itself."""

    def __init__(self, number: int, jobs: int):
        self.folder = SCRATCH / str(number)
        self.jobs = jobs
        # File times are preserved, so that nothing is built again.
        for folder, left_out in ((REPOSITORY, {".git", "build"}), (REPOSITORY / "build", NOT_COPIED)):
            target = self.folder / folder.relative_to(REPOSITORY)
            target.mkdir(parents=True)
            entries = [entry for entry in folder.iterdir() if entry.name not in left_out]
            subprocess.run(["cp", "-a", "--reflink=auto", *entries, target], check=True)

    def run(self, command: str, log: Path) -> subprocess.CompletedProcess:
        script = f"mount --bind '{self.folder}' '{REPOSITORY}' && cd '{REPOSITORY}' && {command}"
        with open(log, "ab") as output:
            output.write(f"$ {command}\n".encode())
            output.flush()
            return subprocess.run(["unshare", "-m", "bash", "-c", script], stdin=subprocess.DEVNULL, stdout=output,
                                  stderr=subprocess.STDOUT, check=False)

    def build(self, targets: list[str], log: Path) -> bool:
        return self.run(f"ninja -C {BUILD} -j {self.jobs} {' '.join(targets)}", log).returncode == 0

    def restore(self, bug: Bug):
        """Restores the file with a new time, so that the objects built with the bug are out of date."""
        (self.folder / bug.file).write_text((REPOSITORY / bug.file).read_text())


class Copies:
    """Several copies that work at the same time, because much of the work for a bug (linking, most tests) keeps one core busy."""

    def __init__(self, count: int):
        if os.geteuid() != 0:
            raise PermissionError("Planting bugs needs root, because a copy is mounted over the tree.")
        shutil.rmtree(SCRATCH, ignore_errors=True)
        LOGS.mkdir(parents=True, exist_ok=True)
        jobs = max(1, (os.cpu_count() or 1) // count)
        self.all = [Copy(number, jobs) for number in range(1, count + 1)]
        self.idle: queue.SimpleQueue[Copy] = queue.SimpleQueue()
        for copy in self.all:
            self.idle.put(copy)

    def each(self, work: Callable[[Copy, T], R], items: Iterable[T]) -> Iterator[R]:
        """The results of `work` for each item, in the order of the items."""

        def with_a_copy(item: T) -> R:
            copy = self.idle.get()
            try:
                return work(copy, item)
            finally:
                self.idle.put(copy)

        with ThreadPoolExecutor(len(self.all)) as threads:
            yield from threads.map(with_a_copy, items)


def command_of(check: Check) -> str:
    if check.is_comparison:
        return f"timeout {TEST_SECONDS_MAX} python3 -m {check.suite} {check.tests}"
    if check.is_python:
        chosen = f" -k {check.tests}" if check.tests else ""
        return f"timeout {TEST_SECONDS_MAX} python3 -m unittest --failfast {check.suite}{chosen}"
    return f"timeout {TEST_SECONDS_MAX} {BUILD}/{check.suite} --gtest_filter='{check.tests or '*'}' --gtest_fail_fast"


def targets_of(check: Check, whole_suite: bool) -> list[str]:
    if whole_suite:
        return ["all"]
    if not check.is_python:
        return [check.suite]
    return ["commission_histories"] if ".property." in check.suite else ["fairlead", "fact_sums"]


def first_failure(log: Path) -> str:
    """The name of the test that failed first."""
    match = FAILED.search(log.read_text(errors="replace"))
    return next((group for group in match.groups() if group), "") if match else ""


def passes(copy: Copy, check: Check, log: Path) -> bool:
    """Whether the tests pass without any bug."""
    log.unlink(missing_ok=True)
    return copy.run(command_of(check), log).returncode == 0


def plant(copy: Copy, bug: Bug, number: int, whole_suite: bool) -> tuple[str, str, float]:
    """The outcome (`caught`, `SURVIVED` or `DOES NOT BUILD`), the test that failed, and the seconds that it took."""
    log = LOGS / f"{number:02}.log"
    log.write_text(f"{bug.name}\n")
    since = time.monotonic()
    bug.apply(copy.folder)
    try:
        if not copy.build(targets_of(bug.caught_by, whole_suite), log):
            return "DOES NOT BUILD", str(log), time.monotonic() - since
        command = f"ctest --preset release -LE browser -j {copy.jobs}" if whole_suite else command_of(bug.caught_by)
        failed = copy.run(command, log).returncode != 0
        test = first_failure(log)
        return "caught" if failed else "SURVIVED", f"{bug.caught_by.suite} {test}".strip(), time.monotonic() - since
    finally:
        copy.restore(bug)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.planted.run", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only bugs with this text in their name")
    parser.add_argument("--first", type=int, default=1, help="the number of the first bug, to go on after an interruption")
    parser.add_argument("--whole-suite", action="store_true", help="run every test, not only the named one")
    parser.add_argument("--copies", type=int, default=os.cpu_count() or 1, help="how many bugs are planted at the same time")
    parser.add_argument("--markdown", type=Path, help="also write the table into this file")
    return parser.parse_args(arguments)


def unsound(copies: Copies, checks: set[Check]) -> set[Check]:
    """The checks that fail without any bug. Their failure with a bug proves nothing."""
    numbered = list(enumerate(sorted(checks, key=str), 1))
    passed = copies.each(lambda copy, item: passes(copy, item[1], LOGS / f"sound-{item[0]:02}.log"), numbered)
    return {check for (_, check), sound in zip(numbered, passed) if not sound}


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    bugs = [(number, bug) for number, bug in enumerate(BUGS, 1)
            if number >= options.first and options.only in bug.name]
    copies = Copies(options.copies)
    needed = sorted({target for _, bug in bugs for target in targets_of(bug.caught_by, options.whole_suite)})
    if not all(copy.build(needed, LOGS / "00.log") for copy in copies.all):
        print(f"The tree does not build: {LOGS / '00.log'}", file=sys.stderr)
        return 1
    failing = unsound(copies, {bug.caught_by for _, bug in bugs})
    for check in failing:
        print(f"FAILS WITHOUT ANY BUG: {check}", flush=True)
    rows = []
    outcomes = copies.each(lambda copy, item: plant(copy, item[1], item[0], options.whole_suite), bugs)
    for (_, bug), (outcome, test, seconds) in zip(bugs, outcomes):
        rows.append((bug, outcome, test, seconds))
        print(f"{outcome:<9} {bug.name:<62} {test} ({seconds:.0f} s)", flush=True)
    caught = sum(1 for bug, outcome, *_ in rows if outcome == "caught" and bug.caught_by not in failing)
    print(f"{caught} of {len(rows)} caught")
    if options.markdown:
        options.markdown.write_text(markdown(rows))
    return 0 if caught == len(rows) else 1


def markdown(rows: list[tuple[Bug, str, str, float]]) -> str:
    lines = ["| Bug | Why it matters | Caught by | Seconds |", "|---|---|---|---|"]
    lines += [f"| {bug.name} | {bug.why} | {test if outcome == 'caught' else outcome} | {seconds:.0f} |"
              for bug, outcome, test, seconds in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
