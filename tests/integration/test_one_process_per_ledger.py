"""A SQLite ledger belongs to one process, even if processes use different data folders."""

import tempfile
import unittest
from pathlib import Path

from tests.support import program
from tests.support.events import fresh_key, make_event
from tests.support.service import Service


class OneProcessPerLedger(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service.launch()
        cls.addClassCleanup(cls.service.close)

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairlead-test-")
        self.addCleanup(folder.cleanup)
        self.other_folder = Path(folder.name)
        self.ledger = self.service.data / "ledger.db"
        self.client = self.service.client()
        self.addCleanup(self.client.close)

    def assert_refused(self, *command: object):
        """With another data folder, the command fails, and the running service still knows every key."""
        event = make_event(self.service.account.brand_id, idempotency_key=fresh_key())
        self.assertEqual(self.client.send_event(event).status, 202)
        done = program.run(*command, "--data", self.other_folder, "--ledger", f"sqlite:{self.ledger}")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("another process uses the ledger", done.stderr)
        self.assertEqual(self.client.send_event(event).json()["result"]["status"], "duplicate")
        self.assertEqual([entry.name for entry in self.service.data.iterdir() if ".aside-" in entry.name], [])

    def test_a_second_service_does_not_start(self):
        self.assert_refused("serve", "--listen", "127.0.0.1:0")

    def test_a_command_does_not_open_the_ledger_beside_the_service(self):
        self.assert_refused("key", "create", "--operator", self.service.account.operator_id, "--name", "Staging")

    def test_a_link_to_the_ledger_is_the_same_ledger(self):
        link = self.other_folder / "link.db"
        link.symlink_to(self.ledger)
        self.ledger = link
        self.assert_refused("serve", "--listen", "127.0.0.1:0")

    def test_the_files_of_the_ledger_are_beside_it_whatever_its_name(self):
        link = self.other_folder / "link.db"
        link.symlink_to(self.ledger)
        self.service.stop()
        self.addCleanup(self.service.start)
        done = program.run("key", "create", "--operator", self.service.account.operator_id, "--name", "Staging",
                           "--data", self.other_folder, "--ledger", f"sqlite:{link}",
                           "--secret-file", self.service.data / "secret.key")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual([file.name for file in self.other_folder.glob("link.db*")], ["link.db"])

    def test_after_a_restart_every_key_is_still_known(self):
        event = make_event(self.service.account.brand_id, idempotency_key=fresh_key())
        self.assertEqual(self.client.send_event(event).status, 202)
        self.assert_refused("serve", "--listen", "127.0.0.1:0")
        self.service.restart()
        with self.service.client() as client:
            self.assertEqual(client.send_event(event).json()["result"]["status"], "duplicate")


if __name__ == "__main__":
    unittest.main()
