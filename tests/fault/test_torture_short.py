"""The torture in a short form for every test run: each fault once, and the proof at the end."""

import random
import unittest

from tests.fault.torture import Result, run, table
from tests.support import clickhouse

KILLS = 5


class Torture(unittest.TestCase):
    def assert_clean(self, engines: str) -> Result:
        seed = random.randrange(1 << 31)
        result = run(engines, seed, KILLS, each=1, minutes=None, say=lambda text: None)
        self.assertEqual(result.findings, [], f"seed {seed}\n{table([result])}")
        for what in ("events", "clicks", "pixels", "reports", "statements", "sessions", "messages received", "mails"):
            self.assertGreater(result.proved[what], 0, what)
        return result

    def test_nothing_acknowledged_is_lost_or_doubled_on_the_embedded_engines(self):
        self.assert_clean("sqlite+duckdb")

    def test_nothing_acknowledged_is_lost_or_doubled_on_the_servers(self):
        result = self.assert_clean("postgres+duckdb" if clickhouse.is_missing() else "postgres+clickhouse")
        self.assertLessEqual(result.proved["clicks lost"], result.proved["clicks answered late"],
                             "clicks wait in the journal while PostgreSQL is unavailable")


if __name__ == "__main__":
    unittest.main()
