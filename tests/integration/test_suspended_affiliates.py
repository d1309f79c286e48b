"""An affiliate that is suspended when a registration is recorded gets no new player."""

import unittest

from tests.support import program
from tests.support.case import PostgresCase, ServiceCase
from tests.support.old_ledgers import open_ninth_schema
from tests.support.tracking import CHROME, Tracking

HOME = "203.0.113.7"


class SuspendedAffiliates(Tracking):
    def suspend(self, link: dict):
        self.change("/affiliates/" + link["affiliateId"], status="suspended")

    def assert_verified(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def test_a_named_click_brings_it_no_player_and_nobody_else_gets_it(self):
        brand = self.brand()
        other, link = self.link(brand), self.link(brand)
        click_id = self.click(link)
        self.click(other)
        self.suspend(link)
        player = self.register(brand, click_id=click_id)
        self.assert_organic(player)
        why = self.why(player)["decisions"][0]
        self.assertEqual(why["because"]["rule"], "affiliateSuspended")
        self.assertEqual([candidate["outcome"] for candidate in why["candidates"]], ["affiliateSuspended"])
        self.assert_verified()

    def test_its_last_click_is_passed_over(self):
        brand = self.brand()
        other, link = self.link(brand), self.link(brand)
        others_click = self.click(other)
        self.click(link)
        self.suspend(link)
        self.assert_attributed(self.register(brand), "lastClick", others_click, other)
        self.suspend(other)
        self.assert_organic(self.register(brand))
        self.assert_verified()

    def test_evidence_does_not_help_it(self):
        brand = self.brand(attributionFallback="evidence")
        other, link = self.link(brand), self.link(brand)
        others_click = self.click(other, agent=CHROME, address=HOME)
        self.click(link, agent=CHROME, address=HOME)
        self.suspend(link)
        player = self.register(brand, ip=HOME, user_agent=CHROME)
        self.assert_attributed(player, "lastClick", others_click, other)
        self.assert_verified()

    def test_no_player_can_be_given_to_it_by_hand(self):
        brand = self.brand()
        other, link = self.link(brand), self.link(brand)
        player = self.register(brand, click_id=self.click(other))
        self.suspend(link)
        answer = self.client.api("POST", f"/players/{player['id']}/reassign",
                                 {"affiliateId": link["affiliateId"], "reason": "It asked for it"})
        self.assert_problem(answer, 409)
        self.assertIn("is suspended", str(answer.json()))
        self.assertEqual(self.player(player["externalRef"], brand)["affiliateId"], other["affiliateId"])

    def test_it_keeps_its_players_and_an_approved_affiliate_gets_new_ones_again(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        kept = self.register(brand, click_id=click_id)
        self.suspend(link)
        self.assert_organic(self.register(brand, click_id=click_id))
        self.assertEqual(self.player(kept["externalRef"], brand)["affiliateId"], link["affiliateId"])
        self.change("/affiliates/" + link["affiliateId"], status="approved")
        self.assert_attributed(self.register(brand, click_id=click_id), "direct", click_id, link)
        self.assert_verified()

    def test_a_suspension_survives_a_restart(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        self.suspend(link)
        self.restart(kill=True)
        self.assert_organic(self.register(brand, click_id=click_id))
        self.assert_verified()


class SuspendedAffiliatesOnSqlite(SuspendedAffiliates, ServiceCase):
    pass


class SuspendedAffiliatesOnPostgres(SuspendedAffiliates, PostgresCase):
    pass


class Upgrade:
    """An affiliate that was suspended before the status was part of the record."""

    engine: str

    def suspensions(self, service) -> list[str]:
        rows = service.ledger().select("SELECT content FROM changes WHERE operator_id = {owner} ORDER BY number",
                                       service.account.operator_id)
        return [content for [content] in rows if '"suspended":true' in content]

    def test_the_first_write_records_it(self):
        prefix = "public." if self.engine == "postgres" else ""
        service, _ = open_ninth_schema(self, self.engine, f"UPDATE {prefix}affiliates SET status = 'suspended';")
        service.start()
        with service.client() as client:
            [affiliate] = client.api("GET", "/affiliates").json()["items"]
            for _ in range(2):
                client.api("POST", "/affiliates", {"name": "Another", "email": "ann@another.example"})
        self.assertEqual(len(self.suspensions(service)), 1)
        self.assertIn(affiliate["id"], self.suspensions(service)[0])
        service.restart()
        with service.client() as client:
            client.api("PATCH", "/affiliates/" + affiliate["id"], {"name": "Renamed"})
        self.assertEqual(len(self.suspensions(service)), 2)
        self.assertEqual(program.run_json("verify", *service.place())["differences"], 0)


class UpgradeOnSqlite(Upgrade, unittest.TestCase):
    engine = "sqlite"


class UpgradeOnPostgres(Upgrade, unittest.TestCase):
    engine = "postgres"


if __name__ == "__main__":
    unittest.main()
