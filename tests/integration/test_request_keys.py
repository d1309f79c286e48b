"""Idempotency-Key: a request that is sent again does nothing and gets the same answer. Adjustments and their reversal."""

import unittest
import uuid
from concurrent.futures import ThreadPoolExecutor

from tests.support import program
from tests.support.accounts import by_admin
from tests.support.client import Response
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key
from tests.support.portal import PortalCase
from tests.support.receiver import Receiver
from tests.support.waiting import wait_until


class RequestKeys:
    settings = {"outbox_allow_networks": "127.0.0.0/8"}

    def post(self, path: str, body: dict | None = None, key: str | None = None, client=None) -> Response:
        headers = {"Idempotency-Key": key} if key is not None else {}
        return (client or self.client).api("POST", path, body, headers=headers)

    def adjustment(self, **members) -> dict:
        affiliate = members.pop("affiliate", None) or self.affiliate(name=fresh_key("affiliate"))["id"]
        return {"affiliateId": affiliate, "amount": "25", "currency": "EUR", "reason": "A bonus"} | members

    def adjustments(self, affiliate: str, more: str = "") -> list[dict]:
        return self.items("/adjustments", f"affiliateId={affiliate}{more}")

    def test_a_repeated_adjustment_is_made_once(self):
        body, key = self.adjustment(), fresh_key("request")
        first = self.post("/adjustments", body, key)
        self.assertEqual(first.status, 201, first.body)
        for _ in range(3):
            again = self.post("/adjustments", body, key)
            self.assertEqual((again.status, again.json()), (201, first.json()))
        self.assertEqual(self.adjustments(body["affiliateId"]), [first.json()])
        self.service.restart()
        self.client = self.open_client()
        self.assertEqual(self.post("/adjustments", body, key).json(), first.json())
        self.assertEqual(len(self.adjustments(body["affiliateId"])), 1)

    def test_many_at_once_are_one_adjustment(self):
        body, key = self.adjustment(), fresh_key("request")

        def send(_) -> str:
            with self.service.client() as client:
                return self.post("/adjustments", body, key, client).json()["id"]

        with ThreadPoolExecutor(8) as pool:
            self.assertEqual(len(set(pool.map(send, range(8)))), 1)
        self.assertEqual(len(self.adjustments(body["affiliateId"])), 1)

    def test_a_key_is_for_one_request(self):
        body, key = self.adjustment(), fresh_key("request")
        self.assertEqual(self.post("/adjustments", body, key).status, 201)
        for path, other in (("/adjustments", body | {"amount": "26"}), ("/brands", {"name": "Another"})):
            with self.subTest(path):
                answer = self.post(path, other, key)
                self.assert_problem(answer, 409)
                self.assertEqual(answer.json()["code"], "idempotency_key_reused")

    def test_a_refused_request_does_not_use_its_key(self):
        body, key = self.adjustment(), fresh_key("request")
        self.assertEqual(self.post("/adjustments", body | {"currency": "ZZZ"}, key).status, 400)
        self.assertEqual(self.post("/adjustments", body, key).status, 201)

    def test_without_a_key_every_request_counts(self):
        body = self.adjustment()
        for _ in range(2):
            self.assertEqual(self.post("/adjustments", body).status, 201)
        self.assertEqual(len(self.adjustments(body["affiliateId"])), 2)

    def test_another_operator_may_use_the_same_key(self):
        key = fresh_key("request")
        rival = self.service.create_operator(fresh_key("Rival"))
        mine = self.post("/brands", {"name": "Mine"}, key).json()
        theirs = self.post("/brands", {"name": "Mine"}, key, self.open_client(rival.api_key))
        self.assertEqual(theirs.status, 201, theirs.body)
        self.assertNotEqual(theirs.json()["id"], mine["id"])

    def test_an_invalid_key_is_refused(self):
        for key in ("", "x" * 256):
            with self.subTest(key):
                self.assert_problem(self.post("/brands", {"name": "Lighthouse"}, key), 400)

    def test_a_repeated_creation_answers_the_first_resource(self):
        affiliate = self.affiliate(name=fresh_key("affiliate"))["id"]
        brand = self.service.account.brand_id
        bodies = {"/brands": {"name": "Once"}, "/affiliates": {"name": "Once", "email": "once@example.com"},
                  "/links": {"affiliateId": affiliate, "brandId": brand, "destinationUrl": "https://casino.example/"},
                  "/campaigns": {"brandId": brand, "name": "Once"},
                  "/deals": {"name": "Once", "terms": {"currency": "EUR", "cpl": {"amount": "5"}}},
                  "/marketing-sources": {"affiliateId": affiliate, "name": "Once"}}
        for path, body in bodies.items():
            with self.subTest(path):
                key = fresh_key("request")
                first, again = (self.post(path, body, key) for _ in range(2))
                self.assertEqual((first.status, again.status), (201, 201), again.body)
                name = "linkId" if path == "/links" else "id"
                self.assertEqual(again.json()[name], first.json()[name])

    def test_a_user_is_invited_once(self):
        body, key = {"email": fresh_key("user").lower() + "@example.com", "role": "viewer"}, fresh_key("request")
        first, again = (by_admin(self.service, "POST", "/users", body, **{"Idempotency-Key": key}) for _ in range(2))
        self.assertEqual((first.status, again.status, again.json()["id"]), (201, 201, first.json()["id"]), again.body)

    def test_an_api_key_is_shown_once_and_made_once(self):
        key = fresh_key("request")
        first, again = (self.post("/api-keys", {"name": key}, key) for _ in range(2))
        self.assertEqual((first.status, again.status), (201, 201))
        self.assertTrue(first.json()["key"])
        self.assertNotIn("key", again.json())
        self.assertEqual(again.json()["id"], first.json()["id"])
        self.assertEqual(len(self.items("/api-keys", "name=" + key)), 1)

    def test_a_repeated_closing_gets_the_same_answer(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, at="2026-03-05T00:00:00Z")
        body, key = {"period": "2026-03", "affiliateId": affiliate["id"]}, fresh_key("request")
        self.assert_problem(self.post("/statements/close", body | {"period": "2999-01"}, key), 409)
        first = self.post("/statements/close", body, key)
        self.assertEqual((first.status, len(first.json()["items"])), (201, 1), first.body)
        again = self.post("/statements/close", body, key)
        self.assertEqual((again.status, again.json()), (201, first.json()))
        self.assertEqual(self.post("/statements/close", body).status, 200)
        answer = self.post("/statements/close", body | {"period": "2026-04"}, key)
        self.assertEqual(self.assert_problem(answer, 409)["code"], "idempotency_key_reused")

    def test_a_repeated_step_of_a_statement_does_nothing(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, at="2026-03-05T00:00:00Z")
        [statement] = self.close(affiliate, "2026-03")
        path, key = f"/statements/{statement['id']}/", fresh_key("request")
        first, again = (self.post(path + "approve", {}, key) for _ in range(2))
        self.assertEqual((first.status, again.status, again.json()["status"]), (200, 200, "approved"))
        self.assert_problem(self.post(path + "approve", {}), 409)
        self.assertEqual(len(again.json()["steps"]), 1)
        payment = {"date": "2026-04-10", "method": "SEPA", "reference": "1"}
        key = fresh_key("request")
        first, again = (self.post(path + "pay", payment, key) for _ in range(2))
        self.assertEqual((first.status, again.status, again.json()["status"]), (200, 200, "paid"))
        self.assert_problem(self.post(path + "pay", payment | {"reference": "2"}, key), 409)

    def test_a_repeated_reassignment_is_one_decision(self):
        player = self.player_id(self.player(self.paid_affiliate({"cpl": {"amount": "5"}})))
        body = {"affiliateId": self.affiliate(name=fresh_key("affiliate"))["id"], "reason": "It asked"}
        key = fresh_key("request")
        for _ in range(2):
            self.assertEqual(self.post(f"/players/{player}/reassign", body, key).status, 200)
        why = self.client.api("GET", f"/players/{player}/why").json()
        self.assertEqual(len(why["decisions"]), 2)

    def test_a_repeated_rate_does_not_replace_a_newer_one(self):
        rate = {"date": "2026-02-03", "from": "NZD", "to": "EUR", "rate": "0.5"}
        key = fresh_key("request")
        self.assertEqual(self.post("/fx-rates", rate, key).status, 201)
        self.assertEqual(self.post("/fx-rates", rate | {"rate": "0.6"}).status, 201)
        self.assertEqual(self.post("/fx-rates", rate, key).status, 201)
        [kept] = self.items("/fx-rates", "date=2026-02-03&from=NZD")
        self.assertEqual(kept["rate"], "0.6")

    def test_a_repeated_replay_sends_nothing_again(self):
        receiver = Receiver()
        self.addCleanup(receiver.close)
        hook = self.webhook(url=receiver.url, types=["affiliate.approved"])
        self.affiliate(name=fresh_key("affiliate"))
        def delivered() -> list:
            return self.items("/deliveries", f"destinationId={hook['id']}&status=delivered")
        [message] = wait_until(delivered, "the message is delivered")
        day = {"destinationId": hook["id"], "from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}
        for path, body, answer in ((f"/deliveries/{message['id']}/replay", None, {"id": message["id"]}),
                                   ("/deliveries/replay", day, {"count": 1})):
            key, count = fresh_key("request"), len(receiver.received)
            first = self.post(path, body, key)
            self.assertEqual(first.status, 200, first.body)
            wait_until(lambda: len(receiver.received) > count and delivered(), "it is sent again")
            again = self.post(path, body, key)
            self.assertEqual((again.status, {name: again.json()[name] for name in answer}), (200, answer), again.body)
            self.assertEqual(len(delivered()), 1, "nothing waits again")
        self.assertEqual(len(self.items("/audit-log", "action=delivery.replay")), 2)
        self.change("/webhooks/" + hook["id"], status="inactive")

    def test_an_invitation_is_not_repeated(self):
        affiliate, key = self.affiliate(name=fresh_key("affiliate"), email=fresh_key("a").lower() + "@example.com"), \
            fresh_key("request")
        path, headers = f"/affiliates/{affiliate['id']}/invite", {"Idempotency-Key": key}
        self.assertEqual(by_admin(self.service, "POST", path, **headers).status, 201)
        again = by_admin(self.service, "POST", path, **headers)
        self.assert_problem(again, 409)
        self.assertEqual(again.json()["code"], "repeated_request")

    def test_adjustments_are_listed_newest_first(self):
        affiliate = self.affiliate(name=fresh_key("affiliate"))["id"]
        made = [self.post("/adjustments", self.adjustment(affiliate=affiliate, amount=amount, currency=currency)).json()
                for amount, currency in (("1", "EUR"), ("-2", "USD"), ("3", "EUR"))]
        self.assertEqual(self.adjustments(affiliate), made[::-1])
        self.assertEqual(self.adjustments(affiliate, "&currency=EUR"), [made[2], made[0]])
        page = self.client.api("GET", f"/adjustments?affiliateId={affiliate}&limit=2").json()
        self.assertEqual([one["id"] for one in page["items"]], [made[2]["id"], made[1]["id"]])
        rest = self.client.api("GET", f"/adjustments?affiliateId={affiliate}&cursor={page['nextCursor']}").json()
        self.assertEqual((rest["items"], rest["nextCursor"]), ([made[0]], None))
        self.assertEqual({name: made[0][name] for name in ("affiliateId", "amount", "currency", "reason", "reversedBy")},
                         {"affiliateId": affiliate, "amount": "1", "currency": "EUR", "reason": "A bonus",
                          "reversedBy": None})
        self.assertTrue(made[0]["createdAt"])

    def test_a_reversed_adjustment_pays_nothing(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate, at="2026-03-05T00:00:00Z")
        made = self.post("/adjustments", self.adjustment(affiliate=affiliate["id"], amount="40.50")).json()
        path, key = f"/adjustments/{made['id']}/reverse", fresh_key("request")
        first, again = (self.post(path, {"reason": "A mistake"}, key) for _ in range(2))
        self.assertEqual((first.status, again.status, again.json()), (201, 201, first.json()))
        self.assertEqual((first.json()["amount"], first.json()["currency"], first.json()["reason"]),
                         ("-40.5", "EUR", "A mistake"))
        self.assertEqual(first.json()["reverses"], made["id"])
        self.assertEqual(self.adjustments(affiliate["id"])[1]["reversedBy"], first.json()["id"])
        self.assert_problem(self.post(path, {"reason": "Again"}), 409)
        self.assert_problem(self.post(f"/adjustments/{first.json()['id']}/reverse", {"reason": "Back"}), 409)
        [statement] = self.close(affiliate, "2026-03")
        self.assertEqual(statement["payable"], "5")
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def test_an_unknown_adjustment_is_not_found(self):
        rival = self.service.create_operator(fresh_key("Rival"))
        made = self.post("/adjustments", self.adjustment()).json()
        for client, adjustment in ((self.client, str(uuid.uuid4())), (self.client, "x"),
                                   (self.open_client(rival.api_key), made["id"])):
            self.assert_problem(self.post(f"/adjustments/{adjustment}/reverse", {"reason": "?"}, client=client), 404)
        self.assert_refused(self.post(f"/adjustments/{made['id']}/reverse", {}), "/reason")

    def test_an_adjustment_has_bounds(self):
        for amount in ("1000000000.01", "-1000000001", "999999999999999"):
            with self.subTest(amount):
                self.assert_refused(self.post("/adjustments", self.adjustment(amount=amount)), "/amount")
        self.assertEqual(self.post("/adjustments", self.adjustment(amount="-1000000000")).status, 201)


class RequestKeysOnSqlite(RequestKeys, CommissionCase):
    pass


class KeysOfThePortal(PortalCase):
    def test_an_affiliate_cannot_use_up_the_keys_of_others(self):
        key = {"Idempotency-Key": fresh_key("close")}
        site = "https://play.harbour.example"
        self.client.api("PATCH", "/brands/" + self.brand_id, {"websiteUrl": site})
        link = {"brandId": self.brand_id, "destinationUrl": site + "/join"}
        anna, ben = (self.portal_of(self.affiliate(name=name, email=f"{name}@{fresh_key('bets')}.example".replace("_", "-")))
                     for name in ("anna", "ben"))
        made = [portal.api("POST", "/portal/links", link, headers=key) for portal in (anna, anna, ben)]
        self.assertEqual([answer.status for answer in made], [201, 201, 201], made[0].body)
        ids = [answer.json()["linkId"] for answer in made]
        self.assertEqual(ids[0], ids[1])
        self.assertNotEqual(ids[0], ids[2])
        self.assertEqual(self.client.api("POST", "/brands", {"name": "Mine"}, headers=key).status, 201)


class RequestKeysOnPostgres(RequestKeys, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
