"""Batches: every event is checked separately, and the results come in the order of the request."""

import json
import unittest
import uuid

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import ALL_TYPES, fresh_key


class Batches:
    def send(self, events: list, status: int) -> dict:
        answer = self.client.send_batch(events)
        self.assertEqual(answer.status, status, answer.body)
        document = answer.json()
        self.assertEqual(set(document), {"summary", "results"})
        self.assert_sums_agree(document, events)
        return document

    def assert_sums_agree(self, document: dict, events: list):
        statuses = [entry["status"] for entry in document["results"]]
        self.assertEqual(document["summary"], {
            "total": len(events),
            "accepted": statuses.count("accepted"),
            "duplicates": statuses.count("duplicate"),
            "errors": statuses.count("error"),
        })
        self.assertEqual(len(statuses), len(events))

    def statuses(self, document: dict) -> list[str]:
        return [entry["status"] for entry in document["results"]]

    def test_a_batch_of_one_is_a_batch(self):
        event = self.event()
        [entry] = self.send([event], 202)["results"]
        self.assertEqual(set(entry), {"event_id", "idempotency_key", "status"})
        self.assertEqual((entry["idempotency_key"], entry["status"]), (event["idempotency_key"], "accepted"))
        self.assertTrue(uuid.UUID(entry["event_id"]))

    def test_a_hundred_events_are_accepted_at_once_and_stay_in_order(self):
        events = [self.event("deposit", player_external_ref=f"player-{n % 7}") for n in range(100)]
        results = self.send(events, 202)["results"]
        self.assertEqual([r["idempotency_key"] for r in results], [e["idempotency_key"] for e in events])
        self.assertEqual(len({r["event_id"] for r in results}), 100)
        recorded = dict(self.service.ledger().events(self.service.account.operator_id))
        self.assertEqual([recorded[r["idempotency_key"]] for r in results], [r["event_id"] for r in results])

    def test_an_empty_batch_and_one_of_101_are_refused_as_a_whole(self):
        for events in ([], [self.event() for _ in range(101)]):
            with self.subTest(len(events)):
                self.assert_refused(self.client.send_batch(events), "/events")
        self.accept(events[0])

    def test_events_must_be_a_list(self):
        for value in (None, {}, "x", 1, True):
            with self.subTest(value):
                self.assert_refused(self.client.send_batch(value), "/events")

    def test_a_batch_with_invalid_json_is_refused_as_a_whole(self):
        good = self.event()
        body = json.dumps({"events": [good, self.event()]})[:-3]
        self.assert_problem(self.client.send_body(body), 400)
        self.accept(good)

    def test_a_batch_with_a_repeated_member_is_refused_as_a_whole(self):
        one = json.dumps([self.event()])
        self.assert_problem(self.client.send_body(f'{{"events": {one}, "events": {one}}}'), 400)

    def test_one_bad_entry_never_stops_the_others(self):
        bad = self.event("deposit", amount="x")
        document = self.send([self.event(), bad, self.event()], 202)
        self.assertEqual(self.statuses(document), ["accepted", "error", "accepted"])

    def test_an_entry_in_error_says_what_is_wrong_and_where(self):
        faults = {"/amount": {"amount": -1}, "/currency": {"currency": "€"}, "/event_type": {"event_type": "jackpot"},
                  "/brand_id": {"brand_id": str(uuid.uuid4())}, "/event_time": {"event_time": "now"},
                  "/player_external_ref": {"player_external_ref": ...}}
        events = [self.event("deposit", **members) for members in faults.values()]
        for event, field, entry in zip(events, faults, self.send(events, 400)["results"]):
            with self.subTest(field):
                self.assertEqual(set(entry), {"event_id", "idempotency_key", "status", "error", "errors"})
                self.assertIsNone(entry["event_id"])
                self.assertEqual(entry["idempotency_key"], event["idempotency_key"])
                self.assertEqual(set(entry["error"]), {"code", "field", "message"})
                self.assertEqual(entry["error"]["field"], field)
                self.assertTrue(entry["error"]["code"] and entry["error"]["message"])
                self.assertEqual(entry["errors"], [{"pointer": field, "code": entry["error"]["code"],
                                                    "detail": entry["error"]["message"]}])

    def test_an_entry_in_error_lists_the_same_errors_as_a_single_event(self):
        bad = self.event("deposit", event_type="jackpot", event_time="now", amount=..., currency="€")
        [entry] = self.send([bad], 400)["results"]
        single = self.assert_problem(self.client.send_event(bad), 400)
        self.assertEqual(entry["errors"], single["errors"])
        self.assertEqual([error["pointer"] for error in entry["errors"]],
                         ["/event_type", "/event_time", "/amount", "/currency"])

    def test_an_unknown_name_is_answered_with_the_allowed_ones(self):
        [entry] = self.send([self.event(event_type="jackpot", brand_id=str(uuid.uuid4()))], 400)["results"]
        of_type, of_brand = (error["detail"] for error in entry["errors"])
        self.assertTrue(of_type.startswith("must be one of registration, first_deposit, deposit, "), of_type)
        self.assertEqual(set(of_type.removeprefix("must be one of ").split(", ")), set(ALL_TYPES))
        self.assertIn(self.service.account.brand_id, of_brand)

    def test_a_missing_key_is_echoed_as_null(self):
        [entry] = self.send([self.event(idempotency_key=...)], 400)["results"]
        self.assertIsNone(entry["idempotency_key"])
        self.assertEqual(entry["error"]["field"], "/idempotency_key")

    def test_an_entry_that_is_not_an_object_does_not_stop_the_others(self):
        document = self.send([None, 1, "x", [], self.event()], 202)
        self.assertEqual(self.statuses(document), ["error"] * 4 + ["accepted"])
        self.assertEqual([entry["idempotency_key"] for entry in document["results"][:4]], [None] * 4)

    def test_the_status_is_202_when_one_was_accepted(self):
        known = self.event()
        self.accept(known)
        document = self.send([self.event(event_type="x"), known, self.event()], 202)
        self.assertEqual(self.statuses(document), ["error", "duplicate", "accepted"])

    def test_the_status_is_200_when_none_was_accepted_but_one_is_known(self):
        known = self.event()
        event_id = self.accept(known)
        document = self.send([self.event(event_type="x"), known], 200)
        self.assertEqual(self.statuses(document), ["error", "duplicate"])
        self.assertEqual(document["results"][1]["event_id"], event_id)

    def test_the_status_is_400_when_all_are_in_error(self):
        self.send([self.event(event_type="x"), self.event(event_time="x")], 400)

    def test_within_a_batch_the_first_use_of_a_key_wins(self):
        key = fresh_key()
        events = [self.event("deposit", idempotency_key=key, amount=n) for n in (1, 2, 3)]
        document = self.send([events[0], self.event(), *events[1:]], 202)
        self.assertEqual(self.statuses(document), ["accepted", "accepted", "duplicate", "duplicate"])
        ids = [entry["event_id"] for entry in document["results"]]
        self.assertEqual(ids[2:], [ids[0]] * 2)
        self.assertEqual(float(self.service.ledger().event(key)["amount"]), 1)

    def test_an_invalid_event_does_not_use_its_key_within_the_batch(self):
        key = fresh_key()
        events = [self.event("deposit", idempotency_key=key, amount="x"), self.event("deposit", idempotency_key=key)]
        self.assertEqual(self.statuses(self.send(events, 202)), ["error", "accepted"])

    def test_an_invalid_event_does_not_use_its_key_for_later_requests(self):
        event = self.event("deposit")
        self.send([event | {"amount": "x"}], 400)
        self.accept(event)

    def test_a_repeated_batch_is_all_duplicates_with_the_same_ids(self):
        events = [self.event() for _ in range(20)]
        first = self.send(events, 202)
        again = self.send(events, 200)
        self.assertEqual(self.statuses(again), ["duplicate"] * 20)
        self.assertEqual([r["event_id"] for r in again["results"]], [r["event_id"] for r in first["results"]])

    def test_other_members_of_the_batch_are_ignored(self):
        body = json.dumps({"sent_by": "nightly job", "events": [self.event()], "attempt": 2})
        self.assertEqual(self.client.send_body(body).status, 202)


class BatchesOnSqlite(Batches, ServiceCase):
    pass


class BatchesOnPostgres(Batches, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
