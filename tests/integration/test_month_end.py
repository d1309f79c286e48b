"""The end of a month: steps of many statements, statements of nothing, payment holds and the checklist."""

import unittest

from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import make_event
from tests.support.service import Service

PAYMENT = {"date": "2026-05-02", "method": "SEPA", "reference": "Run 5"}


class MonthEnd:
    def closed_statement(self, **members) -> dict:
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, **members)
        self.player(affiliate)
        return self.close(affiliate, "2026-03")[0]

    def step(self, statement: dict, name: str, body: dict | None = None):
        return self.client.api("POST", f"/statements/{statement['id']}/{name}", body)

    def bulk(self, step: str, statements: list, headers: dict | None = None, client=None, **members):
        body = {"step": step, "statementIds": [one["id"] for one in statements]} | members
        return (client or self.client).api("POST", "/statements/bulk", body, headers or {})

    def status(self, statement: dict) -> str:
        return self.client.api("GET", "/statements/" + statement["id"]).json()["status"]

    # Holds of statements.

    def test_a_hold_needs_a_reason_and_shows_it(self):
        statement = self.closed_statement()
        for body, pointer in (({}, "/reason"), ({"reason": " "}, "/reason"), ({"reason": 5}, "/reason"),
                              ({"reason": "x" * 1001}, "/reason"), ({"reason": "x", "why": "y"}, "/why")):
            with self.subTest(body):
                self.assert_refused(self.step(statement, "hold", body), pointer)
        self.assertEqual(self.step(statement, "hold").status, 400)
        held = self.step(statement, "hold", {"reason": "Invoice is missing"}).json()
        self.assertEqual((held["status"], held["holdReason"]), ("onHold", "Invoice is missing"))
        self.assertEqual(held["steps"][-1]["reason"], "Invoice is missing")
        listed, = self.items("/statements", f"affiliateId={statement['affiliateId']}&status=onHold")
        self.assertEqual(listed["holdReason"], "Invoice is missing")
        released = self.step(statement, "release", {"reason": "It has come"}).json()
        self.assertEqual((released["status"], released["holdReason"]), ("closed", None))
        self.assertEqual([one["reason"] for one in released["steps"]], ["Invoice is missing", "It has come"])
        entry = self.items("/audit-log", f"subject=statement/{statement['id']}&action=statement.hold")[0]
        self.assertEqual(entry["after"], {"status": "onHold", "reason": "Invoice is missing"})

    # Payment holds of affiliates.

    def test_a_statement_of_an_affiliate_on_payment_hold_is_not_paid(self):
        statement = self.closed_statement()
        affiliate = statement["affiliateId"]
        held = self.change("/affiliates/" + affiliate, paymentHold="Suspected fraud")
        self.assertEqual(held["paymentHold"], "Suspected fraud")
        self.assertTrue(held["paymentHeldAt"])
        self.assertEqual(self.step(statement, "approve").json()["paymentHold"], "Suspected fraud")
        refused = self.assert_problem(self.step(statement, "pay", PAYMENT), 409)
        self.assertEqual(refused["code"], "payment_held")
        self.assertIn("Suspected fraud", refused["detail"])
        result, = self.bulk("pay", [statement], **PAYMENT).json()["items"]
        self.assertEqual((result["status"], result["error"]["code"]), (None, "payment_held"))
        self.assertEqual(self.status(statement), "approved")
        freed = self.change("/affiliates/" + affiliate, paymentHold=None)
        self.assertEqual((freed["paymentHold"], freed["paymentHeldAt"]), (None, None))
        paid = self.step(statement, "pay", PAYMENT)
        self.assertEqual((paid.status, paid.json()["paymentHold"]), (200, None), paid.body)

    def test_a_payment_hold_is_audited_and_other_changes_keep_its_date(self):
        affiliate = self.affiliate(paymentHold="New partner, first invoice")
        since = affiliate["paymentHeldAt"]
        renamed = self.change("/affiliates/" + affiliate["id"], notes="Called them", paymentHold="Second reason")
        self.assertEqual((renamed["paymentHold"], renamed["paymentHeldAt"]), ("Second reason", since))
        entry = self.items("/audit-log", f"subject=affiliate/{affiliate['id']}&action=affiliate.update")[0]
        self.assertEqual((entry["before"]["paymentHold"], entry["after"]["paymentHold"]),
                         ("New partner, first invoice", "Second reason"))
        for wrong in ("", " ", "x" * 1001, 5, True):
            with self.subTest(wrong):
                self.assert_refused(self.client.api("PATCH", "/affiliates/" + affiliate["id"], {"paymentHold": wrong}),
                                    "/paymentHold")

    def test_a_key_without_the_scope_money_cannot_lift_a_payment_hold(self):
        affiliate = self.affiliate(paymentHold="Waiting")
        tracking = self.open_client(self.service.create_key(scopes=["tracking"])["key"])
        answer = tracking.api("PATCH", "/affiliates/" + affiliate["id"], {"paymentHold": None})
        self.assertEqual(self.assert_problem(answer, 403)["errors"][0]["pointer"], "/paymentHold")

    # Statements with nothing to pay.

    def test_a_statement_with_nothing_to_pay_settles_when_it_is_closed(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30"}})
        player = self.player(affiliate)
        self.send(player, "ngr_update", "-100", "2026-03-10T00:00:00Z")
        self.send(player, "ngr_update", "500", "2026-04-10T00:00:00Z")
        march = self.close_one(affiliate, "2026-03")
        self.assertEqual((march["payable"], march["status"]), ("0", "settled"))
        settled, = march["steps"]
        self.assertEqual((settled["status"], settled["actor"], settled["payment"]), ("settled", march["closedBy"], None))
        for step, body in (("approve", None), ("hold", {"reason": "x"}), ("release", None), ("pay", PAYMENT)):
            self.assert_problem(self.step(march, step, body), 409)
        logged = self.items("/audit-log", f"subject=statement/{march['id']}")
        self.assertEqual([one["action"] for one in logged], ["statement.settle", "statement.close"])
        self.assertIn(march["id"], [one["id"] for one in self.items("/statements", "limit=200&status=settled")])
        april = self.close_one(affiliate, "2026-04")
        self.assertEqual((april["payable"], april["status"]), ("120", "closed"))

    # Steps of several statements.

    def test_a_month_is_approved_and_paid_together(self):
        statements = [self.closed_statement() for _ in range(3)]
        approved = self.bulk("approve", statements).json()
        self.assertEqual((approved["done"], approved["refused"]), (3, 0))
        self.assertEqual([(one["id"], one["status"], one["error"]) for one in approved["items"]],
                         [(one["id"], "approved", None) for one in statements])
        paid = self.bulk("pay", statements, **PAYMENT).json()
        self.assertEqual([one["status"] for one in paid["items"]], ["paid"] * 3)
        read = self.client.api("GET", "/statements/" + statements[2]["id"]).json()
        self.assertEqual(read["steps"][-1]["payment"], PAYMENT)
        self.assertEqual([one["action"] for one in self.items("/audit-log", f"subject=statement/{statements[2]['id']}")],
                         ["statement.pay", "statement.approve", "statement.close"])

    def test_a_statement_that_refuses_does_not_stop_the_others(self):
        first, held, last = (self.closed_statement() for _ in range(3))
        self.step(held, "hold", {"reason": "Not yet"})
        answer = self.bulk("approve", [first, held, {"id": self.unknown_id()}, last])
        self.assertEqual(answer.status, 200, answer.body)
        results = answer.json()
        self.assertEqual((results["done"], results["refused"]), (2, 2))
        self.assertEqual([one["status"] for one in results["items"]], ["approved", None, None, "approved"])
        self.assertEqual([(one["error"] or {}).get("code") for one in results["items"]], [None, "conflict", "not_found", None])
        self.assertEqual(results["items"][2]["error"]["pointer"], "/statementIds/2")
        self.assertEqual(self.status(held), "onHold")
        released = self.bulk("release", [held], reason="Now").json()
        self.assertEqual(released["items"][0]["status"], "closed")
        together = self.bulk("hold", [held, last], reason="Bank holiday").json()
        self.assertEqual([one["status"] for one in together["items"]], ["onHold", "onHold"])

    def test_a_repeated_request_does_each_step_once(self):
        statements = [self.closed_statement() for _ in range(2)]
        key = {"Idempotency-Key": self.unknown_id()}
        first = self.bulk("hold", statements, key, reason="Wait")
        self.assertEqual(self.bulk("hold", statements, key, reason="Wait").json(), first.json())
        self.assertEqual(len(self.client.api("GET", "/statements/" + statements[0]["id"]).json()["steps"]), 1)
        other = self.assert_problem(self.bulk("hold", statements[:1], key, reason="Wait"), 409)
        self.assertEqual(other["code"], "idempotency_key_reused")
        again = self.bulk("hold", statements, reason="Wait").json()
        self.assertEqual(again["refused"], 2)

    def test_a_repeated_request_goes_on_with_what_was_refused(self):
        done, refused = self.closed_statement(), self.closed_statement()
        self.step(refused, "hold", {"reason": "Not yet"})
        key = {"Idempotency-Key": self.unknown_id()}
        self.assertEqual(self.bulk("approve", [done, refused], key).json()["done"], 1)
        self.step(refused, "release")
        self.assertEqual([one["status"] for one in self.bulk("approve", [done, refused], key).json()["items"]],
                         ["approved", "approved"])
        self.assertEqual(len(self.client.api("GET", "/statements/" + done["id"]).json()["steps"]), 1)

    def test_invalid_requests_for_several_statements_are_refused(self):
        one = self.closed_statement()["id"]
        least = {"step": "approve", "statementIds": [one]}
        for change, pointer in (({"step": None}, "/step"), ({"step": "close"}, "/step"), ({"statementIds": []}, "/statementIds"),
                                ({"statementIds": one}, "/statementIds"), ({"statementIds": [one, "x"]}, "/statementIds/1"),
                                ({"statementIds": [one, one]}, "/statementIds/1"), ({"reason": "why"}, "/reason"),
                                ({"statementIds": [self.unknown_id() for _ in range(501)]}, "/statementIds"),
                                ({"step": "hold"}, "/reason"), ({"step": "pay"} | PAYMENT | {"date": "2996-01-01"}, "/date"),
                                ({"step": "pay"}, "/method"), ({"all": True}, "/all")):
            with self.subTest(change):
                self.assert_refused(self.client.api("POST", "/statements/bulk", least | change), pointer)
        self.assertEqual(self.status({"id": one}), "closed")

    def test_statements_of_another_operator_are_not_found(self):
        mine = self.closed_statement()
        results = self.bulk("approve", [mine], client=self.rival).json()
        self.assertEqual(results["items"][0]["error"]["code"], "not_found")
        self.assertEqual(self.status(mine), "closed")

    def test_many_statements_are_stepped_in_one_request(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        statements = []
        for month in range(1, 10):
            self.player(affiliate, f"2025-{month:02}-05T00:00:00Z")
            statements += self.close(affiliate, f"2025-{month:02}")
        held = self.bulk("hold", statements, reason="All of them").json()
        self.assertEqual((held["done"], len(statements)), (9, 9))

    # The checklist.

    def checklist(self, period: str) -> dict:
        answer = self.client.api("GET", "/statements/checklist?period=" + period)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def test_the_checklist_names_unusual_statements(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "10"}})
        for month in ("2025-04", "2025-05", "2025-06"):
            for _ in range(3):
                self.player(affiliate, month + "-05T00:00:00Z")
            self.close(affiliate, month)
        for _ in range(9):
            self.player(affiliate, "2025-07-05T00:00:00Z")
        found = [one for one in self.checklist("2025-07")["statements"]["items"] if one["affiliateId"] == affiliate["id"]]
        preview, = self.preview(affiliate, "2025-07")
        self.assertEqual(found, [{"affiliateId": affiliate["id"], "statementId": preview["id"], "currency": "EUR",
                                  "earned": "90", "usual": "30", "difference": "12", "months": 3}])
        self.close(affiliate, "2025-07")
        # An August without commission is unusual, too.
        missing = [one for one in self.checklist("2025-08")["statements"]["items"] if one["affiliateId"] == affiliate["id"]]
        self.assertEqual([(one["statementId"], one["earned"], one["usual"]) for one in missing], [(None, "0", "30")])

    def test_an_affiliate_that_changed_to_weeks_misses_no_statement_of_a_month(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "10"}})
        for month in ("2025-01", "2025-02", "2025-03"):
            for _ in range(3):
                self.player(affiliate, month + "-05T00:00:00Z")
            self.close(affiliate, month)
        mine = lambda: [one for one in self.checklist("2025-04")["statements"]["items"] if one["affiliateId"] == affiliate["id"]]
        self.assertEqual([one["statementId"] for one in mine()], [None], "so far it should have one")
        self.change("/affiliates/" + affiliate["id"], statementPeriod="week")
        self.player(affiliate, "2025-04-15T00:00:00Z")
        self.assertEqual(mine(), [])

    def test_the_checklist_follows_the_time_zone_of_the_operator(self):
        """The last event is 47 hours before the end of April in Auckland, and 59 hours before its end in UTC. A feed
        that sends nothing for more than 48 hours before the end is silent."""
        for zone, expected in (("Pacific/Auckland", "complete"), ("UTC", "silent")):
            with self.subTest(zone), Service.launch() as service, service.client() as client:
                self.assertEqual(client.api("PATCH", "/operator", {"timeZone": zone}).status, 200)
                events = [make_event(service.account.brand_id, "registration", player_external_ref=f"quiet-{number}",
                                     event_time="2025-04-28T13:00:00Z") for number in range(100)]
                self.assertEqual(client.send_batch(events).status, 202)
                [feed] = client.api("GET", "/statements/checklist?period=2025-04").json()["feeds"]["items"]
                self.assertEqual(feed["state"], expected)

    def test_the_checklist_names_money_without_a_rate_and_payment_holds(self):
        affiliate = self.paid_affiliate({"revShare": {"rate": "30"}}, paymentHold="Looking into it")
        self.send(self.player(affiliate, "2025-10-01T00:00:00Z"), "ngr_update", "200", "2025-10-10T00:00:00Z", currency="SEK")
        checked = self.checklist("2025-10")
        self.assertEqual(checked["rates"], {"state": "warning", "unpriced": [{"currency": "SEK", "count": 1, "amount": "200"}]})
        self.assertIn({"affiliateId": affiliate["id"], "reason": "Looking into it"}, checked["paymentHolds"]["items"])
        self.assertEqual(checked["month"]["state"], "ok")

    def test_the_checklist_says_why_a_month_cannot_be_closed(self):
        blocked = self.checklist("2999-01")["month"]
        self.assertEqual(blocked["state"], "blocked")
        self.assertIn("2999-01", blocked["detail"])
        self.assert_problem(self.client.api("GET", "/statements/checklist?period=March"), 400)
        self.assert_problem(self.client.api("GET", "/statements/checklist?month=2026-03"), 400)

    def test_a_feed_that_fell_silent_is_named(self):
        brand = self.brand()
        for at in range(100):
            self.accept(self.event("registration", brand_id=brand["id"], player_external_ref=f"quiet-{brand['id']}-{at}",
                                   event_time="2025-11-20T00:00:00Z"))
        feeds = self.checklist("2025-11")["feeds"]
        mine = [one for one in feeds["items"] if one["brandId"] == brand["id"]]
        self.assertEqual([(one["eventType"], one["state"]) for one in mine], [("registration", "silent")])
        self.assertEqual(feeds["state"], "warning")


class MonthEndOnSqlite(MonthEnd, CommissionCase):
    pass


class MonthEndOnPostgres(MonthEnd, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
