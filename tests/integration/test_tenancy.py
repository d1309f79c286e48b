"""Operator scope: every route of the document, without a key, with an inactive key, and with another operator's key."""

import json
import re
import unittest
import uuid

from tests.support.accounts import by_admin, person
from tests.support.commission import CommissionOnPostgres
from tests.support.events import fresh_key
from tests.support.fraud import FraudCase
from tests.support.openapi import Document, Operation
from tests.support.pictures import png
from tests.support.waiting import wait_until


class Tenancy:
    settings = FraudCase.settings | {"log_level": "debug"}

    @classmethod
    def prepare(cls):
        super().prepare()
        cls.document = Document()

    def setUp(self):
        super().setUp()
        creative, source = self.creative(), self.source()
        link = self.link(affiliateId=source["affiliateId"], creativeId=creative["id"])
        player = fresh_key()
        self.accept(self.event(player_external_ref=player))
        accrual, statement = self.earn()
        self.signal = self.fast_signal()
        self.mine = {
            "/api/v1/brands/{id}": self.brand_id,
            "/api/v1/affiliates/{id}": source["affiliateId"],
            "/api/v1/marketing-sources/{id}": source["id"],
            "/api/v1/campaigns/{id}": creative["campaignId"],
            "/api/v1/creatives/{id}": creative["id"],
            "/api/v1/images/{id}": self.image(),
            "/api/v1/landing-pages/{id}": self.landing_page()["id"],
            "/api/v1/links/{id}": link["linkId"],
            "/api/v1/deals/{id}": self.changing_deal(),
            "/api/v1/deals/simulate/{id}": self.simulation(),
            "/api/v1/report-presets/{id}": self.preset()["id"],
            "/api/v1/report-schedules/{id}": self.schedule()["id"],
            "/api/v1/postbacks/{id}": self.postback()["id"],
            "/api/v1/webhooks/{id}": self.webhook()["id"],
            "/api/v1/deliveries/{id}": self.delivery(),
            "/api/v1/api-keys/{id}": self.service.create_key()["id"],
            "/api/v1/users/{id}": self.user(),
            "/api/v1/accruals/{id}": accrual["id"],
            "/api/v1/adjustments/{id}": self.make("/adjustments", affiliateId=source["affiliateId"], amount="1",
                                                  currency="EUR", reason="x")["id"],
            "/api/v1/statements/{id}": statement["id"],
            "/api/v1/fraud-rules/{id}": self.rule()["id"],
            "/api/v1/fraud-signals/{id}": self.signal["id"],
            "/api/v1/players/{id}": self.client.api("GET", f"/players?externalRef={player}").json()["items"][0]["id"],
        }

    def user(self) -> str:
        made = by_admin(self.service, "POST", "/users", {"email": fresh_key().lower() + "@people.example"})
        self.assertEqual(made.status, 201, made.body)
        return made.json()["id"]

    def image(self) -> str:
        made = self.client.request("POST", "/api/v1/images", png())
        self.assertEqual(made.status, 201, made.body)
        return made.json()["id"]

    def delivery(self) -> str:
        """A message that waits: its receiver is in a private network."""
        webhook = self.webhook(types=["affiliate.applied", "affiliate.approved"])
        self.affiliate()
        items = self.client.api("GET", "/deliveries?destinationId=" + webhook["id"]).json()["items"]
        return items[0]["id"]

    def simulation(self) -> str:
        terms = {"currency": "EUR", "cpl": {"amount": "1"}}
        answer = self.client.api("POST", "/deals/simulate", {"terms": terms, "from": "2026-03", "to": "2026-03"})
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["id"]

    def changing_deal(self) -> str:
        """A deal whose second version has not started."""
        deal = self.deal()["id"]
        self.change("/deals/" + deal, effectiveFrom="2999-12-01")
        return deal

    def earn(self) -> tuple[dict, dict]:
        """An accrual of the first operator, and the open statement that it is in."""
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        return self.accruals(affiliate)[0], self.preview(affiliate, "2026-03")[0]

    def guarded(self) -> list[Operation]:
        return [operation for operation in self.document.operations if not operation.public]

    def keyed(self) -> list[Operation]:
        """The operations that an operator's program can call. Another test covers operations of users."""
        return [operation for operation in self.guarded() if not operation.by_session]

    def path_of(self, operation: Operation) -> str:
        """The path of the operation with a real id of the first operator."""
        if "{" not in operation.path:
            return operation.path
        if operation.by_session:
            return operation.path.replace("{id}", self.unknown_id())
        if operation.name == "sendForeignEvents":
            return operation.path.replace("{name}", "unknown")  # Adapters belong to no operator.
        collection = re.match(r"(.*?\{\w+\})(.*)", operation.path)
        self.assertIn(collection[1], self.mine, f"{operation.path} has no example here. Add one.")
        return collection[1].replace("{id}", self.mine[collection[1]]) + collection[2].replace(
            "{version}", "2").replace("{playerId}", self.unknown_id())

    def body_of(self, operation: Operation) -> str | None:
        """A body that would have an effect if the service accepted it."""
        if operation.name == "reassignPlayer":
            return json.dumps({"affiliateId": self.affiliate(self.rival)["id"], "reason": "They are ours"})
        if operation.name in ("reverseAdjustment", "reverseAccrual"):
            return json.dumps({"reason": "Mine now"})
        if operation.name in ("holdStatement", "releaseStatement", "releaseFraudSignal", "reverseFraudSignal"):
            return json.dumps({"reason": "Mine now"})
        if operation.name == "payStatement":
            return json.dumps({"date": "2026-04-01", "method": "SEPA", "reference": "Mine now"})
        if "requestBody" not in operation.details:
            return None
        return json.dumps({"name": "Mine now"}) if operation.method in ("POST", "PATCH") else None

    def test_the_document_has_exactly_the_routes_that_the_program_serves(self):
        # Another thread writes the log; "started" comes after all routes.
        wait_until(lambda: '"started"' in self.service.log_path.read_text().rpartition("\n")[0], "the start is logged")
        lines = [json.loads(line) for line in self.service.log_path.read_text().splitlines() if '"pattern"' in line]
        served = {(line["method"], line["pattern"]) for line in lines if line["message"] == "route"}
        self.assertEqual(served, {(operation.method, operation.path) for operation in self.document.operations})

    def test_a_request_without_a_valid_key_is_refused(self):
        dead = self.service.create_key()
        self.assertEqual(self.client.api("PATCH", "/api-keys/" + dead["id"], {"active": False}).status, 200)
        elsewhere = self.service.create_key(allowedIps=["192.0.2.1"])
        for proof in (None, "", "nonsense", "fairlead_" + "0" * 64, dead["key"], elsewhere["key"]):
            with self.service.stranger() as client:
                for operation in self.guarded():
                    with self.subTest(operation.name, proof=proof):
                        headers = {} if proof is None else {"X-API-Key": proof}
                        answer = client.request(operation.method, self.path_of(operation), self.body_of(operation), headers)
                        self.assert_problem(answer, 401)

    def test_another_operators_key_finds_nothing_under_these_ids(self):
        for operation in (one for one in self.keyed() if "{" in one.path):
            with self.subTest(operation.name):
                answer = self.rival.request(operation.method, self.path_of(operation), self.body_of(operation))
                self.assert_problem(answer, 404)
        self.assertNotIn("Mine now", json.dumps([self.items(path) for path in
                                                 ("/brands", "/affiliates", "/campaigns", "/creatives", "/links", "/deals")]))

    def test_another_operators_admin_finds_nobody_under_these_ids(self):
        admin = person(self)
        self.assertEqual(admin.log_in(self.rival_account.admin_email, self.rival_account.admin_password).status, 200)
        user, affiliate = self.mine["/api/v1/users/{id}"], self.mine["/api/v1/affiliates/{id}"]
        for method, path, body in (("PATCH", f"/users/{user}", {"role": "viewer"}), ("POST", f"/users/{user}/invite", None),
                                   ("POST", f"/affiliates/{affiliate}/invite", None)):
            with self.subTest(path):
                self.assert_problem(admin.call(method, path, body), 404)

    def test_another_operators_lists_have_none_of_these_ids(self):
        for operation in (one for one in self.keyed() if one.method == "GET" and "{" not in one.path):
            with self.subTest(operation.name):
                answer = self.rival.request("GET", operation.path)
                self.assertEqual(answer.status, 200, answer.body)
                for mine in (*self.mine.values(), self.service.account.operator_id):
                    self.assertNotIn(mine, answer.body.decode())

    def test_a_filter_by_a_foreign_id_finds_nothing(self):
        for operation in (one for one in self.keyed() if one.name.startswith("list") and "{" not in one.path):
            filters = [self.document.schemas.resolve(one)["name"] for one in operation.details.get("parameters", [])]
            for name in (one for one in filters if one == "id" or one.endswith("Id")):
                for mine in self.mine.values():
                    with self.subTest(operation.name, filter=name):
                        answer = self.rival.request("GET", f"{operation.path}?{name}={mine}")
                        self.assertEqual((answer.status, answer.json()["items"]), (200, []))

    def test_public_routes_need_no_key(self):
        # The token in the URL authorizes the request for a saved report.
        token = self.preset()["apiUrl"].rsplit("/", 1)[1]
        with self.service.stranger() as client:
            for operation in (one for one in self.document.operations if one.public):
                with self.subTest(operation.name):
                    path = operation.path.replace("{token}", token)
                    answer = client.request("GET", re.sub(r"\{\w+\}", str(uuid.uuid4()), path))
                    self.assertNotEqual(answer.status, 401)


class TenancyOnSqlite(Tenancy, FraudCase):
    pass


class TenancyOnPostgres(Tenancy, FraudCase, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
