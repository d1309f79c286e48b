"""A dry run of POST /events answers as if the events were sent, and keeps nothing."""

import unittest
import uuid

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key


class DryRuns:
    def try_out(self, document, status: int, query: str = "?dryRun=true"):
        answer = self.client.api("POST", "/events" + query, document)
        self.assertEqual(answer.status, status, answer.body)
        self.assertEqual(answer.header("X-Dry-Run"), "true")
        self.assertIsNotNone(answer.header("X-RateLimit-Remaining"))
        return answer.json()

    def stored_keys(self) -> set[str]:
        return {key for key, _ in self.service.ledger().events(self.service.account.operator_id)}

    def test_a_valid_event_is_answered_as_accepted_and_is_not_stored(self):
        event = self.event("first_deposit")
        document = self.try_out(event, 202)
        self.assertEqual(set(document), {"result"})
        self.assertEqual((document["result"]["idempotency_key"], document["result"]["status"]),
                         (event["idempotency_key"], "accepted"))
        self.assertTrue(uuid.UUID(document["result"]["event_id"]))
        self.assertNotIn(event["idempotency_key"], self.stored_keys())
        self.assertEqual(self.client.api("GET", "/events?idempotencyKey=" + event["idempotency_key"]).json()["items"], [])

    def test_a_dry_run_uses_no_key(self):
        event = self.event()
        first = self.try_out(event, 202)
        self.assertEqual(self.try_out(event, 202)["result"]["status"], "accepted")
        self.assertNotEqual(self.accept(event), first["result"]["event_id"])

    def test_a_known_key_is_a_duplicate_of_its_event(self):
        event = self.event()
        event_id = self.accept(event)
        for sent in (event, event | {"event_type": "jackpot"}):
            self.assertEqual(self.try_out(sent, 200)["result"], {
                "event_id": event_id, "idempotency_key": event["idempotency_key"], "status": "duplicate"})

    def test_an_invalid_event_is_refused_with_all_its_errors(self):
        answer = self.client.api("POST", "/events?dryRun=true", self.event("deposit", amount=..., currency=...))
        problem = self.assert_problem(answer, 400)
        self.assertEqual([error["pointer"] for error in problem["errors"]], ["/amount", "/currency"])
        self.assertEqual(answer.header("X-Dry-Run"), "true")

    def test_a_batch_is_answered_like_the_real_one(self):
        known = self.event()
        self.accept(known)
        key = fresh_key()
        batch = {"events": [self.event("deposit", idempotency_key=key), known, self.event("deposit", amount="x"),
                            self.event("deposit", idempotency_key=key), None]}
        tried = self.try_out(batch, 202)
        self.assertEqual(tried["summary"], {"total": 5, "accepted": 1, "duplicates": 2, "errors": 2})
        self.assertEqual(tried["results"][3]["event_id"], tried["results"][0]["event_id"])
        sent = self.client.api("POST", "/events", batch)
        for document in (tried, real := sent.json()):
            for place in (0, 3):
                del document["results"][place]["event_id"]
        self.assertEqual(tried, real)

    def test_the_status_of_a_batch_is_that_of_the_real_one(self):
        known = self.event()
        self.accept(known)
        self.try_out({"events": [known, self.event(event_type="x")]}, 200)
        self.try_out({"events": [self.event(event_type="x")]}, 400)

    def test_warnings_are_answered_and_not_counted(self):
        brand = self.client.api("POST", "/brands", {"name": "Lighthouse"}).json()["id"]
        document = self.try_out(self.event("registration", brand_id=brand, clickId="x"), 202)
        self.assertEqual([warning["pointer"] for warning in document["warnings"]], ["/clickId"])
        noted = self.client.api("GET", "/health").json()["similarMembers"]["items"]
        self.assertNotIn(brand, [item["brandId"] for item in noted])

    def test_no_player_is_made(self):
        ref = "dry-" + uuid.uuid4().hex
        self.try_out(self.event("registration", player_external_ref=ref), 202)
        self.assertEqual(self.client.api("GET", "/players?externalRef=" + ref).json()["items"], [])

    def test_false_is_no_dry_run_and_other_values_are_refused(self):
        event = self.event()
        answer = self.client.api("POST", "/events?dryRun=false", event)
        self.assertEqual((answer.status, answer.header("X-Dry-Run")), (202, None))
        self.assertIn(event["idempotency_key"], self.stored_keys())
        for value in ("1", "", "True", "maybe"):
            with self.subTest(value):
                self.assert_problem(self.client.api("POST", "/events?dryRun=" + value, self.event()), 400)

    def test_a_key_needs_the_same_scope(self):
        answer = self.open_client(self.service.create_key(scopes=["reports"])["key"]).api(
            "POST", "/events?dryRun=true", self.event())
        self.assert_problem(answer, 403)
        self.assert_problem(self.open_client("fl_" + "0" * 64).api("POST", "/events?dryRun=true", self.event()), 401)

    def test_a_dry_run_counts_towards_the_rate_limit(self):
        client = self.open_client(self.service.create_key(requestsPerMinute=2)["key"])
        statuses = [client.api("POST", "/events?dryRun=true", self.event()).status for _ in range(3)]
        self.assertEqual(statuses, [202, 202, 429])


class DryRunsOnSqlite(DryRuns, ServiceCase):
    pass


class DryRunsOnPostgres(DryRuns, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
