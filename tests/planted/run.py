"""Plants one bug after the other in a copy of the tree, builds it, and checks that the test named for the bug fails.

python3 -m tests.planted.run                      all bugs; ./dev planted also builds and starts the databases
python3 -m tests.planted.run --only nonce         bugs with this text in their name
python3 -m tests.planted.run --whole-suite        runs every test instead of the named one

The copy is mounted over the tree in a mount namespace, so that the build can reuse existing objects. This needs root.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.planted import access, durability, edge, money, outgoing
from tests.planted.bug import Bug, Check
from tests.support.program import REPOSITORY

BUGS: tuple[Bug, ...] = durability.BUGS + money.BUGS + access.BUGS + edge.BUGS + outgoing.BUGS

SCRATCH = REPOSITORY / "build/planted"
LOGS = REPOSITORY / "build/planted-logs"
BUILD = "build/release"
NOT_COPIED = {SCRATCH.name, LOGS.name, "asan", "tsan", "fuzz", "tidy", "debug", "demo-data", "run-data"}
TEST_SECONDS_MAX = 900
FAILED = re.compile(r"^(?:FAIL|ERROR): (\w+)|^\[  FAILED  \] ([\w/.]+)|\*\*\*(?:Failed|Exception|Timeout)", re.MULTILINE)


class Copy:
    """A copy of the tree with its build. Bugs are planted and commands run in it as if it were the tree itself."""

    def __init__(self):
        if os.geteuid() != 0:
            raise PermissionError("Planting bugs needs root, because a copy is mounted over the tree.")
        shutil.rmtree(SCRATCH, ignore_errors=True)
        LOGS.mkdir(parents=True, exist_ok=True)
        # File times are preserved, so that nothing is built again.
        for folder, left_out in ((REPOSITORY, {".git", "build"}), (REPOSITORY / "build", NOT_COPIED)):
            target = SCRATCH / folder.relative_to(REPOSITORY)
            target.mkdir(parents=True)
            entries = [entry for entry in folder.iterdir() if entry.name not in left_out]
            subprocess.run(["cp", "-a", "--reflink=auto", *entries, target], check=True)

    def run(self, command: str, log: Path) -> subprocess.CompletedProcess:
        script = f"mount --bind '{SCRATCH}' '{REPOSITORY}' && cd '{REPOSITORY}' && {command}"
        with open(log, "ab") as output:
            output.write(f"$ {command}\n".encode())
            output.flush()
            return subprocess.run(["unshare", "-m", "bash", "-c", script], stdin=subprocess.DEVNULL, stdout=output,
                                  stderr=subprocess.STDOUT, check=False)

    def build(self, targets: list[str], log: Path) -> bool:
        return self.run(f"ninja -C {BUILD} -j {os.cpu_count()} {' '.join(targets)}", log).returncode == 0

    def restore(self, bug: Bug):
        """Restores the file with a new time, so that the objects built with the bug are out of date."""
        (SCRATCH / bug.file).write_text((REPOSITORY / bug.file).read_text())


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
    """Whether the tests pass without any bug. Otherwise their failure proves nothing."""
    log.unlink(missing_ok=True)
    return copy.run(command_of(check), log).returncode == 0


def plant(copy: Copy, bug: Bug, number: int, whole_suite: bool) -> tuple[str, str, float]:
    """The outcome (`caught`, `SURVIVED` or `DOES NOT BUILD`), the test that failed, and the seconds that it took."""
    log = LOGS / f"{number:02}.log"
    log.write_text(f"{bug.name}\n")
    since = time.monotonic()
    bug.apply(SCRATCH)
    try:
        if not copy.build(targets_of(bug.caught_by, whole_suite), log):
            return "DOES NOT BUILD", str(log), time.monotonic() - since
        command = f"ctest --preset release -LE browser -j {os.cpu_count()}" if whole_suite else command_of(bug.caught_by)
        failed = copy.run(command, log).returncode != 0
        test = first_failure(log)
        return "caught" if failed else "SURVIVED", f"{bug.caught_by.suite} {test}".strip(), time.monotonic() - since
    finally:
        copy.restore(bug)


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m tests.planted.run", description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only bugs with this text in their name")
    parser.add_argument("--whole-suite", action="store_true", help="run every test, not only the named one")
    parser.add_argument("--markdown", type=Path, help="also write the table into this file")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    options = parse(arguments)
    bugs = [(number, bug) for number, bug in enumerate(BUGS, 1) if options.only in bug.name]
    copy = Copy()
    needed = sorted({target for _, bug in bugs for target in targets_of(bug.caught_by, options.whole_suite)})
    if not copy.build(needed, LOGS / "00.log"):
        print(f"The tree does not build: {LOGS / '00.log'}", file=sys.stderr)
        return 1
    sound = {check: passes(copy, check, LOGS / f"sound-{number:02}.log")
             for number, check in enumerate(sorted({bug.caught_by for _, bug in bugs}, key=str), 1)}
    for check in (check for check, passed in sound.items() if not passed):
        print(f"FAILS WITHOUT ANY BUG: {check}", flush=True)
    rows = []
    for number, bug in bugs:
        outcome, test, seconds = plant(copy, bug, number, options.whole_suite)
        rows.append((bug, outcome, test, seconds))
        print(f"{outcome:<9} {bug.name:<62} {test} ({seconds:.0f} s)", flush=True)
    caught = sum(1 for bug, outcome, *_ in rows if outcome == "caught" and sound[bug.caught_by])
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
