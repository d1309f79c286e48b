"""How the players of a brand were attributed: directly, with evidence, without evidence, not at all."""

import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.old_ledgers import open_ninth_schema
from tests.support.tracking import CHROME, FIREFOX, Tracking

HOME, OFFICE = "203.0.113.7", "198.51.100.23"


class AttributionCounts(Tracking):
    def counts(self, brand: str) -> dict | None:
        items = self.client.api("GET", "/health").json()["attribution"]["items"]
        return next((item for item in items if item["brandId"] == brand), None)

    def test_each_registration_is_counted_once_by_its_proof(self):
        brand = self.brand()
        self.assertIsNone(self.counts(brand))
        self.register(brand)  # There is no click yet.
        click_id = self.click(self.link(brand), agent=CHROME, address=HOME)
        for _ in range(2):
            self.register(brand, click_id=click_id)
        self.register(brand, ip=HOME)
        self.register(brand, user_agent=CHROME)
        self.register(brand)
        self.register(brand, ip=OFFICE)  # Another address: organic.
        self.register(brand, user_agent=FIREFOX)
        expected = {"brandId": brand, "direct": 2, "withEvidence": 2, "withoutEvidence": 1, "organic": 3}
        self.assertEqual(self.counts(brand), expected)

    def test_repeated_registrations_and_duplicates_are_not_counted(self):
        brand = self.brand()
        event = self.event(brand_id=brand)
        self.accept(event)
        self.client.send_event(event)
        self.accept(self.event(brand_id=brand, player_external_ref=event["player_external_ref"]))
        self.assertEqual(self.counts(brand)["organic"], 1)


class AttributionCountsOnSqlite(AttributionCounts, ServiceCase):
    pass


class AttributionCountsOnPostgres(AttributionCounts, PostgresCase):
    pass


class Upgrade:
    """Players that registered before attributions were counted."""

    engine: str

    def test_they_are_counted_by_the_upgrade(self):
        service, _ = open_ninth_schema(self, self.engine)
        service.start()
        with service.client() as client:
            health = client.api("GET", "/health").json()
            players = client.api("GET", "/players").json()["items"]
        registered = [player for player in players if player["registeredAt"]]
        counted = [sum(item[name] for name in ("direct", "withEvidence", "withoutEvidence", "organic"))
                   for item in health["attribution"]["items"]]
        self.assertEqual(sum(counted), len(registered))
        direct = [player for player in registered if player["attribution"]["method"] == "direct"]
        self.assertEqual(sum(item["direct"] for item in health["attribution"]["items"]), len(direct))


class UpgradeOnSqlite(Upgrade, unittest.TestCase):
    engine = "sqlite"


class UpgradeOnPostgres(Upgrade, unittest.TestCase):
    engine = "postgres"


if __name__ == "__main__":
    unittest.main()
