"""The floor: sqlite_floor writes the same rows directly to SQLite, with the same durability."""

import argparse
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.report import print_table, rate, say
from bench.result import Result

HELP = "SQLite alone"
REPOSITORY = Path(__file__).resolve().parents[1]
PROGRAM = REPOSITORY / "build/release/sqlite_floor"
FOLDER = REPOSITORY / "build/bench-data/floor"
WINDOW_ROWS_MAX = 500_000


@dataclass(frozen=True)
class Floor:
    rows: int
    rows_per_second: float
    marks: dict[int, float]  # Rows per second in the window that begins at this many rows.


def measure(row_bytes: int, transaction_rows: int, keyed: bool, rows: int, seconds_max: float,
            marks: tuple[int, ...] = ()) -> Floor:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    command = [str(PROGRAM), "--file", str(FOLDER / "floor.db"), "--row-bytes", str(row_bytes),
               "--transaction-rows", str(transaction_rows), "--rows", str(rows), "--seconds-max", str(seconds_max)]
    command += ["--keyed"] if keyed else []
    if marks:
        # A window must end before the next one begins.
        window = min([WINDOW_ROWS_MAX, *(after - before for before, after in zip(marks, marks[1:]))])
        command += ["--marks", ",".join(map(str, marks)), "--window-rows", str(window)]
    try:
        result = json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
    rates = [mark["rowsPerSecond"] for mark in result["marks"]]
    return Floor(result["rows"], result["rowsPerSecond"], dict(zip(marks, rates)))


def measure_aloud(row_bytes: int, transaction_rows: int, keyed: bool, rows: int, seconds: float) -> Floor:
    index = "a unique random key" if keyed else "append only"
    say(f"floor: rows of {row_bytes} bytes, {index}, {transaction_rows} per transaction")
    return measure(row_bytes, transaction_rows, keyed, rows, seconds)


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("transaction_rows", nargs="*", type=int, default=[100, 1000], metavar="ROWS_PER_TRANSACTION")
    parser.add_argument("--row-bytes", type=int, default=250)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=30, help="stop each measurement after this time")


def bench(options: argparse.Namespace) -> list[Result]:
    rows, results = [], []
    for size in options.transaction_rows:
        pair = [measure_aloud(options.row_bytes, size, keyed, options.rows, options.seconds).rows_per_second
                for keyed in (False, True)]
        rows.append([str(size), *map(rate, pair)])
        results.append(Result(f"SQLite alone, {size} rows per transaction, with a key", "rows/s", pair[1], pair[0],
                              "append only"))
    print_table(["rows/transaction", "append only/s", "with key/s"], rows)
    return results
