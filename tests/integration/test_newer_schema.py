"""A node does not write to a ledger that a newer version has upgraded, also when it was upgraded while the node runs."""

import unittest

from tests.support import postgres, program
from tests.support.case import PostgresCase
from tests.support.waiting import wait_until


class NewerSchema(PostgresCase):
    def sql(self, text: str) -> list[str]:
        return postgres.query(self.service.ledger_url, text)

    def is_ready(self) -> bool:
        with self.service.stranger() as stranger:
            return stranger.request("GET", "/readyz").status == 200

    def test_an_older_node_stops_writing_when_the_ledger_is_upgraded(self):
        """One step of a rolling upgrade: the first new node migrates, and the old node leaves the load balancer."""
        self.accept(self.event())
        [newest] = self.sql("SELECT max(number) + 1 FROM schema_migrations")
        before = self.service.ledger().count("events")
        self.sql(f"INSERT INTO schema_migrations VALUES ({newest}, 'of the next version', 0)")
        event = self.event()
        answer = self.client.send_event(event)
        self.assert_problem(answer, 503)
        self.assertIn("newer version", answer.json()["detail"])
        self.assert_problem(self.client.api("POST", "/brands", {"name": "Lighthouse"}), 503)
        wait_until(lambda: not self.is_ready(), "the load balancer is told")
        self.assertEqual(self.service.ledger().count("events"), before)
        # Reports and lists still answer.
        self.assertEqual(self.client.api("GET", "/players").status, 200)
        second = self.second_node()
        started = program.run("serve", *second.place(), "--listen", "127.0.0.1:0")
        self.assertNotEqual(started.returncode, 0)
        self.assertIn("newer version", started.stderr)
        # As if a backup from before the upgrade were restored.
        self.sql(f"DELETE FROM schema_migrations WHERE number = {newest}")
        wait_until(lambda: self.client.send_event(event).status in (200, 202), "it writes again")
        wait_until(self.is_ready, "it is ready again")


if __name__ == "__main__":
    unittest.main()
