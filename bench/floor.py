"""The floor: the same rows written straight into SQLite by sqlite_floor, with the same durability."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
PROGRAM = REPOSITORY / "build/release/sqlite_floor"
FOLDER = REPOSITORY / "build/bench-data/floor"


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
    command += ["--marks", ",".join(map(str, marks))] if marks else []
    try:
        result = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)
    rates = [mark["rowsPerSecond"] for mark in result["marks"]]
    return Floor(result["rows"], result["rowsPerSecond"], dict(zip(marks, rates)))
