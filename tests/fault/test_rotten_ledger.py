"""Flipped bits in a SQLite ledger are found by `verify --scrub`, which names what is damaged.

Each test case flips one random bit in a copy of the file. SQLite itself notices few of them: most change a value, or
bytes that nothing reads."""

import os
import random
import shutil
import sqlite3
import unittest
from pathlib import Path

from tests.integration.test_verify import Verify
from tests.support import program
from tests.support.commission import CommissionCase
from tests.support.metrics import MetricsListener
from tests.support.waiting import wait_until

DISK_FAULTS = program.REPOSITORY / os.environ.get("FAIRLEAD_DISK_FAULTS", "build/release/libdisk_faults.so")
PAGE_BYTES = 4096
SEED = 18
FLIPS = 60

Rows = dict[str, list[tuple]]


def read_rows(ledger: Path) -> Rows | None:
    """Every row of every table; nothing if the file cannot be read."""
    connection = sqlite3.connect(f"file:{ledger}?mode=ro&immutable=1", uri=True)
    connection.text_factory = bytes
    try:
        names = [name.decode() for [name] in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: connection.execute(f"SELECT * FROM {name}").fetchall() for name in names}
    except (sqlite3.DatabaseError, UnicodeDecodeError, OverflowError):
        return None
    finally:
        connection.close()


def changed_columns(ledger: Path, before: Rows, after: Rows) -> set[tuple[str, str]]:
    """The tables and columns of the values that differ. Rows that only one of them has count with all columns."""
    connection = sqlite3.connect(f"file:{ledger}?mode=ro&immutable=1", uri=True)
    changed = set()
    for table, rows in before.items():
        if rows == after.get(table):
            continue
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if len(rows) != len(after.get(table, [])):
            changed |= {(table, column) for column in columns}
            continue
        for one, other in zip(rows, after[table]):
            changed |= {(table, column) for column, a, b in zip(columns, one, other) if a != b}
    connection.close()
    return changed


def flip(file: Path, bit: int):
    with open(file, "r+b") as opened:
        opened.seek(bit // 8)
        [byte] = opened.read(1)
        opened.seek(bit // 8)
        opened.write(bytes([byte ^ 1 << bit % 8]))


class RottenLedger(CommissionCase):
    @classmethod
    def setUpClass(cls):
        cls.metrics = MetricsListener()
        cls.settings = {"metrics_listen": cls.metrics.listen}
        super().setUpClass()

    def test_every_flipped_bit_that_changes_a_value_is_found_and_named(self):
        Verify.record_a_little_of_everything(self)
        self.service.stop()
        self.addCleanup(self.service.start)
        original = self.service.data / "ledger.db"
        copy = Path(self.service.data.parent, "copy")
        copy.mkdir()
        before = read_rows(original)
        chance = random.Random(SEED)
        changing = 0
        for _ in range(FLIPS):
            shutil.copyfile(original, copy / "ledger.db")
            bit = chance.randrange(8 * original.stat().st_size)
            flip(copy / "ledger.db", bit)
            with self.subTest(bit=bit, seed=SEED):
                after = read_rows(copy / "ledger.db")
                found = program.run("verify", "--scrub", "--data", str(copy))
                # The file has a checksum for every page, so this holds for flips without effect too.
                self.assertEqual(found.returncode, 1, found.stdout)
                changed = changed_columns(original, before, after) if after else set()
                changing += after is None or bool(changed)
                if after is not None and len(changed) == 1:
                    [(table, column)] = changed
                    self.assertIn(f"table {table}", found.stdout)
                    self.assertTrue(f"column {column} " in found.stdout or "long value" in found.stdout, found.stdout)
            for file in copy.iterdir():
                file.unlink()
        self.assertGreater(changing, FLIPS // 10, "hardly any flip changed a value, so the test shows little")

    def test_an_intact_ledger_passes(self):
        report = program.run_json("verify", "--scrub", *self.service.place())
        self.assertEqual((report["differences"], report["found"]), (0, []))

    def test_a_page_that_the_disk_cannot_read_is_named(self):
        self.assertEqual(self.client.api("POST", "/brands", {"name": "Unreadable brand"}).status, 201)
        self.service.stop()
        self.addCleanup(self.service.start)
        ledger = self.service.data / "ledger.db"
        page = ledger.read_bytes().index(b"Unreadable brand") // PAGE_BYTES
        faults = Path(self.service.data.parent, "faults")
        faults.mkdir()
        (faults / "unreadable").write_text(f"{page * PAGE_BYTES} {PAGE_BYTES}")
        found = program.run("verify", "--scrub", *self.service.place(),
                            env={"LD_PRELOAD": str(DISK_FAULTS), "DISK_FAULTS": str(faults)})
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assertIn(f"table brands, page {page + 1}: it cannot be read: Input/output error", found.stdout)

    def test_the_service_finds_a_damaged_page_by_itself(self):
        self.assertEqual(self.client.api("POST", "/brands", {"name": "Rotten brand"}).status, 201)
        self.service.stop()
        ledger = self.service.data / "ledger.db"
        at = ledger.read_bytes().index(b"Rotten brand")
        flip(ledger, 8 * at)
        try:
            self.service.start()
            wait_until(lambda: self.metrics.sum("fairlead_scrub_passes_total") > 0, "a pass is done")
            self.assertEqual(self.metrics.sum("fairlead_scrub_damaged_pages"), 1)
            for part in ("table brands", "column name"):
                wait_until(lambda: part in self.service.log_path.read_text(), f"{part} is logged")
        finally:
            self.service.stop()
            flip(ledger, 8 * at)
            self.service.start()


if __name__ == "__main__":
    unittest.main()
