"""fairlead simulate: what other terms would have cost, with and without a running service."""

import json
import tempfile
import unittest
from pathlib import Path

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres

REV_SHARE = {"currency": "EUR", "revShare": {"rate": "30"}}
HYBRID = {"currency": "EUR", "cpa": {"amount": "80"}, "revShare": {"rate": "10"}}


class SimulateCommand:
    def setUp(self):
        super().setUp()
        self.one, self.two = self.paid_affiliate(REV_SHARE, name="Åsa"), self.paid_affiliate(REV_SHARE)
        for affiliate in (self.one, self.two):
            player = self.player(affiliate)
            self.send(player, "first_deposit", 100)
            self.send(player, "ngr_update", 1000)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "terms.json"

    def simulate(self, given: object, *more: str):
        self.file.write_text(given if isinstance(given, str) else json.dumps(given))
        owner = ["--operator", self.service.account.operator_id]
        return program.run("simulate", self.file, *self.service.place(), *owner, "--from", "2026-03", *more)

    def of_both(self) -> list[str]:
        return ["--affiliate", self.one["id"], "--affiliate", self.two["id"]]

    def test_the_result_is_that_of_the_api(self):
        done = self.simulate(HYBRID, *self.of_both(), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = json.loads(done.stdout)
        self.assertEqual(printed["total"]["simulated"]["commission"], "360")
        asked = {"terms": HYBRID, "from": "2026-03", "to": "2026-03", "affiliateIds": [self.one["id"], self.two["id"]]}
        answered = self.client.api("POST", "/deals/simulate", asked).json()
        for member in ("currency", "total", "months", "affiliates", "players", "unpriced"):
            self.assertEqual(printed[member], answered[member], member)

    def test_without_json_it_prints_tables(self):
        done = self.simulate(HYBRID, "--affiliate", self.one["id"], "--to", "2026-04")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertIn(["2026-03", "1000", "300", "180", "-120"], rows)
        self.assertIn(["Åsa", "1000", "300", "180", "-120"], rows)
        self.assertIn(["Total", "1000", "300", "180", "-120"], rows)

    def test_the_file_can_be_a_deal(self):
        deal = self.deal(name="For France", terms=HYBRID, scope={"countries": ["FR"]})
        done = self.simulate(deal, *self.of_both(), "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["total"]["simulated"]["commission"], "0")

    def test_it_works_while_the_service_is_down(self):
        self.service.stop()
        try:
            done = self.simulate(HYBRID, *self.of_both(), "--json")
        finally:
            self.service.start()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["total"]["simulated"]["commission"], "360")

    def test_invalid_terms_are_refused_with_pointers(self):
        done = self.simulate({"currency": "EUR", "cpa": {"amount": "-1"}})
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("/terms/cpa/amount", done.stderr)
        done = self.simulate(HYBRID, "--to", "2026-02")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.startswith("fairlead: --to "), done.stderr)

    def test_wrong_usage_is_explained(self):
        for text in ("", "[]", "{"):
            with self.subTest(text):
                done = self.simulate(text)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("must contain a JSON object", done.stderr)
        self.file.write_text(json.dumps(HYBRID))
        done = program.run("simulate", self.file, *self.service.place(), "--from", "2026-03")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--operator", done.stderr)


class SimulateCommandOnSqlite(SimulateCommand, CommissionCase):
    pass


class SimulateCommandOnPostgres(SimulateCommand, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
