"""PgBouncer in front of PostgreSQL: session mode works, and the other modes are refused at the start."""

import unittest

from tests.support import program
from tests.support.events import make_event
from tests.support.pgbouncer import PrivatePgBouncer
from tests.support.service import Service


class PgBouncer(unittest.TestCase):
    def setUp(self):
        self.service = Service.create("postgres")
        self.addCleanup(self.service.close)
        self.direct = self.service.ledger_url

    def test_modes_that_share_server_connections_are_refused(self):
        for mode in ("transaction", "statement"):
            with self.subTest(mode), PrivatePgBouncer(self.direct, mode) as pooler:
                self.service.ledger_url = pooler.url
                # The pool is empty at first, and has server connections to choose from later.
                for _ in range(3):
                    started = program.run("serve", *self.service.place(), "--listen", "127.0.0.1:0")
                    self.assertEqual(started.returncode, 1, started.stderr)
                    self.assertIn("behind a pooler in transaction mode", started.stderr)

    def test_session_mode_works(self):
        with PrivatePgBouncer(self.direct, "session") as pooler:
            self.service.ledger_url = pooler.url
            self.service.start()
            with self.service.client() as client:
                event = make_event(self.service.account.brand_id)
                self.assertEqual(client.send_event(event).status, 202)
                self.assertEqual(client.send_event(event).status, 200)
            self.service.stop()


if __name__ == "__main__":
    unittest.main()
