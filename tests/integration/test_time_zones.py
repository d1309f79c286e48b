"""A machine without the time zones that the data needs. Hiding them needs root."""

import json
import shutil
import tempfile
import unittest
from pathlib import Path

from tests.support import program
from tests.support.case import ServiceCase
from tests.support.mounted import mounted

PLACE = "/usr/share/zoneinfo"


class MachineWithoutZones(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fairlead-test-")
        self.addCleanup(folder.cleanup)
        self.data = Path(folder.name) / "data"
        self.zones = Path(folder.name) / "zones"
        self.zones.mkdir()

    def test_new_data_is_refused_and_can_be_made_later(self):
        with mounted(self.zones, PLACE):
            anywhere = ("--listen", "127.0.0.1:0")
            for command in (("init", "--operator", "Acme"), ("serve", "--demo", *anywhere), ("serve", *anywhere)):
                with self.subTest(command):
                    done = program.run(*command, "--data", self.data)
                    self.assertEqual(done.returncode, 1, done.stdout)
                    self.assertIn("Install the package tzdata.", done.stderr)
        self.assertTrue(program.run_json("init", "--operator", "Acme", "--data", self.data)["apiKey"])


class MachineWithoutOneZone(ServiceCase):
    def test_it_is_not_replaced_by_another(self):
        changed = self.client.api("PATCH", "/operator", {"timeZone": "Europe/Malta"})
        self.assertEqual(changed.status, 200, changed.body)
        self.service.stop()
        missing = "does not have the time zone Europe/Malta of the operator " + changed.json()["name"]
        terms = self.service.data / "terms.json"
        terms.write_text(json.dumps({"currency": "EUR", "revShare": {"rate": "30"}}))
        commands = (("serve", "--listen", "127.0.0.1:0"), ("verify",), ("simulate", terms, "--from", "2026-03"))
        with tempfile.TemporaryDirectory(prefix="fairlead-test-") as zones:
            Path(zones, "Europe").mkdir()
            shutil.copy(f"{PLACE}/Europe/London", f"{zones}/Europe/London")
            with mounted(Path(zones), PLACE):
                for command in commands:
                    with self.subTest(command):
                        done = program.run(*command, "--data", self.service.data)
                        self.assertEqual(done.returncode, 1, done.stdout)
                        self.assertIn(missing, done.stderr)
        self.service.start()
        self.assertEqual(self.client.api("GET", "/operator").json()["timeZone"], "Europe/Malta")


if __name__ == "__main__":
    unittest.main()
