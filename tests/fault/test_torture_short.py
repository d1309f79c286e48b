"""The faults of the torture in short form, for every run of the tests."""

import random
import unittest

from tests.fault import faults
from tests.fault.outcome import Outcome
from tests.fault.projection import clickhouse_kills, kills_while_projecting

KILLS = 10
PROJECTION_KILLS = 5
OUTAGES = 2


class Torture(unittest.TestCase):
    def setUp(self):
        self.seed = random.randrange(1 << 31)

    def assert_clean(self, outcome: Outcome):
        self.assertEqual(outcome.findings, [], f"seed {self.seed}")
        for answered in (outcome.acknowledged, outcome.clicks, outcome.pixels):
            self.assertGreater(answered, 0)

    def progress(self, what: str, number: int, count: int):
        """The short form is over before anybody asks."""

    def test_kills_lose_and_double_nothing_on_sqlite(self):
        self.assert_clean(faults.kills("sqlite", KILLS, self.seed, self.progress))

    def test_kills_lose_and_double_nothing_on_postgres(self):
        self.assert_clean(faults.kills("postgres", KILLS, self.seed, self.progress))

    def test_kills_while_facts_are_on_their_way_lose_and_double_none(self):
        for outcome in (kills_while_projecting("sqlite", PROJECTION_KILLS, self.seed, self.progress),
                        kills_while_projecting("postgres", PROJECTION_KILLS, self.seed, self.progress),
                        clickhouse_kills(OUTAGES, self.seed, self.progress)):
            with self.subTest(outcome.engine):
                self.assertEqual(outcome.findings, [], f"seed {self.seed}")
                self.assertGreater(outcome.acknowledged, 0)

    def test_an_outage_of_postgres_is_answered_cleanly_and_loses_nothing(self):
        self.assert_clean(faults.postgres_restarts(OUTAGES, self.seed, self.progress))

    def test_visitors_do_not_wait_for_a_postgres_that_hangs(self):
        self.assert_clean(faults.postgres_hangs(OUTAGES, self.seed, self.progress))

    def test_a_full_disk_is_answered_cleanly_and_loses_nothing(self):
        self.assert_clean(faults.full_disk(OUTAGES, self.seed, self.progress))


if __name__ == "__main__":
    unittest.main()
