"""An idempotency key counts once, for ever: per operator, after restarts, and for any content of the repetition."""

import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key


class Idempotency:
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service.stop()
        cls.rival = cls.service.init("Rival Gaming")
        cls.service.start()

    def assert_duplicate(self, event: dict, event_id: str):
        answer = self.client.send_event(event)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.json(), {"result": {
            "event_id": event_id, "idempotency_key": event["idempotency_key"], "status": "duplicate"}})

    def recorded(self, key: str) -> int:
        pairs = self.service.ledger().events(self.service.account.operator_id)
        return [recorded for recorded, _ in pairs].count(key)

    def test_a_repetition_is_a_duplicate_with_the_first_id(self):
        event = self.event("first_deposit")
        event_id = self.accept(event)
        for _ in range(3):
            self.assert_duplicate(event, event_id)
        self.assertEqual(self.recorded(event["idempotency_key"]), 1)

    def test_a_repetition_inside_a_batch_is_a_duplicate_with_the_first_id(self):
        event = self.event()
        event_id = self.accept(event)
        [entry] = self.client.send_batch([event]).json()["results"]
        self.assertEqual((entry["status"], entry["event_id"]), ("duplicate", event_id))

    def test_keys_differ_by_case_and_by_space(self):
        key = fresh_key("Case")
        ids = {self.accept(self.event(idempotency_key=k)) for k in (key, key.upper(), key + " ", " " + key)}
        self.assertEqual(len(ids), 4)

    def test_keys_are_not_normalised(self):
        key = fresh_key()
        composed, decomposed = key + "\u00e9", key + "e\u0301"
        self.assertNotEqual(self.accept(self.event(idempotency_key=composed)),
                            self.accept(self.event(idempotency_key=decomposed)))

    def test_a_repetition_with_other_content_gets_the_same_response_and_changes_nothing(self):
        event = self.event("deposit", amount="10", currency="EUR")
        event_id = self.accept(event)
        self.assert_duplicate(event | {"amount": "99", "event_type": "chargeback"}, event_id)
        row = self.service.ledger().event(event["idempotency_key"])
        self.assertEqual((float(row["amount"]), row["event_type"]), (10, "deposit"))

    def test_an_invalid_event_is_a_duplicate_if_its_key_is_known(self):
        event = self.event("deposit")
        event_id = self.accept(event)
        for change in ({"amount": "x"}, {"currency": "ZZZ"}, {"event_time": "0001-01-01T00:00:00Z"}, {"brand_id": "?"},
                       {"event_type": "unheard_of"}, {"player_external_ref": None}, {"country": 5}):
            with self.subTest(change):
                self.assert_duplicate(event | change, event_id)
        answer = self.client.send_batch([event | {"currency": "?"}, self.event(country="?")])
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.json()["summary"], {"total": 2, "accepted": 0, "duplicates": 1, "errors": 1})
        self.assertEqual([(entry["status"], entry["event_id"]) for entry in answer.json()["results"]],
                         [("duplicate", event_id), ("error", None)])

    def test_within_a_batch_an_invalid_event_after_its_key_is_a_duplicate_and_before_it_an_error(self):
        event = self.event("deposit")
        answer = self.client.send_batch([event | {"amount": "x"}, event, event | {"amount": "y"}])
        self.assertEqual(answer.status, 202, answer.body)
        self.assertEqual([entry["status"] for entry in answer.json()["results"]], ["error", "accepted", "duplicate"])
        self.assertEqual(self.recorded(event["idempotency_key"]), 1)

    def test_an_event_that_became_invalid_is_not_listed_as_different(self):
        brand = self.client.api("POST", "/brands", {"name": "History", "maxEventAgeYears": 30}).json()["id"]
        old = self.event("deposit", brand_id=brand, event_time="2001-02-03T04:05:06Z")
        event_id = self.accept(old)
        self.assertEqual(self.client.api("PATCH", "/brands/" + brand, {"maxEventAgeYears": 10}).status, 200)
        self.assert_duplicate(old, event_id)
        self.assert_duplicate(old | {"amount": "0.01"}, event_id)
        listed = self.client.api("GET", "/health").json()["differingDuplicates"]["items"]
        self.assertEqual([one["count"] for one in listed if one["idempotencyKey"] == old["idempotency_key"]], [1])

    def test_an_invalid_event_does_not_use_its_key(self):
        event = self.event("deposit")
        self.assert_refused(self.client.send_event(event | {"amount": "x"}), "/amount")
        self.assert_duplicate(event, self.accept(event))

    def test_two_operators_use_the_same_key_independently(self):
        event = self.event()
        event_id = self.accept(event)
        rival = self.open_client(self.rival.api_key)
        rivals_event = event | {"brand_id": self.rival.brand_id}
        answer = rival.send_event(rivals_event)
        self.assertEqual((answer.status, answer.json()["result"]["status"]), (202, "accepted"))
        self.assertNotEqual(answer.json()["result"]["event_id"], event_id)
        self.assertEqual(rival.send_event(rivals_event).status, 200)
        self.assert_duplicate(event, event_id)

    def test_a_key_survives_a_restart(self):
        event = self.event()
        event_id = self.accept(event)
        self.service.restart()
        self.client = self.open_client()
        self.assert_duplicate(event, event_id)

    def test_a_key_survives_a_kill(self):
        events = [self.event() for _ in range(50)]
        ids = [self.accept(event) for event in events]
        self.service.kill()
        self.service.start()
        self.client = self.open_client()
        for event, event_id in zip(events, ids):
            self.assert_duplicate(event, event_id)
        self.accept(self.event())


class IdempotencyOnSqlite(Idempotency, ServiceCase):
    pass


class IdempotencyOnPostgres(Idempotency, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
