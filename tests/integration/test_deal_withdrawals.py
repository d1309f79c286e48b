"""Withdrawing versions of deals before they start."""

import unittest
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

from tests.support import program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.old_ledgers import open_ninth_schema

LATER = "2999-12-01"


def share(rate: str) -> dict:
    return {"currency": "EUR", "revShare": {"rate": rate}}


class Withdrawals:
    def raised(self, **members) -> dict:
        """A deal that pays 25 % today, and 27 % from a day in the distant future."""
        deal = self.deal(**({"terms": share("25")} | members))
        return self.change("/deals/" + deal["id"], terms=share("27"), effectiveFrom=LATER)

    def withdraw(self, deal: dict, version: object, status: int = 200, client=None) -> dict:
        answer = (client or self.client).api("POST", f"/deals/{deal['id']}/versions/{version}/withdraw")
        if status != 200:
            return self.assert_problem(answer, status)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(self.client.api("GET", "/deals/" + deal["id"]).json(), answer.json())
        return answer.json()

    def log_of(self, deal: dict) -> list[dict]:
        return self.items("/audit-log", "subject=deal/" + deal["id"])

    def test_a_withdrawn_version_never_comes_into_force(self):
        deal = self.raised()
        after = self.withdraw(deal, 2)
        self.assertEqual((after["version"], after["effectiveFrom"], after["terms"]["revShare"]["rate"]), (1, None, "25"))
        self.assertEqual((after["inForce"]["version"], after["upcoming"]), (1, []))
        first, second = self.items(f"/deals/{deal['id']}/versions")
        self.assertIsNone(first["withdrawnAt"])
        self.assertIsNotNone(datetime.fromisoformat(second["withdrawnAt"]))
        self.assertEqual(second["terms"], deal["terms"])
        logged = self.log_of(deal)[0]
        self.assertEqual((logged["action"], logged["after"]), ("deal.withdrawVersion", second))
        self.assertEqual(logged["before"], second | {"withdrawnAt": None})
        self.assertTrue(logged["actor"].startswith("apiKey/"))

    def test_withdrawing_again_returns_the_same(self):
        deal = self.raised()
        self.assertEqual(self.withdraw(deal, 2), self.withdraw(deal, 2))
        self.assertEqual([entry["action"] for entry in self.log_of(deal)],
                         ["deal.withdrawVersion", "deal.update", "deal.create"])

    def test_the_same_terms_can_be_planned_again(self):
        deal = self.raised()
        self.withdraw(deal, 2)
        again = self.change("/deals/" + deal["id"], terms=share("27"), effectiveFrom=LATER)
        self.assertEqual((again["version"], [one["version"] for one in again["upcoming"]]), (3, [3]))
        self.assertEqual(len(self.items(f"/deals/{deal['id']}/versions")), 3)

    def test_a_version_that_has_started_cannot_be_withdrawn(self):
        deal = self.change("/deals/" + self.raised()["id"], terms=share("26"), effectiveFrom="2026-01-01")
        for version in (1, 3):
            self.withdraw(deal, version, 409)
        self.addCleanup(self.change, "/operator", timeZone="UTC")
        today = datetime.now(ZoneInfo("Pacific/Kiritimati")).date().isoformat()
        deal = self.change("/deals/" + deal["id"], terms=share("28"), effectiveFrom=today)
        self.change("/operator", timeZone="Pacific/Kiritimati")
        self.withdraw(deal, 4, 409)
        self.change("/operator", timeZone="Pacific/Pago_Pago")  # More than a day behind Kiritimati.
        self.withdraw(deal, 4)

    def test_a_deal_keeps_a_version(self):
        deal = self.deal(effectiveFrom=LATER)
        self.withdraw(deal, 1, 409)
        self.assertEqual(self.client.api("GET", "/deals/" + deal["id"]).json(), deal)

    def test_only_existing_versions_can_be_withdrawn(self):
        deal = self.raised()
        for version in (3, 0, -1, "2x", "x", "99999999999999999999"):
            self.withdraw(deal, version, 404)
        self.withdraw({"id": str(uuid.uuid4())}, 2, 404)
        self.withdraw(deal, 2, 404, self.rival)
        self.assertEqual([one["version"] for one in self.client.api("GET", "/deals/" + deal["id"]).json()["upcoming"]], [2])
        answer = self.client.api("POST", f"/deals/{deal['id']}/versions/2/withdraw", {"reason": "x"})
        self.assert_refused(answer, "/reason")

    def test_it_is_the_same_after_a_restart_and_for_verify(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "25"}})
        deal = {"id": affiliate["dealIds"][0]}
        self.change("/deals/" + deal["id"], terms=share("27"), effectiveFrom=LATER)
        after = self.withdraw(deal, 2)
        player = self.player(affiliate)
        self.send(player, "ngr_update", "100")
        self.assertEqual(self.amounts(affiliate), ["25"])
        self.service.restart()
        with self.service.client() as client:
            self.assertEqual(client.api("GET", "/deals/" + deal["id"]).json(), after)
        verified = program.run_json("verify", *self.service.place())
        self.assertEqual(verified["differences"], 0)


class WithdrawalsOnSqlite(Withdrawals, CommissionCase):
    pass


class WithdrawalsOnPostgres(Withdrawals, CommissionOnPostgres):
    pass


class Upgrade:
    """A ledger with the schema before withdrawals, written by the program of that time."""

    engine: str

    def test_a_version_planned_before_the_upgrade_can_be_withdrawn(self):
        service, recorded = open_ninth_schema(self, self.engine)
        service.start()
        path = "/deals/" + recorded["deal"]
        with service.client() as client:
            versions = client.api("GET", path + "/versions").json()["items"]
            self.assertEqual(versions, [version | {"withdrawnAt": None} for version in recorded["versions"]])
            self.assertEqual(client.api("GET", "/accruals").json()["items"], recorded["accruals"])
            self.assertEqual([one["version"] for one in client.api("GET", path).json()["upcoming"]], [2])
            self.assertEqual(program.run_json("verify", *service.place())["differences"], 0)
            withdrawn = client.api("POST", path + "/versions/2/withdraw")
            self.assertEqual((withdrawn.status, withdrawn.json()["version"], withdrawn.json()["upcoming"]), (200, 1, []))
        self.assertEqual(program.run_json("verify", *service.place())["differences"], 0)


class UpgradeOnSqlite(Upgrade, unittest.TestCase):
    engine = "sqlite"


class UpgradeOnPostgres(Upgrade, unittest.TestCase):
    engine = "postgres"


if __name__ == "__main__":
    unittest.main()
