"""Compares the PostgreSQL engine with bare statements of 100 rows (postgres_floor.cpp) on the same private server."""

import argparse
import json
import shutil
import subprocess
from dataclasses import dataclass

from bench.events import NAMES, Measured, Sending, best_of
from bench.floor import REPOSITORY
from bench.load import EVENTS_PER_REQUEST
from bench.report import print_table, rate, say
from bench.result import AS_BARE_POSTGRES, Result
from tests.support.postgres import PrivatePostgres, drop_database, fresh_database, query

HELP = "the PostgreSQL engine compared with bare statements of 100 rows"
PROGRAM = REPOSITORY / "build/release/postgres_floor"
# Settings as in production: full durability, enough memory and enough space for the log.
SETTINGS = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on", "shared_buffers": "1GB",
            "max_wal_size": "8GB", "checkpoint_timeout": "15min"}
# The default of the service (cli/settings.hpp).
CONNECTIONS = 4
# The floor writes at least this many rows, because a shorter run gives no reliable rate.
FLOOR_ROWS_MIN = 500_000


class Server(PrivatePostgres):
    """A private server with production settings. Each fresh database replaces the previous one."""

    def __init__(self):
        super().__init__(SETTINGS)
        self._database: str | None = None
        if filesystem(self.folder) in ("tmpfs", "ramfs"):
            shutil.rmtree(self.folder, ignore_errors=True)
            raise RuntimeError("The folder for temporary files is in memory, where a sync costs nothing. Set TMPDIR "
                               "to a folder on a disk.")

    def fresh(self) -> str:
        if self._database:
            drop_database(self._database)
        self._database = fresh_database(self.url)
        query(self._database, "CHECKPOINT")  # So that earlier writes do not disturb the next measurement.
        return self._database


def filesystem(folder: str) -> str:
    return subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True, check=True).stdout.strip()


@dataclass(frozen=True)
class BareFloor:
    statement_rows: int
    connections: int
    rows_per_second: float


def measure_floor(server: Server, ours: Measured, statement_rows: int, connections: int) -> BareFloor:
    say(f"floor: rows of {ours.row_bytes} bytes, a unique random key, {statement_rows} per statement, "
        f"{connections} connection(s)")
    command = [str(PROGRAM), "--url", server.fresh(), "--row-bytes", str(ours.row_bytes),
               "--statement-rows", str(statement_rows), "--connections", str(connections),
               "--rows", str(max(ours.recorded, FLOOR_ROWS_MIN)), "--seconds-max", str(2 * ours.sent.seconds)]
    printed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return BareFloor(statement_rows, connections, json.loads(printed)["rowsPerSecond"])


@dataclass(frozen=True)
class Compared:
    ours: Measured
    floors: list[BareFloor]

    @property
    def best(self) -> BareFloor:
        return max(self.floors, key=lambda one: one.rows_per_second)

    @property
    def result(self) -> Result:
        best, batch = self.best, self.ours.sent.script == "batch"
        rows = "100 rows" if batch else "1 row"
        return Result(f"PostgreSQL engine, {self.ours.sent.name}", "events/s", self.ours.load.events_per_second,
                      best.rows_per_second, f"bare statements of {rows}, {best.connections} connection(s)",
                      AS_BARE_POSTGRES if batch else None, self.ours.memory.resident_mb, self.ours.note)


def compare(server: Server, script: str, options: argparse.Namespace) -> Compared:
    ours = best_of(Sending(script, options.seconds, make_ledger=server.fresh))
    floors = [measure_floor(server, ours, EVENTS_PER_REQUEST[script], connections) for connections in (1, CONNECTIONS)]
    return Compared(ours, floors)


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--seconds", type=int, default=15, help="duration of each measurement")
    parser.add_argument("--only", choices=list(NAMES), help="only single events, or only batches")


def bench(options: argparse.Namespace) -> list[Result]:
    with Server() as server:
        compared = [compare(server, script, options) for script in ([options.only] if options.only else NAMES)]
    print("PostgreSQL with " + ", ".join(f"{name}={value}" for name, value in SETTINGS.items()))
    print_compared(compared)
    return [one.result for one in compared]


def print_compared(compared: list[Compared]):
    rows = []
    for one in compared:
        ours, best = one.ours, one.best
        rows.append([ours.sent.name, rate(ours.load.events_per_second), rate(best.rows_per_second),
                     f"{ours.load.events_per_second / best.rows_per_second:.2f}", f"{ours.cpu_us:.1f}",
                     f"{ours.load.p50_ms:.2f}", f"{ours.load.p99_ms:.2f}", f"{ours.memory.resident_mb:.0f}",
                     str(ours.commit_rows), str(ours.threads)])
    print_table(["what", "ours/s", "best floor/s", "ratio", "CPU us/event", "p50 ms", "p99 ms", "VmRSS MB",
                 "rows/commit", "wrk threads"], rows)
    print_table(["floor for", "rows/statement", "connections", "rows/s"],
                [[one.ours.sent.name, str(ground.statement_rows), str(ground.connections),
                  rate(ground.rows_per_second)] for one in compared for ground in one.floors])
