"""The scopes of API keys: every route of the API with a key of every scope."""

import json
import re
import unittest

from api.document import scopes_of_operations
from tests.support.case import ServiceCase
from tests.support.openapi import Document, Operation

SCOPES = ("events", "tracking", "reports", "money", "admin", "full")
UNKNOWN = "0190a0b0-c0d0-7e0f-8a1b-000000000000"


class Scopes(ServiceCase):
    """The table is api/scopes.yaml. A route that is not in it and not for sessions or everybody fails here."""

    @classmethod
    def prepare(cls):
        cls.document = Document()
        cls.table = scopes_of_operations()
        cls.keys = {scope: cls.service.create_key(scopes=[scope])["key"] for scope in SCOPES}

    def needed(self, operation: Operation) -> str | None:
        """The scope, `people`, or nothing for an operation that knows no keys."""
        return self.table.get((operation.method, operation.path.removeprefix("/api/v1")))

    def send(self, client, operation: Operation):
        """A request that changes nothing if it is allowed: the id is unknown, and the body has no members."""
        path = re.sub(r"\{\w+\}", UNKNOWN, operation.path)
        body = "{}" if operation.method != "GET" else None
        return client.request(operation.method, path, body, {"Content-Type": "application/json"})

    def test_the_table_has_every_operation_for_keys(self):
        keyed = {(one.method, one.path.removeprefix("/api/v1")) for one in self.document.operations
                 if not one.public and not one.by_session}
        by_key = {operation for operation, scope in self.table.items() if scope != "people"}
        self.assertEqual(by_key, keyed)
        by_session = {(one.method, one.path.removeprefix("/api/v1")) for one in self.document.operations if one.by_session}
        self.assertLessEqual(set(self.table) - by_key, by_session)

    def test_a_key_opens_exactly_the_routes_of_its_scope(self):
        for scope in SCOPES:
            client = self.open_client(self.keys[scope])
            for operation in self.document.operations:
                needed = self.needed(operation)
                if needed is None:
                    continue
                with self.subTest(operation.name, scope=scope):
                    answer = self.send(client, operation)
                    if needed != "people" and scope in (needed, "full"):
                        self.assertIn(answer.status, (200, 400, 404), answer.body)
                    else:
                        detail = self.assert_problem(answer, 403)["detail"]
                        self.assertIn("no API key" if needed == "people" else f"scope {needed}", detail)

    def test_routes_of_sessions_know_no_key(self):
        client = self.open_client(self.keys["full"])
        for operation in (one for one in self.document.operations if one.by_session and self.needed(one) is None):
            with self.subTest(operation.name):
                self.assert_problem(self.send(client, operation), 401)

    def test_the_scopes_of_a_key_add_up(self):
        client = self.open_client(self.service.create_key(scopes=["events", "money"])["key"])
        self.assertEqual(client.send_event(self.event()).status, 202)
        self.assertEqual(client.api("GET", "/statements").status, 200)
        self.assert_problem(client.api("GET", "/brands"), 403)

    def test_a_key_reads_users_and_changes_none(self):
        client = self.open_client(self.keys["full"])
        before = client.api("GET", "/users").json()["items"]
        for method, path, body in (("POST", "/users", {"email": "new@people.example", "role": "admin"}),
                                   ("PATCH", "/users/" + before[0]["id"], {"role": "viewer"}),
                                   ("POST", f"/users/{before[0]['id']}/invite", None)):
            self.assert_problem(client.api(method, path, body), 403)
        self.assertEqual(json.dumps(client.api("GET", "/users").json()["items"]), json.dumps(before))

    def test_a_key_invites_an_affiliate_until_it_has_an_account(self):
        client = self.open_client(self.keys["full"])
        affiliate = client.api("POST", "/affiliates", {"name": "New", "email": "new@affiliate.example"}).json()
        invite = f"/affiliates/{affiliate['id']}/invite"
        token = client.api("POST", invite).json()["token"]
        accepted = client.api("POST", "/auth/accept-invite", {"token": token, "password": "correct horse battery"})
        self.assertEqual(accepted.status, 200)
        self.assert_problem(client.api("POST", invite), 403)

    def test_a_refused_event_is_not_recorded(self):
        client, event = self.open_client(self.keys["reports"]), self.event()
        answer = client.send_event(event)
        self.assert_problem(answer, 403)
        self.assertIsNotNone(answer.header("X-RateLimit-Remaining"))
        self.accept(event)


if __name__ == "__main__":
    unittest.main()
