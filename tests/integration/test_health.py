"""GET /health: the freshness of the operator's feeds, and the data that needs attention."""

import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key
from tests.support.waiting import wait_until


class Health:
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service.stop()
        cls.rival = cls.service.init("Rival Gaming")
        cls.service.start()

    def health(self) -> dict:
        answer = self.client.api("GET", "/health")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def differences(self, key: str) -> list[dict]:
        return [item for item in self.health()["differingDuplicates"]["items"] if item["idempotencyKey"] == key]

    def repeat(self, event: dict, **members):
        self.assertEqual(self.client.send_event(event | members).status, 200)

    def test_a_duplicate_with_other_content_is_counted_and_listed(self):
        event = self.event("deposit", amount="10")
        event_id = self.accept(event)
        before = self.health()["differingDuplicates"]["count"]
        self.repeat(event, amount="11")
        self.repeat(event, amount="11")
        self.repeat(event, currency="USD")
        self.assertEqual(self.health()["differingDuplicates"]["count"], before + 3)
        listed = self.differences(event["idempotency_key"])
        self.assertEqual(sum(item["count"] for item in listed), 3)
        self.assertEqual({item["eventId"] for item in listed}, {event_id})

    def test_every_member_of_an_event_belongs_to_its_content(self):
        changes = {"event_type": "chargeback", "event_time": "2026-03-10T14:05:07Z", "player_external_ref": "other",
                   "amount": "10.00000001", "currency": "USD", "country": "FR", "click_id": "c2", "product": "p2",
                   "game": "g2", "user_agent": "u2", "ip": "192.0.2.2", "unknown": {"deep": [2]}, "another": 1}
        event = self.event("deposit", amount="10", currency="EUR", country="DE", click_id="c1", product="p1", game="g1",
                           user_agent="u1", ip="192.0.2.1", unknown={"deep": [1]})
        for member, value in changes.items():
            with self.subTest(member):
                sent = event | {"idempotency_key": fresh_key("content")}
                self.accept(sent)
                self.repeat(sent, **{member: value})
                self.assertEqual(len(self.differences(sent["idempotency_key"])), 1)

    def test_equal_content_in_another_notation_is_not_a_difference(self):
        event = self.event("deposit", amount=10.5, currency="EUR", country="DE", note={"a": 1, "b": 2})
        self.accept(event)
        self.repeat(event)
        self.repeat(event, amount="10.50", currency="eur", country="de", event_time="2026-03-10T16:05:06.000+02:00")
        self.assertEqual(self.client.send_event(dict(reversed(event.items()))).status, 200)
        self.assertEqual(self.differences(event["idempotency_key"]), [])

    def test_a_difference_within_one_batch_is_listed_too(self):
        event = self.event("deposit", amount="1")
        self.assertEqual(self.client.send_batch([event, event | {"amount": "2"}]).status, 202)
        self.assertEqual(len(self.differences(event["idempotency_key"])), 1)

    def test_a_difference_survives_a_restart(self):
        event = self.event()
        self.accept(event)
        self.repeat(event, country="FR")
        self.service.restart()
        self.client = self.open_client()
        self.assertEqual(len(self.differences(event["idempotency_key"])), 1)

    def test_a_second_registration_or_first_deposit_is_accepted_and_an_anomaly(self):
        for event_type in ("registration", "first_deposit"):
            with self.subTest(event_type):
                player = fresh_key("player")
                first = self.accept(self.event(event_type, player_external_ref=player))
                before = self.health()["anomalies"]["count"]
                second = self.accept(self.event(event_type, player_external_ref=player))
                anomalies = self.health()["anomalies"]
                self.assertEqual(anomalies["count"], before + 1)
                listed = [item["eventId"] for item in anomalies["items"]]
                self.assertIn(second, listed)
                self.assertNotIn(first, listed)

    def test_a_second_registration_in_the_same_batch_is_an_anomaly(self):
        player = fresh_key("player")
        before = self.health()["anomalies"]["count"]
        events = [self.event(player_external_ref=player) for _ in range(2)]
        self.assertEqual(self.client.send_batch(events).json()["summary"]["accepted"], 2)
        self.assertEqual(self.health()["anomalies"]["count"], before + 1)

    def test_a_repeated_registration_with_the_same_key_is_not_an_anomaly(self):
        event = self.event(player_external_ref=fresh_key("player"))
        self.accept(event)
        before = self.health()["anomalies"]["count"]
        self.repeat(event)
        self.assertEqual(self.health()["anomalies"]["count"], before)

    def test_a_feed_is_as_fresh_as_its_latest_event(self):
        brand = self.client.api("POST", "/brands", {"name": "Fresh"}).json()["id"]
        for moment in ("2026-03-01T00:00:00Z", "2026-03-03T00:00:00Z", "2026-03-02T00:00:00Z"):
            self.accept(self.event("deposit", brand_id=brand, event_time=moment))
        self.accept(self.event("registration", brand_id=brand))
        feeds = {feed["eventType"]: feed for feed in self.health()["feeds"] if feed["brandId"] == brand}
        self.assertEqual(set(feeds), {"deposit", "registration"})
        self.assertEqual(feeds["deposit"]["count"], 3)
        self.assertTrue(feeds["deposit"]["regular"])
        self.assertTrue(feeds["deposit"]["lastEventTime"].startswith("2026-03-03T00:00:00"))
        # The events have just arrived. test_webhooks.py has a brand that falls silent.
        self.assertEqual(self.health()["silentBrands"], {"afterMinutes": 360, "items": []})

    def test_the_lag_of_the_projector_is_shown_and_returns_to_zero(self):
        before = self.health()["projectorLag"]["lastBlock"]
        self.accept(self.event("deposit"))
        lag = self.health()["projectorLag"]
        self.assertEqual(set(lag), {"seconds", "blocks", "lastBlock"})
        self.assertGreaterEqual(lag["seconds"], 0)
        # Blocks of other tests may come first.
        def caught_up() -> bool:
            lag = self.health()["projectorLag"]
            return lag["lastBlock"] > before and (lag["seconds"], lag["blocks"]) == (0, 0)
        wait_until(caught_up, "reports show the deposit")

    def test_an_operator_sees_no_data_of_another(self):
        event = self.event()
        self.accept(event)
        self.repeat(event, country="FR")
        with self.service.client(self.rival.api_key) as rival:
            seen = rival.api("GET", "/health").json()
        self.assertEqual((seen["feeds"], seen["differingDuplicates"]["count"], seen["anomalies"]["count"]), ([], 0, 0))


class HealthOnSqlite(Health, ServiceCase):
    pass


class HealthOnPostgres(Health, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
