"""Reads the ledger directly with the tools of its engine, not through the service."""

import json
import os
import re
import sqlite3
import uuid
from pathlib import Path
from typing import Protocol

from tests.support import postgres

BLOCKS = ("SELECT block_no, recorded_at, click_count, fact_count FROM fact_blocks WHERE operator_id = {} "
          "ORDER BY block_no")
# Columns that are equal on every service for the same history. Ids and recording times are not among them.
ACCRUALS = ("SELECT number, event_seq, deal_version, component, reason, period, event_time, payable_from, late, "
            "{amount}, currency, {base}, {rate}, source, reverses, {seen} FROM accruals WHERE operator_id = {owner} "
            "ORDER BY number")


class Ledger(Protocol):
    def events(self, operator_id: str) -> list[tuple[str, str]]:
        """Key and event id of every event of an operator."""

    def event(self, key: str) -> dict:
        """All columns of the one event with this key; exact numbers as text."""

    def count(self, table: str) -> int:
        """Rows of a table."""

    def blocks(self, operator_id: str) -> list[tuple[int, int, int, int]]:
        """Number, time (microseconds), clicks and facts of every block of an operator, ordered by number."""

    def accruals(self, operator_id: str) -> list[str]:
        """The accruals of an operator, ordered by number, as psql prints rows; without ids."""

    def select(self, sql: str, operator_id: str) -> list[tuple[str, ...]]:
        """The rows of a query as texts. `{owner}` in the query is replaced by the operator."""

    def damage(self) -> list[str]:
        """The errors that the engine finds in its own files; empty if there are none."""

    def contains(self, text: str) -> bool:
        """Whether the ledger contains this text unencrypted."""


def as_text(value) -> str:
    return "" if value is None else value.hex() if isinstance(value, bytes) else str(value)


def content_of(path: Path) -> bytes:
    """Empty if the running service has removed the file in the meantime, or if the path is not a file."""
    try:
        return path.read_bytes() if path.is_file() else b""
    except FileNotFoundError:
        return b""


class SqliteLedger:
    def __init__(self, data: Path):
        self._data = data

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(f"file:{self._data}/ledger.db?mode=ro", uri=True, timeout=30)
        connection.row_factory = sqlite3.Row
        return connection

    def _all(self, sql: str, *values) -> list[sqlite3.Row]:
        connection = self._connect()
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    def events(self, operator_id: str) -> list[tuple[str, str]]:
        rows = self._all("SELECT idempotency_key, event_id FROM events WHERE operator_id = ?",
                         uuid.UUID(operator_id).bytes)
        return [(row[0], str(uuid.UUID(bytes=row[1]))) for row in rows]

    def event(self, key: str) -> dict:
        [row] = self._all("SELECT * FROM events WHERE idempotency_key = ?", key)
        return dict(row)

    def count(self, table: str) -> int:
        return self._all(f"SELECT count(*) FROM {table}")[0][0]

    def blocks(self, operator_id: str) -> list[tuple[int, int, int, int]]:
        return [tuple(row) for row in self._all(BLOCKS.format("?"), uuid.UUID(operator_id).bytes)]

    def accruals(self, operator_id: str) -> list[str]:
        sql = ACCRUALS.format(amount="amount", base="base", rate="rate", seen="lower(hex(seen))", owner="?")
        rows = self._all(sql, uuid.UUID(operator_id).bytes)
        return ["|".join("" if value is None else str(value) for value in row) for row in rows]

    def select(self, sql: str, operator_id: str) -> list[tuple[str, ...]]:
        rows = self._all(sql.format(owner=f"x'{uuid.UUID(operator_id).hex}'"))
        return [tuple(as_text(value) for value in row) for row in rows]

    def damage(self) -> list[str]:
        return [row[0] for row in self._all("PRAGMA integrity_check") if row[0] != "ok"]

    def contains(self, text: str) -> bool:
        files = [Path(folder, name) for folder, _, names in os.walk(self._data) for name in names]
        return any(text.encode() in content_of(path) for path in files)


class PostgresLedger:
    def __init__(self, url: str):
        self._url = url

    def events(self, operator_id: str) -> list[tuple[str, str]]:
        lines = postgres.query(self._url, "SELECT json_build_array(idempotency_key, event_id) FROM events "
                                          f"WHERE operator_id = '{uuid.UUID(operator_id)}'")
        return [tuple(json.loads(line)) for line in lines]

    def event(self, key: str) -> dict:
        quoted = key.replace("'", "''")
        [line] = postgres.query(self._url, f"SELECT row_to_json(e) FROM events e WHERE idempotency_key = '{quoted}'")
        return json.loads(line, parse_float=str)

    def count(self, table: str) -> int:
        return int(postgres.query(self._url, f"SELECT count(*) FROM {table}")[0])

    def blocks(self, operator_id: str) -> list[tuple[int, int, int, int]]:
        lines = postgres.query(self._url, BLOCKS.format(f"'{uuid.UUID(operator_id)}'"))
        return [tuple(map(int, line.split("|"))) for line in lines]

    def accruals(self, operator_id: str) -> list[str]:
        # NUMERIC(38,8) always prints eight decimal places; the service writes no trailing zeros.
        short = {name: f"trim_scale({name})" for name in ("amount", "base", "rate")}
        owner = f"'{uuid.UUID(operator_id)}'"
        return postgres.query(self._url, ACCRUALS.format(**short, seen="encode(seen, 'hex')", owner=owner))

    def select(self, sql: str, operator_id: str) -> list[tuple[str, ...]]:
        lines = postgres.query(self._url, sql.format(owner=f"'{uuid.UUID(operator_id)}'"))
        return [tuple(line.split("|")) for line in lines]

    def damage(self) -> list[str]:
        return []

    def contains(self, text: str) -> bool:
        dumped = postgres.dump(self._url)
        binary = b"\0".join(bytes.fromhex(digits) for digits in re.findall(r"\\x((?:[0-9a-f]{2})+)", dumped))
        return text in dumped or text.encode() in binary
