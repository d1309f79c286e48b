"""Runs hand-written SQL in DuckDB alone, on a copy of the service's file (bare_sql.cpp)."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.floor import REPOSITORY
from tests.support.processor import cpu_seconds

PROGRAM = REPOSITORY / "build/release/bare_sql"


@dataclass(frozen=True)
class BareAnswer:
    ms: float
    rows: int
    first: list[float]


class Bare:
    """A context manager: a separate process that has the file open."""

    def __init__(self, file: Path, threads: int, memory_mb: int, niceness: int):
        self._command = [str(PROGRAM), "--file", str(file), "--threads", str(threads), "--memory-mb", str(memory_mb),
                         "--nice", str(niceness)]

    def __enter__(self) -> "Bare":
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()

    def cpu_seconds(self) -> float:
        return cpu_seconds(self._process.pid)

    def ask(self, sql: str) -> BareAnswer:
        self._process.stdin.write(" ".join(sql.split()) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("bare_sql ended. See its output above.")
        return BareAnswer(**json.loads(line))
