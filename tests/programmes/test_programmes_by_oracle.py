"""Published programmes, played by the oracle: it computes the statements that were worked out by hand."""

import unittest

from tests.programmes import programme
from tests.programmes.by_oracle import statements
from tests.programmes.test_programmes import differences

UNKNOWN_TO_THE_ORACLE = {"6.14"}  # Payout currencies.


class ProgrammesByOracle(unittest.TestCase):
    def test_every_programme_that_the_oracle_knows(self):
        played = 0
        for path in programme.paths():
            told = programme.read(path)
            if told.needs & UNKNOWN_TO_THE_ORACLE:
                continue
            played += 1
            with self.subTest(path.stem):
                self.assertEqual(differences(told.statements, statements(told)), [])
        self.assertGreaterEqual(played, 12)

    def test_every_programme_names_its_source(self):
        for path in programme.paths():
            with self.subTest(path.stem):
                source = programme.read(path).told["source"]
                self.assertRegex(source["address"], r"^https?://")
                self.assertIn(source["textSeen"], ("true", "false"))

    def test_a_changed_amount_is_noticed(self):
        for path in programme.paths():
            told = programme.read(path)
            if told.needs & UNKNOWN_TO_THE_ORACLE:
                continue
            found = statements(told)
            for one in told.statements:
                with self.subTest(path.stem, period=one["period"]):
                    self.assertNotEqual(differences([one | {"payable": one["payable"] + "1"}], found), [])


if __name__ == "__main__":
    unittest.main()
