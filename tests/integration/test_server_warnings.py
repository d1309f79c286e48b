"""Warnings of PostgreSQL are lines of the log like all others."""

import unittest

from tests.support import postgres
from tests.support.service import Service


class ServerWarnings(unittest.TestCase):
    def test_a_warning_at_each_login_is_one_line_of_the_log(self):
        service = Service.create("postgres")
        self.addCleanup(service.close)
        # As after an upgrade of the C library: each login is warned that collations may have changed.
        postgres.query(service.ledger_url,
                       "UPDATE pg_database SET datcollversion = '0' WHERE datname = current_database()")
        service.start()
        with service.client() as client:
            self.assertEqual(client.api("GET", "/brands").status, 200)
        service.stop()
        warnings = [line for line in service.log_lines() if line["level"] == "warn"]
        self.assertEqual([line["message"] for line in warnings], ["the ledger's server warns"])
        self.assertIn("collation version", warnings[0]["reason"])


if __name__ == "__main__":
    unittest.main()
