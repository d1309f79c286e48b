"""The measured service, on an empty data folder or on one that was filled before."""

import re
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from tests.support import postgres
from tests.support.metrics import MetricsListener
from tests.support.service import Account, Service

# So high that the rate limit does not affect the measurement.
REQUESTS_PER_MINUTE = 1_000_000_000
# The row header of PostgreSQL, which the rows of the floor also have.
POSTGRES_HEADER_BYTES = 24


@dataclass(frozen=True)
class Memory:
    resident_mb: float
    peak_mb: float


class Instance(Service):
    def __init__(self, folder: Path, account: Account | None = None, **settings):
        """Uses an empty folder, or one that was filled for this account."""
        if account is None:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        self._metrics = MetricsListener()
        super().__init__(folder / "data", log_level="warn", metrics_listen=self._metrics.listen, **settings)
        self.account = account
        self.key = ""

    def __enter__(self) -> "Instance":
        if self.account is None:
            self.init("Bench")
        self.start()
        try:
            self.key = self.create_key(requestsPerMinute=REQUESTS_PER_MINUTE)["key"]
        except BaseException:
            self.close()
            raise
        return self

    @property
    def url(self) -> str:
        return "http://{}:{}/api/v1/events".format(*self.address)

    def memory(self) -> Memory:
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        kib = {name: int(value) for name, value in re.findall(r"^(VmRSS|VmHWM):\s+(\d+) kB", status, re.MULTILINE)}
        return Memory(kib["VmRSS"] / 1024, kib["VmHWM"] / 1024)

    def metric(self, name: str, **labels: str) -> float:
        return self._metrics.sum(name, **labels)

    def row_bytes(self) -> int:
        """The average size of an event's row: the sizes of its columns and a header byte per column."""
        return self._postgres_row_bytes() if self.ledger_url else self._sqlite_row_bytes()

    def _postgres_row_bytes(self) -> int:
        sql = "SELECT round(avg(pg_column_size(e.*))) FROM (SELECT * FROM events LIMIT 10000) e"
        return int(postgres.query(self.ledger_url, sql)[0]) - POSTGRES_HEADER_BYTES

    def _sqlite_row_bytes(self) -> int:
        database = sqlite3.connect(f"file:{self.data}/ledger.db?mode=ro", uri=True, timeout=30)
        try:
            columns = [row[1] for row in database.execute("PRAGMA table_info(events)")]
            sizes = " + ".join(f"CASE typeof({c}) WHEN 'null' THEN 0 WHEN 'integer' THEN 6 WHEN 'real' THEN 8 "
                               f"ELSE length(CAST({c} AS BLOB)) END" for c in columns)
            [size] = database.execute(f"SELECT avg({sizes}) FROM (SELECT * FROM events LIMIT 10000)").fetchone()
            return round(size) + len(columns) + 1
        finally:
            database.close()
