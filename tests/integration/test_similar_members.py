"""Members of events whose names are nearly right get warnings, and are listed under /health."""

import unittest

from tests.support.case import PostgresCase, ServiceCase

CLICK = {"pointer": "/clickId", "code": "similar_member",
         "detail": "clickId is not a member of events and has no effect. Did you mean click_id?"}


class SimilarMembers:
    def listed(self, brand: str) -> list[tuple]:
        items = self.client.api("GET", "/health").json()["similarMembers"]["items"]
        return sorted((item["sent"], item["meant"], item["count"]) for item in items if item["brandId"] == brand)

    def brand(self) -> str:
        return self.client.api("POST", "/brands", {"name": "Lighthouse"}).json()["id"]

    def test_a_near_miss_is_accepted_with_a_warning_and_listed(self):
        brand = self.brand()
        answer = self.client.send_event(self.event(brand_id=brand, clickId="c-1"))
        self.assertEqual(answer.status, 202, answer.body)
        self.assertEqual(answer.json()["warnings"], [CLICK])
        self.assertEqual(set(answer.json()["result"]), {"event_id", "idempotency_key", "status"})
        self.assertEqual(self.listed(brand), [("clickId", "click_id", 1)])
        [item] = [each for each in self.client.api("GET", "/health").json()["similarMembers"]["items"]
                  if each["brandId"] == brand]
        self.assertEqual(item["eventId"], answer.json()["result"]["event_id"])

    def test_the_entries_of_a_batch_have_their_own_warnings(self):
        brand = self.brand()
        events = [self.event(brand_id=brand, clickId="c-2"), self.event(brand_id=brand),
                  self.event(brand_id=brand, clickID="c-3", curency="EUR"),
                  self.event(brand_id=brand, country="?", clickId="c-4")]
        results = self.client.send_batch(events).json()["results"]
        self.assertEqual([entry["status"] for entry in results], ["accepted", "accepted", "accepted", "error"])
        self.assertEqual([[warning["pointer"] for warning in entry.get("warnings", [])] for entry in results],
                         [["/clickId"], [], ["/clickID", "/curency"], ["/clickId"]])
        self.assertEqual(self.listed(brand), [("clickID", "click_id", 2), ("curency", "currency", 1)])

    def test_the_right_name_beside_it_or_another_name_gets_no_warning(self):
        for members in ({"clickId": "c", "click_id": "c"}, {"player_id": "7"}, {"campaign": "spring"}, {}):
            with self.subTest(members):
                answer = self.client.send_event(self.event(**members))
                self.assertEqual((answer.status, set(answer.json())), (202, {"result"}))

    def test_a_duplicate_is_warned_but_counted_once(self):
        brand = self.brand()
        event = self.event(brand_id=brand, clickId="c-5")
        self.accept(event)
        again = self.client.send_event(event)
        self.assertEqual((again.status, again.json()["warnings"]), (200, [CLICK]))
        self.assertEqual(self.listed(brand), [("clickId", "click_id", 1)])

    def test_a_missing_member_is_refused_with_the_name_that_was_sent(self):
        event = self.event(playerRef="p-1")
        del event["player_external_ref"]
        answer = self.client.send_event(event)
        self.assert_refused(answer, "/player_external_ref")
        self.assertEqual(answer.json()["errors"][0]["detail"], "is required. The event has playerRef instead")

    def test_a_refused_event_has_warnings_beside_its_errors(self):
        answer = self.client.send_event(self.event(country="?", clickId="c-6"))
        self.assert_refused(answer, "/country")
        self.assertEqual(answer.json()["warnings"], [CLICK])
        # Also if it cannot be a duplicate, because it has no key.
        event = self.event(clickId="c-7", idempotencyKey="k-1")
        del event["idempotency_key"]
        answer = self.client.send_event(event)
        self.assert_refused(answer, "/idempotency_key")
        self.assertIn(CLICK, answer.json()["warnings"])
        self.assertNotIn("warnings", self.client.send_event(self.event(country="?")).json())

    def test_the_list_survives_a_restart(self):
        brand = self.brand()
        self.accept(self.event(brand_id=brand, userAgent="x"))
        self.service.restart()
        self.client = self.open_client()
        self.assertEqual(self.listed(brand), [("userAgent", "user_agent", 1)])


class SimilarMembersOnSqlite(SimilarMembers, ServiceCase):
    pass


class SimilarMembersOnPostgres(SimilarMembers, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
