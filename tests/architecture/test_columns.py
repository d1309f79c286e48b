"""The ledger reads the columns of results by name, and the check that says so finds columns that are counted."""

import tempfile
import unittest
from pathlib import Path

from tests.architecture.columns import faults

LEDGER = Path(__file__).resolve().parents[2] / "src/ledger"


class TheLedger(unittest.TestCase):
    maxDiff = None

    def test_columns_are_read_by_name(self):
        self.assertEqual([], faults(LEDGER))

    def test_cells_are_read(self):
        self.assertGreater(sum(file.read_text().count('["') for file in LEDGER.rglob("*_rows.cpp")), 100)


class TheCheck(unittest.TestCase):
    def judge(self, line: str, path: str = "record/a.cpp") -> list[str]:
        with tempfile.TemporaryDirectory() as root:
            file = Path(root, path)
            file.parent.mkdir(parents=True)
            file.write_text(f"// A comment.\n{line}\n")
            return faults(Path(root))

    def test_a_counted_column_is_found(self):
        for line in ("a.name = rows.Text(row, 3);", "a = rows->Integer(rows->size() - 1, 15);", "rows.Time(0, 0);",
                     "rows.Identifier<Id<void>>(row, 1).uuid;", "rows.IsNull(i, kEventColumns + 2);",
                     "a = ReadId<AffiliateId>(rows, row, 4);", "ReadMoney(*rows, i, 3);", "rows.String(\n    row,\n    2);",
                     "const Column third{2};", "f(Column(3));"):
            with self.subTest(line):
                [fault] = self.judge(line)
                self.assertTrue(fault.startswith("record/a.cpp:2: "), fault)

    def test_named_columns_and_other_calls_pass(self):
        for line in ('rows.Text(row, kSelect["name"]);', "rows.Integer(0);", 'ReadDate(rows, row, kColumns["date"]);',
                     "ReadPlayerRow(rows, 0);", "rows.Text(row, column);", "// rows.Text(row, 3)", 'Log("rows.Text(row, 3)");',
                     "PQgetvalue(result, row, 0);", "file.Read(0, 16);", "Column column = {}", "ReadBlocksAfter(connection, owner, time, 5);",
                     'rows.Integer(rows->size() - 1, kSelect["seq"]);'):
            with self.subTest(line):
                self.assertEqual([], self.judge(line))

    def test_the_type_itself_may_make_columns(self):
        self.assertEqual([], self.judge("return Column(2);", "sql/column.hpp"))


if __name__ == "__main__":
    unittest.main()
