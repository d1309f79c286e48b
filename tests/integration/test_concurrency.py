"""The same request from many connections at once: a key is counted once and a limit holds, also with several nodes."""

import json
import random
import unittest
from collections import Counter

from tests.support.case import PostgresCase, ServiceCase, TwoNodes
from tests.support.client import Address, Response
from tests.support.rush import rush
from tests.support.waiting import wait_until

CONNECTIONS = 64
ROUNDS = 5


class Concurrency:
    @classmethod
    def prepare(cls):
        cls.key = cls.service.create_key(requestsPerMinute=100_000)["key"]

    def addresses(self) -> list[Address]:
        return [self.service.address]

    def rush(self, bodies: list) -> list[Response]:
        return rush(self.addresses(), self.key, [json.dumps(body).encode() for body in bodies])

    def recorded(self, keys: set[str]) -> dict[str, list[str]]:
        found = {key: [] for key in keys}
        for key, event_id in self.service.ledger().events(self.service.account.operator_id):
            if key in found:
                found[key].append(event_id)
        return found

    def test_one_key_from_64_connections_is_accepted_exactly_once(self):
        for _ in range(ROUNDS):
            event = self.event("first_deposit")
            answers = self.rush([event] * CONNECTIONS)
            self.assertEqual(Counter(a.status for a in answers), {202: 1, 200: CONNECTIONS - 1})
            results = [answer.json()["result"] for answer in answers]
            self.assertEqual(Counter(r["status"] for r in results), {"accepted": 1, "duplicate": CONNECTIONS - 1})
            [event_id] = {result["event_id"] for result in results}
            self.assertEqual(self.recorded({event["idempotency_key"]}), {event["idempotency_key"]: [event_id]})

    def test_one_key_with_64_contents_is_accepted_exactly_once(self):
        event = self.event("deposit")
        answers = self.rush([event | {"amount": n + 1} for n in range(CONNECTIONS)])
        self.assertEqual(Counter(a.status for a in answers), {202: 1, 200: CONNECTIONS - 1})
        self.assertEqual(len({a.json()["result"]["event_id"] for a in answers}), 1)
        winner = next(n for n, answer in enumerate(answers) if answer.status == 202)
        self.assertEqual(float(self.service.ledger().event(event["idempotency_key"])["amount"]), winner + 1)

    def test_the_same_keys_in_batches_of_different_order_are_accepted_once_each(self):
        events = [self.event("deposit", player_external_ref=f"player-{n % 5}") for n in range(100)]
        orders = [random.Random(n).sample(events, len(events)) for n in range(16)]
        answers = self.rush([{"events": order} for order in orders])
        self.assertLessEqual({a.status for a in answers}, {200, 202})
        results = [entry for answer in answers for entry in answer.json()["results"]]
        accepted = Counter(r["idempotency_key"] for r in results if r["status"] == "accepted")
        self.assertEqual(accepted, Counter(e["idempotency_key"] for e in events))
        ids = {(r["idempotency_key"], r["event_id"]) for r in results}
        self.assertEqual(len(ids), len(events))
        self.assertEqual(self.recorded(set(accepted)), {key: [event_id] for key, event_id in ids})

    def test_the_first_events_of_a_player_make_one_player(self):
        players = self.service.ledger().count("players")
        events = [self.event("deposit", player_external_ref="somebody new") for _ in range(CONNECTIONS)]
        answers = self.rush(events)
        self.assertEqual({a.status for a in answers}, {202})
        self.assertEqual(self.service.ledger().count("players"), players + 1)

    def test_many_different_events_at_once_are_all_accepted(self):
        events = [self.event() for _ in range(CONNECTIONS)]
        answers = self.rush(events)
        self.assertEqual({a.status for a in answers}, {202})
        ids = [a.json()["result"]["event_id"] for a in answers]
        self.assertEqual(len(set(ids)), CONNECTIONS)
        keys = [event["idempotency_key"] for event in events]
        self.assertEqual(self.recorded(set(keys)), {key: [event_id] for key, event_id in zip(keys, ids)})


class ConcurrencyOnSqlite(Concurrency, ServiceCase):
    pass


class ConcurrencyOnPostgres(Concurrency, PostgresCase):
    pass


class ConcurrencyOnTwoNodes(TwoNodes, Concurrency, PostgresCase):
    def addresses(self) -> list[Address]:
        return [self.service.address, self.second.address]

    def test_never_more_than_the_limit_passes(self):
        for limit in (1, 7, 40):
            with self.subTest(limit):
                key = self.shared_key(limit)
                bodies = [json.dumps(self.event()).encode() for _ in range(CONNECTIONS)]
                answers = rush(self.addresses(), key, bodies) + rush(self.addresses(), key, bodies)
                statuses = Counter(answer.status for answer in answers)
                self.assertLessEqual(set(statuses), {200, 202, 429})
                self.assertLessEqual(statuses[200] + statuses[202], limit)
                self.assertGreaterEqual(statuses[200] + statuses[202], 1)

    def shared_key(self, limit: int) -> str:
        """A key that both nodes know. Reading brands does not count towards its limit."""
        key = self.service.create_key(requestsPerMinute=limit)["key"]
        with self.second.client(key) as client:
            wait_until(lambda: client.api("GET", "/brands").status == 200, "the second node knows the key")
        return key

    def test_a_key_switched_off_on_one_node_is_refused_by_the_other(self):
        created = self.service.create_key()
        with self.second.client(created["key"]) as client:
            wait_until(lambda: client.send_event(self.event()).status == 202, "the second node knows the key")
            self.client.api("PATCH", "/api-keys/" + created["id"], {"active": False})
            wait_until(lambda: client.send_event(self.event()).status == 401, "the second node refuses the key")

    def test_a_brand_made_on_one_node_is_known_to_the_other_when_an_event_names_it(self):
        brand = self.client.api("POST", "/brands", {"name": "Made here"}).json()["id"]
        with self.second.client(self.key) as client:
            self.assertEqual(client.send_event(self.event(brand_id=brand)).status, 202)

    def test_an_event_sent_to_one_node_is_a_duplicate_on_the_other(self):
        event = self.event()
        event_id = self.accept(event)
        with self.second.client(self.key) as client:
            answer = client.send_event(event)
        self.assertEqual((answer.status, answer.json()["result"]["event_id"]), (200, event_id))


if __name__ == "__main__":
    unittest.main()
