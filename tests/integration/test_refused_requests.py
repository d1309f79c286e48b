"""The log of refused requests: what POST /events refused from each key, with pointers and reasons."""

import unittest
import uuid

from tests.support.case import ServiceCase
from tests.support.service import Service


class RefusedRequests(ServiceCase):
    def setUp(self):
        super().setUp()
        made = self.service.create_key(name="Backend")
        self.key_id = made["id"]
        self.sender = self.open_client(made["key"])

    def refused(self, query: str = "") -> list[dict]:
        answer = self.client.api("GET", f"/refused-requests?apiKeyId={self.key_id}{query}")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["items"]

    def test_an_invalid_event_is_listed_with_its_errors(self):
        event = self.event("deposit", amount="x", currency=...)
        answer = self.sender.send_event(event)
        [entry] = self.refused()
        self.assertEqual(entry["errors"], answer.json()["errors"])
        self.assertEqual((entry["status"], entry["idempotencyKey"], entry["position"], entry["dryRun"], entry["count"]),
                         (400, event["idempotency_key"], None, False, 1))
        self.assertEqual(entry["requestId"], answer.header("X-Request-Id"))
        self.assertEqual((entry["apiKeyId"], entry["apiKeyName"]), (self.key_id, "Backend"))

    def test_the_invalid_events_of_a_batch_are_listed_with_their_positions(self):
        bad = [self.event(event_type="jackpot"), self.event("deposit", amount=-1)]
        self.sender.send_batch([self.event(), bad[0], self.event(), bad[1]])
        entries = self.refused()
        self.assertEqual([(entry["position"], entry["idempotencyKey"], entry["errors"][0]["pointer"]) for entry in entries],
                         [(3, bad[1]["idempotency_key"], "/amount"), (1, bad[0]["idempotency_key"], "/event_type")])

    def test_whole_requests_are_listed(self):
        self.sender.send_body('{"events": [')
        self.sender.send_batch([])
        self.sender.send_body("x" * (2 << 20))
        self.sender.api("POST", "/events?dryRun=maybe", self.event())
        self.sender.request("POST", "/api/v1/events", b"x", {"Content-Encoding": "gzip"})
        self.assertEqual([(entry["status"], entry["errors"][0]["code"]) for entry in self.refused()],
                         [(415, "invalid_request"), (400, "invalid_request"), (413, "invalid_request"),
                          (400, "batch_size"), (400, "invalid_json")])

    def test_a_missing_scope_and_the_rate_limit_are_listed(self):
        for members, status, code in (({"scopes": ["reports"]}, 403, "forbidden"),
                                      ({"requestsPerMinute": 1}, 429, "rate_limited")):
            made = self.service.create_key(**members)
            sender = self.open_client(made["key"])
            for _ in range(4):
                sender.send_event(self.event())
            self.key_id = made["id"]
            [entry] = self.refused()
            self.assertEqual((entry["status"], entry["errors"][0]["code"]), (status, code))
            self.assertEqual(entry["count"], 3 if status == 429 else 4)
            self.assertLessEqual(entry["firstAt"], entry["at"])

    def test_a_dry_run_is_marked(self):
        self.sender.api("POST", "/events?dryRun=true", self.event(event_type="jackpot"))
        self.assertEqual([entry["dryRun"] for entry in self.refused()], [True])

    def test_accepted_events_and_duplicates_are_not_listed(self):
        event = self.event()
        for _ in range(2):
            self.sender.send_event(event)
        self.assertEqual(self.refused(), [])

    def test_pages(self):
        for _ in range(5):
            self.sender.send_event(self.event(event_type="jackpot"))
        first = self.client.api("GET", f"/refused-requests?apiKeyId={self.key_id}&limit=3").json()
        self.assertEqual(len(first["items"]), 3)
        rest = self.client.api("GET", f"/refused-requests?apiKeyId={self.key_id}&limit=3&cursor={first['nextCursor']}").json()
        self.assertEqual((len(rest["items"]), rest["nextCursor"]), (2, None))
        self.assertEqual(len({entry["idempotencyKey"] for entry in first["items"] + rest["items"]}), 5)
        self.assert_problem(self.client.api("GET", "/refused-requests?cursor=x"), 400)
        self.assert_problem(self.client.api("GET", "/refused-requests?apiKeyId=x"), 400)

    def test_another_operator_sees_nothing(self):
        self.sender.send_event(self.event(event_type="jackpot"))
        other = self.open_client(self.service.create_operator("Other " + uuid.uuid4().hex).api_key)
        for query in ("", "?apiKeyId=" + self.key_id):
            self.assertEqual(other.api("GET", "/refused-requests" + query).json()["items"], [])


class TheListOfANode(unittest.TestCase):
    def test_is_its_own_and_begins_at_its_start(self):
        with Service.launch() as service, service.client() as client:
            self.assertEqual(client.send_event({}).status, 400)
            self.assertEqual(len(client.api("GET", "/refused-requests").json()["items"]), 1)
            service.restart()
            with service.client() as again:
                self.assertEqual(again.api("GET", "/refused-requests").json()["items"], [])


if __name__ == "__main__":
    unittest.main()
