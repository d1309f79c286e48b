"""API keys: shown once, listed without the secret, switched off at once, restricted to networks."""

import re
import unittest
import uuid

from tests.support.case import PostgresCase, ServiceCase

FORM = re.compile(r"^fairlead_[0-9a-f]{64}$")
MEMBERS = {"id", "name", "prefix", "active", "scopes", "allowedIps", "requestsPerMinute", "createdAt", "lastUsedAt"}


class Keys:
    settings = {"trusted_proxies": "127.0.0.1/32"}

    def create(self, **members) -> dict:
        return self.service.create_key(**members)

    def status_of(self, key: str, address: str | None = None) -> int:
        """The response of the Events API to a valid event with this key from this address."""
        headers = {"X-Forwarded-For": address} if address else {}
        return self.open_client(key).send_event(self.event(), headers).status

    def set_active(self, key_id: str, active: bool) -> dict:
        answer = self.client.api("PATCH", f"/api-keys/{key_id}", {"active": active})
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def test_a_new_key_is_shown_in_full_and_works(self):
        created = self.create(name="Production")
        self.assertEqual(set(created), MEMBERS | {"key"})
        self.assertRegex(created["key"], FORM)
        self.assertEqual((created["name"], created["active"]), ("Production", True))
        self.assertEqual((created["allowedIps"], created["requestsPerMinute"]), ([], 1000))
        self.assertTrue(uuid.UUID(created["id"]))
        self.assertTrue(created["key"].startswith(created["prefix"]))
        self.assertLess(len(created["prefix"]), 24)
        self.assertEqual(self.status_of(created["key"]), 202)

    def test_a_key_is_never_shown_again(self):
        created = self.create()
        one = self.client.api("GET", f"/api-keys/{created['id']}")
        changed = self.client.api("PATCH", f"/api-keys/{created['id']}", {"active": True})
        listed = self.client.api("GET", "/api-keys?limit=200")
        for answer in (one, changed, listed):
            self.assertEqual(answer.status, 200, answer.body)
            self.assertNotIn(created["key"].encode(), answer.body)
            self.assertNotIn(created["key"].removeprefix("fairlead_").encode(), answer.body)
        self.assertEqual(set(one.json()), MEMBERS)
        self.assertIn(created["id"], [item["id"] for item in listed.json()["items"]])

    def test_a_key_is_in_the_record_only_as_a_hash(self):
        created = self.create(name="Look for me 4711")
        self.assertTrue(self.service.ledger().contains("Look for me 4711"))
        self.assertFalse(self.service.ledger().contains(created["key"].removeprefix("fairlead_")))

    def test_a_deactivated_key_is_refused_at_once_and_works_again_when_switched_on(self):
        created = self.create()
        client = self.open_client(created["key"])
        self.assertEqual(client.send_event(self.event()).status, 202)
        self.assertFalse(self.set_active(created["id"], False)["active"])
        self.assertEqual(client.send_event(self.event()).status, 401)
        self.assertEqual(client.api("GET", "/brands").status, 401)
        self.assertTrue(self.set_active(created["id"], True)["active"])
        self.assertEqual(client.send_event(self.event()).status, 202)

    def test_a_deactivated_key_stays_refused_after_a_restart(self):
        created = self.create()
        self.set_active(created["id"], False)
        self.service.restart()
        self.client = self.open_client()
        self.assertEqual(self.status_of(created["key"]), 401)
        self.assertEqual(self.status_of(self.service.account.api_key), 202)

    def test_a_key_can_be_restricted_to_networks(self):
        created = self.create(allowedIps=["192.0.2.0/24", "198.51.100.7", "2001:db8:1::/48"])
        self.assertEqual(created["allowedIps"], ["192.0.2.0/24", "198.51.100.7", "2001:db8:1::/48"])
        for address in ("192.0.2.0", "192.0.2.255", "198.51.100.7", "2001:db8:1::1", "2001:db8:1:ffff::9"):
            with self.subTest(address):
                self.assertEqual(self.status_of(created["key"], address), 202)
        for address in ("192.0.3.0", "192.0.1.255", "198.51.100.8", "2001:db8:2::1", "::1", None):
            with self.subTest(address):
                self.assertEqual(self.status_of(created["key"], address), 401)

    def test_networks_guard_the_management_api_too(self):
        created = self.create(allowedIps=["192.0.2.0/24"])
        client = self.open_client(created["key"])
        self.assertEqual(client.api("GET", "/brands").status, 401)
        self.assertEqual(client.api("GET", "/brands", headers={"X-Forwarded-For": "192.0.2.1"}).status, 200)

    def test_invalid_networks_are_refused(self):
        for network in ("300.1.1.1", "10.0.0.0/33", "10.0.0.0/", "10.0.0", "2001:db8::/129", "host.test", "", 7, None):
            with self.subTest(network):
                answer = self.client.api("POST", "/api-keys", {"name": "x", "allowedIps": ["10.0.0.1", network]})
                self.assert_refused(answer, "/allowedIps/1")
        answer = self.client.api("POST", "/api-keys", {"name": "x", "allowedIps": "10.0.0.1"})
        self.assert_refused(answer, "/allowedIps")

    def test_an_invalid_rate_limit_is_refused(self):
        for rate in (0, -1, 1.5, "5", True, 1e30):
            with self.subTest(rate):
                answer = self.client.api("POST", "/api-keys", {"name": "x", "requestsPerMinute": rate})
                self.assert_refused(answer, "/requestsPerMinute")

    def test_a_key_has_full_scope_unless_scopes_are_given(self):
        self.assertEqual(self.create()["scopes"], ["full"])
        created = self.create(scopes=["reports", "events"])
        self.assertEqual(created["scopes"], ["reports", "events"])
        client = self.open_client(created["key"])
        self.assertEqual(client.api("GET", "/health").status, 200)
        self.assert_problem(client.api("GET", "/statements"), 403)
        changed = self.client.api("PATCH", f"/api-keys/{created['id']}", {"scopes": ["money"]})
        self.assertEqual((changed.status, changed.json()["scopes"]), (200, ["money"]))
        self.assertEqual(client.api("GET", "/statements").status, 200)
        self.assert_problem(client.send_event(self.event()), 403)

    def test_scopes_are_checked(self):
        for scopes, pointer in (([], "/scopes"), (["everything"], "/scopes/0"), (["events", 5], "/scopes/1"),
                                (["events", "events"], "/scopes/1"), ("events", "/scopes"), (None, "/scopes")):
            with self.subTest(scopes):
                self.assert_refused(self.client.api("POST", "/api-keys", {"name": "x", "scopes": scopes}), pointer)

    def test_an_admin_key_gives_only_scopes_that_it_has(self):
        manager = self.open_client(self.create(scopes=["admin", "events"])["key"])
        made = manager.api("POST", "/api-keys", {"name": "x", "scopes": ["events"]})
        self.assertEqual((made.status, made.json()["scopes"]), (201, ["events"]))
        for body in ({"name": "x"}, {"name": "x", "scopes": ["full"]}, {"name": "x", "scopes": ["events", "money"]}):
            problem = self.assert_problem(manager.api("POST", "/api-keys", body), 403)
            self.assertEqual(problem["errors"][0]["pointer"], "/scopes")
        more = self.create(scopes=["money"])["id"]
        self.assert_problem(manager.api("PATCH", f"/api-keys/{more}", {"allowedIps": ["192.0.2.1"]}), 403)
        self.assertEqual(manager.api("PATCH", f"/api-keys/{more}", {"active": False}).status, 200)
        self.assert_problem(manager.api("PATCH", f"/api-keys/{more}", {"active": True}), 403)

    def test_what_an_affiliate_is_paid_needs_the_scope_money(self):
        body = {"name": "Best Bets", "email": "team@bets.example"}
        tracking = self.open_client(self.create(scopes=["tracking"])["key"])
        self.assertEqual(tracking.api("POST", "/affiliates", body).status, 201)
        problem = self.assert_problem(tracking.api("POST", "/affiliates", body | {"minPayout": "1"}), 403)
        self.assertEqual(problem["errors"][0]["pointer"], "/minPayout")
        both = self.open_client(self.create(scopes=["tracking", "money"])["key"])
        self.assertEqual(both.api("POST", "/affiliates", body | {"minPayout": "1"}).status, 201)

    def test_a_key_needs_a_name_and_refuses_unknown_members(self):
        self.assert_refused(self.client.api("POST", "/api-keys", {}), "/name")
        self.assert_refused(self.client.api("POST", "/api-keys", {"name": ""}), "/name")
        self.assert_refused(self.client.api("POST", "/api-keys", {"name": 5}), "/name")
        self.assert_refused(self.client.api("POST", "/api-keys", {"name": "x", "colour": "red"}), "/colour")
        key_id = self.create()["id"]
        self.assert_refused(self.client.api("PATCH", f"/api-keys/{key_id}", {"colour": "red"}), "/colour")
        self.assert_refused(self.client.api("PATCH", f"/api-keys/{key_id}", {"active": "no"}), "/active")

    def test_the_list_can_be_filtered_and_paged(self):
        mark = uuid.uuid4().hex
        ids = [self.create(name=f"{mark} {n % 2}")["id"] for n in range(4)]
        self.set_active(ids[1], False)
        odd = self.client.api("GET", f"/api-keys?name={mark}%201").json()["items"]
        self.assertEqual({item["id"] for item in odd}, {ids[1], ids[3]})
        off = self.client.api("GET", f"/api-keys?name={mark}%201&active=false").json()["items"]
        self.assertEqual([item["id"] for item in off], [ids[1]])
        page = self.client.api("GET", f"/api-keys?name={mark}%200&limit=1").json()
        rest = self.client.api("GET", f"/api-keys?name={mark}%200&limit=1&cursor={page['nextCursor']}").json()
        self.assertEqual({page["items"][0]["id"], rest["items"][0]["id"]}, {ids[0], ids[2]})

    def test_a_refusal_does_not_reveal_its_reason(self):
        good = self.service.account.api_key
        switched_off, elsewhere = self.create(), self.create(allowedIps=["192.0.2.0/24"])
        self.set_active(switched_off["id"], False)
        unknown = "fairlead_" + "0" * 64
        wrong_sum = good[:-1] + ("0" if good[-1] != "0" else "1")
        strangers = {"missing": None, "empty": "", "unknown": unknown, "wrong checksum": wrong_sum,
                     "upper case": good.upper(), "cut": good[:-1], "longer": good + "0",
                     "without prefix": good.removeprefix("fairlead_"),
                     "deactivated": switched_off["key"], "from elsewhere": elsewhere["key"]}
        bodies = {name: self.refusal(key) for name, key in strangers.items()}
        for name, body in bodies.items():
            with self.subTest(name):
                self.assertEqual(body, bodies["missing"])

    def refusal(self, key: str | None) -> dict:
        headers = {} if key is None else {"X-API-Key": key}
        with self.service.stranger() as stranger:
            answer = stranger.send_event(self.event(), headers)
        problem = self.assert_problem(answer, 401)
        self.assertIsNotNone(answer.header("X-RateLimit-Remaining"))
        del problem["requestId"]
        return problem

    def test_a_refusal_comes_before_the_body_is_checked(self):
        with self.service.stranger() as stranger:
            self.assert_problem(stranger.send_body("{"), 401)

    def test_the_management_api_needs_a_key_too(self):
        with self.service.stranger() as stranger:
            for method, path in (("GET", "/brands"), ("POST", "/brands"), ("GET", "/api-keys"), ("POST", "/api-keys"),
                                 ("PATCH", f"/api-keys/{uuid.uuid4()}"), ("GET", "/health")):
                with self.subTest(f"{method} {path}"):
                    document = {"name": "x"} if method != "GET" else None
                    self.assert_problem(stranger.api(method, path, document), 401)


class KeysOnSqlite(Keys, ServiceCase):
    pass


class KeysOnPostgres(Keys, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
