"""The audit log: who changed what and when, with the values before and after."""

import unittest
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres


class AuditLog:
    def log(self, **filters) -> list[dict]:
        query = "&".join(f"{name}={quote(value)}" for name, value in filters.items())
        return self.items("/audit-log", "limit=200&" + query)

    def test_every_change_is_logged_with_before_and_after(self):
        campaign = self.campaign(name="Before")
        changed = self.change("/campaigns/" + campaign["id"], name="After")
        key = self.client.api("GET", "/api-keys").json()["items"][0]
        update, create = self.log(subject="campaign/" + campaign["id"])
        self.assertEqual(set(update), {"at", "actor", "actorName", "action", "subject", "subjectName", "before", "after"})
        self.assertEqual((update["action"], update["before"], update["after"]), ("campaign.update", campaign, changed))
        self.assertEqual((create["action"], create["before"], create["after"]), ("campaign.create", None, campaign))
        self.assertEqual({update["actor"], create["actor"]}, {"apiKey/" + key["id"]})
        self.assertEqual((update["actorName"], update["subjectName"]), (key["name"], None))
        at = datetime.fromisoformat(update["at"].replace("Z", "+00:00"))
        self.assertLess(abs(datetime.now(timezone.utc) - at), timedelta(minutes=30))

    def test_every_kind_of_change_is_logged(self):
        creative, source = self.creative(), self.source()
        subjects = {"affiliate": self.affiliate()["id"], "brand": self.brand()["id"], "creative": creative["id"],
                    "campaign": creative["campaignId"], "marketingSource": source["id"],
                    "link": self.link()["linkId"], "landingPage": self.landing_page()["id"], "reportSchedule": self.schedule()["id"],
                    "apiKey": self.service.create_key()["id"], "deal": self.deal()["id"], "operator": self.service.account.operator_id}
        self.change("/operator", minPayout="5")
        for noun, subject in subjects.items():
            with self.subTest(noun):
                action = noun + (".update" if noun == "operator" else ".create")
                self.assertIn(action, [entry["action"] for entry in self.log(subject=f"{noun}/{subject}")])

    def test_an_empty_change_is_not_logged(self):
        campaign = self.campaign()
        self.change("/campaigns/" + campaign["id"])
        self.change("/campaigns/" + campaign["id"], name=campaign["name"])
        self.client.api("PATCH", "/campaigns/" + campaign["id"], {"name": ""})
        self.assertEqual(len(self.log(subject="campaign/" + campaign["id"])), 1)

    def test_it_contains_no_key_and_no_address_of_this_service(self):
        key = self.service.create_key()
        link = self.link()
        self.assertNotIn("key", self.log(subject="apiKey/" + key["id"])[0]["after"])
        self.assertNotIn("trackingUrl", self.log(subject="link/" + link["linkId"])[0]["after"])

    def test_the_newest_comes_first_and_pages_are_followed(self):
        campaign = self.campaign(name="0")
        for i in range(1, 6):
            self.change("/campaigns/" + campaign["id"], name=str(i))
        names, cursor = [], ""
        while cursor is not None:
            query = f"/audit-log?limit=2&subject=campaign/{campaign['id']}{cursor and '&cursor=' + cursor}"
            page = self.client.api("GET", query).json()
            self.assertLessEqual(len(page["items"]), 2)
            names += [entry["after"]["name"] for entry in page["items"]]
            cursor = page["nextCursor"]
        self.assertEqual(names, ["5", "4", "3", "2", "1", "0"])

    def test_filters_are_exact(self):
        campaign = self.campaign()
        subject = "campaign/" + campaign["id"]
        actor = self.log(subject=subject)[0]["actor"]
        self.assertEqual(len(self.log(subject=subject, action="campaign.create", actor=actor)), 1)
        self.assertEqual(self.log(subject=subject, action="campaign.update"), [])
        self.assertEqual(self.log(subject=subject, actor="nobody"), [])
        for query in ("colour=red", "at=x", "cursor=x", "cursor=", "limit=0", "limit=201"):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", "/audit-log?" + query), 400)

    def test_the_log_is_visible_only_to_its_operator(self):
        campaign = self.campaign()
        page = self.rival.api("GET", "/audit-log?subject=campaign/" + campaign["id"]).json()
        self.assertEqual(page, {"items": [], "nextCursor": None})

    def test_the_log_cannot_be_written(self):
        for method in ("POST", "PATCH", "DELETE"):
            self.assert_problem(self.client.api(method, "/audit-log", {}), 405)


class AuditLogOnSqlite(AuditLog, CatalogueCase):
    pass


class AuditLogOnPostgres(AuditLog, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
