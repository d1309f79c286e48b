"""api/openapi.yaml matches the declarations of the program, and the service answers as the document says."""

import unittest
import uuid

from api.document import DOCUMENT, WITHOUT_KEY, assemble
from tests.support import program
from tests.support.events import fresh_key
from tests.support.fraud import FraudCase
from tests.support.json_schema import Schemas, check_schema
from tests.support.openapi import Document, KeyedClient
from tests.support.pictures import png
from tests.support.portal import PortalClient
from tests.support.waiting import wait_until


class TheDocument(unittest.TestCase):
    maxDiff = 2000

    def test_is_up_to_date(self):
        self.assertEqual(DOCUMENT.read_text(), assemble(program.binary()), "run ./dev api")

    def test_has_no_unresolved_references(self):
        document = Document()

        def visit(node):
            if isinstance(node, dict):
                document.schemas.resolve(node)
                for child in node.values():
                    visit(child)
            elif isinstance(node, list):
                for child in node:
                    visit(child)

        visit(document.tree)

    def test_names_every_operation_once_and_describes_its_path_parameters(self):
        document = Document()
        names = [operation.name for operation in document.operations]
        self.assertEqual(sorted(names), sorted(set(names)))
        for path, item in document.tree["paths"].items():
            for method in (name for name in item if name in ("get", "post", "patch")):
                parameters = item.get("parameters", []) + item[method].get("parameters", [])
                described = {document.schemas.resolve(one)["name"] for one in parameters
                             if document.schemas.resolve(one)["in"] == "path"}
                self.assertEqual(described, {part[1:-1] for part in path.split("/") if part.startswith("{")}, path)

    def test_every_post_that_creates_or_moves_something_takes_a_key(self):
        posts = {operation.path.removeprefix("/api/v1") for operation in Document().operations
                 if operation.method == "POST" and not operation.takes_request_key}
        self.assertEqual(posts, WITHOUT_KEY)

    def test_every_schema_is_well_formed_and_every_example_fits_its_schema(self):
        document, tried = Document(), 0
        for place, content in document.contents():
            with self.subTest(place):
                schema = content.get("schema", {})
                check_schema(schema)
                self.assertEqual(document.schemas.unknown_words(schema), [])
                examples = [one["value"] for one in content.get("examples", {}).values()]
                examples += [content["example"]] if "example" in content else []
                for example in examples if "json" in place else []:
                    self.assertEqual(document.schemas.faults(example, schema), [])
                    tried += 1
        self.assertGreater(tried, 100)

    def test_the_validator_finds_errors(self):
        schemas = Schemas({"components": {"schemas": {"Kind": {"type": ["string", "null"], "enum": ["a", None]}}}})
        thing = {"type": "object", "required": ["id"],
                 "properties": {"id": {"type": "string", "format": "uuid"}, "n": {"type": ["integer", "null"], "minimum": 1},
                                "kind": {"$ref": "#/components/schemas/Kind"}}}
        good = {"id": str(uuid.uuid4()), "n": None, "kind": None}
        self.assertEqual(schemas.faults(good, thing), [])
        for change in ({"id": "x"}, {"id": None}, {"n": 0}, {"n": "1"}, {"n": True}, {"more": 1}, {"kind": "b"}):
            with self.subTest(change):
                [fault] = schemas.faults(good | change, thing)
                self.assertIn(next(iter(change)), fault)
        self.assertNotEqual(schemas.faults({}, thing), [])
        self.assertNotEqual(schemas.faults(1, {"type": "integer", "multipleOf": 2}), [], "unknown keywords are faults")
        self.assertNotEqual(schemas.faults("x", {"type": "string", "format": "dates"}), [], "unknown formats are faults")


# Tests with a mail server call these: test_forgotten_password, test_address_change and test_mail_choices.
NEED_MAIL = {"requestPasswordReset", "readPasswordReset", "resetPassword", "confirmAddress", "openUnsubscribePage",
             "unsubscribe"}
# test_setup calls these, on a service without an operator.
NEED_NO_OPERATOR = {"setUp", "checkSetup"}


class RealAnswers(FraudCase):
    """Calls every operation of the document on a real service and checks the responses against the document."""

    def open_client(self, api_key=None, **options):
        client = KeyedClient(Document(), self.service.address, api_key or self.service.account.api_key, **options)
        self.addCleanup(client.close)
        return client

    def test_every_operation_answers_as_documented(self):
        self.walk_catalogue()
        self.walk_events()
        self.walk_tracking()
        self.walk_players()
        self.walk_deals()
        self.walk_simulations()
        self.walk_accruals()
        self.walk_statements()
        self.walk_reports()
        self.walk_people()
        self.walk_outbox()
        self.walk_fraud()
        for path in ("/healthz", "/readyz", "/api/v1/health", "/api/v1/audit-log?limit=5", "/api/v1/clicks",
                     "/api/v1/clicks/limited?startDate=2026-03-01&endDate=2026-03-31",
                     "/api/v1/events", "/api/v1/refused-requests", "/api/v1/portal/branding", "/api/v1/operator/chain-head",
                     "/api/v1/search?q=best"):
            self.client.request("GET", path)
        succeeded = {name for name, status in self.client.answered if status < 400}
        # The tests of accounts and of the portal call the operations that need a session.
        documented = {operation.name for operation in self.client.document.operations if not operation.by_session}
        self.assertEqual(documented - succeeded - NEED_MAIL - NEED_NO_OPERATOR, set())
        keyed = {operation.name for operation in self.client.document.operations
                 if operation.takes_request_key and not operation.by_session}
        self.assertEqual(keyed - self.client.used_keys, set(), "a key is used by every POST that creates or moves something")

    def walk_catalogue(self):
        self.change("/operator", timeZone="Europe/Malta", currencies=["USDT"], portal={"domains": ["p.example"]})
        source, creative = self.source(type="blog", url="https://b.example"), self.creative(width=1, height=2)
        link = self.link(affiliateId=source["affiliateId"], marketingSourceId=source["id"], creativeId=creative["id"],
                         campaignId=creative["campaignId"], geoTarget="DE", name="x", code="c-" + uuid.uuid4().hex)
        self.affiliate(parentAffiliateId=source["affiliateId"], minPayout="5", notes="n")
        key = self.make("/api-keys", name="k", allowedIps=["127.0.0.0/8"])
        preset = self.preset(filters={"country": ["DE"]}, startDate="2026-03-01", endDate="2026-03-31")
        self.assertEqual(self.client.api("POST", f"/report-presets/{preset['id']}/rotate-token").status, 200)
        made = {"/brands": self.brand()["id"], "/affiliates": source["affiliateId"],
                "/marketing-sources": source["id"], "/campaigns": creative["campaignId"],
                "/creatives": creative["id"], "/landing-pages": self.landing_page()["id"],
                "/links": link["linkId"], "/deals": self.deal()["id"],
                "/api-keys": key["id"], "/report-presets": preset["id"], "/postbacks": self.postback()["id"],
                "/fraud-rules": self.rule()["id"]}
        for path, one in made.items():
            self.change(f"{path}/{one}", name="Another")
            self.assertTrue(self.items(path, "limit=1"))
            self.assert_problem(self.client.api("POST", path, {"name": 5}), 400)
            self.assert_problem(self.client.api("GET", f"{path}/{uuid.uuid4()}"), 404)
        self.assertEqual(self.client.api("DELETE", "/report-presets/" + preset["id"]).status, 204)
        self.walk_images()
        self.assertEqual(self.client.api("GET", "/account-managers?limit=5").status, 200)
        self.affiliate(tags=["vip"])
        self.assertTrue(self.items("/affiliate-tags"))
        self.client.api("GET", f"/creatives/{creative['id']}/embed?linkId={link['linkId']}")
        self.client.api("GET", f"/creatives/{creative['id']}/embed")

    def walk_images(self):
        content = png()
        made = self.client.request("POST", "/api/v1/images", content)
        self.assertEqual((made.status, self.client.request("POST", "/api/v1/images", content).status), (201, 200), made.body)
        self.assert_problem(self.client.request("POST", "/api/v1/images", b"x"), 400)
        one = "/images/" + made.json()["id"]
        self.assertTrue(self.items("/images", "limit=1"))
        # The second upload restarted the time after which the unused image is dropped.
        self.assertEqual(self.client.api("GET", one).json() | {"unusedSince": ""}, made.json() | {"unusedSince": ""})
        self.creative(imageId=made.json()["id"])
        self.assert_problem(self.client.api("DELETE", one), 409)
        public = "/api/v1/track/image/" + made.json()["id"]
        served = self.client.request("GET", public)
        self.assertEqual((served.status, served.body), (200, content))
        self.assertEqual(self.client.request("GET", public, headers={"If-None-Match": served.header("ETag")}).status, 304)
        unused = self.client.request("POST", "/api/v1/images", png()).json()["id"]
        self.assertEqual(self.client.api("DELETE", "/images/" + unused).status, 204)

    def admin(self) -> PortalClient:
        """The operator's admin: no API key may create or change people."""
        client = PortalClient(self.client.document, self.service.address)
        self.addCleanup(client.close)
        account = self.service.account
        client.log_in(account.admin_email, account.admin_password)
        return client

    def walk_people(self):
        """Calls operations about users. The tests of accounts and of the portal call the others."""
        affiliate, admin = self.affiliate()["id"], self.admin()
        self.assertEqual(self.client.api("POST", f"/affiliates/{affiliate}/invite").status, 201)
        user = self.make("/users", admin, email=f"{uuid.uuid4()}@people.example", role="manager")
        self.assertTrue(self.items("/users", "role=manager"))
        self.assertEqual(self.client.api("GET", "/users/" + user["id"]).status, 200)
        self.assertEqual(admin.api("PATCH", "/users/" + user["id"], {"role": "viewer"}).status, 200)
        token = admin.api("POST", f"/users/{user['id']}/invite").json()["token"]
        password = "a long enough password"
        for path, body in (("/auth/invite", {"token": token}), ("/auth/accept-invite", {"token": token, "password": password}),
                           ("/auth/login", {"email": user["email"], "password": password})):
            self.assertEqual(self.client.api("POST", path, body).status, 200, path)
        # This service has no mail server. The tests of mails call these operations with success.
        self.assert_problem(self.client.api("POST", "/auth/forgotten-password", {"email": user["email"]}), 409)
        self.assert_problem(self.client.api("POST", "/auth/reset", {"token": token}), 404)
        self.assert_problem(self.client.api("POST", "/auth/reset-password", {"token": token, "password": password}), 404)
        self.assert_problem(self.client.api("POST", "/auth/confirm-address", {"token": token}), 404)
        for method in ("GET", "POST"):
            self.assert_problem(self.client.api(method, "/auth/unsubscribe?token=" + token), 404)

    def walk_fraud(self):
        signal, other = self.fast_signal(), self.fast_signal()
        self.assertEqual(self.decide(signal, "release").status, 200)
        self.assertEqual(self.decide(other, "reverse").status, 200)
        self.assert_problem(self.decide(other, "release"), 409)
        self.client.api("GET", "/fraud-signals/" + signal["id"])
        self.client.api("GET", f"/fraud-rules/{signal['ruleId']}/versions")
        self.assertEqual(self.client.api("POST", "/fraud-rules/try", {"kind": "fastRegistration"}).status, 200)
        self.assert_problem(self.client.api("POST", "/fraud-rules/try", {}), 400)

    def walk_outbox(self):
        webhook = self.webhook(types=["affiliate.applied"])
        one = "/webhooks/" + webhook["id"]
        self.change(one, types=["affiliate.applied", "affiliate.approved"])
        self.assertTrue(self.items("/webhooks", "limit=1"))
        self.assertEqual(self.client.api("GET", one).status, 200)
        for path in (one + "/rotate-secret", one + "/test", f"/postbacks/{self.postback()['id']}/test"):
            self.assertEqual(self.client.api("POST", path).status, 200, path)
        self.affiliate()
        delivery = self.items("/deliveries", "destinationId=" + webhook["id"])[0]
        self.assertEqual(self.client.api("GET", "/deliveries/" + delivery["id"]).status, 200)
        self.assertEqual(self.client.api("POST", f"/deliveries/{delivery['id']}/replay").status, 200)
        day = {"destinationId": webhook["id"], "from": "2020-01-01T00:00:00Z", "to": "2100-01-01T00:00:00Z"}
        self.assertEqual(self.client.api("POST", "/deliveries/replay", day).status, 200)
        self.assert_problem(self.client.api("POST", "/deliveries/replay", {}), 400)
        self.walk_schedules()

    def walk_schedules(self):
        one = "/report-schedules/" + self.schedule()["id"]
        self.change(one, frequency="monthly", formats=["csv", "xlsx"])
        self.assertTrue(self.items("/report-schedules", "frequency=monthly"))
        self.assertEqual(self.client.api("GET", one).status, 200)
        wait_until(lambda: self.client.api("POST", one + "/send").status == 200, "complete figures")
        self.assertTrue(self.client.api("GET", one + "/runs").json()["items"])
        self.assertEqual(self.client.api("POST", one + "/rotate-secret").status, 200)
        self.assertTrue(self.client.api("GET", "/report-recipients").json()["items"])
        self.assert_problem(self.client.api("POST", "/report-schedules", {"hour": 24}), 400)
        self.assertEqual(self.client.api("DELETE", one).status, 204)

    def walk_simulations(self):
        asked = {"terms": {"currency": "EUR", "cpl": {"amount": "5"}}, "from": "2026-03", "to": "2026-04"}
        done = self.client.api("POST", "/deals/simulate", asked)
        self.assertEqual(done.status, 200, done.body)
        path = f"/deals/simulate/{done.json()['id']}/players/{done.json()['players'][0]['playerId']}"
        self.assertEqual(self.client.api("GET", path).status, 200)
        for method in ("GET", "DELETE"):
            self.assertEqual(self.client.api(method, "/deals/simulate/" + done.json()["id"]).status, 200)

    def walk_deals(self):
        cpa = {"amount": "100", "amountByCountry": {"DE": "120"}, "minFirstDeposit": "20", "minTotalDeposits": "0",
               "minWagered": "0", "qualifyWithinDays": 30, "tiers": [{"from": 11, "amount": "130"}],
               "tierMode": "marginal", "monthlyCap": 50, "holdDays": 0, "clawback": "ifUnqualified"}
        rev_share = {"rate": "25", "tiers": [{"from": "10000", "rate": "30"}], "tierMode": "whole", "adminFeePercent": "10",
                     "deductChargebacks": True, "negativeCarryover": True, "durationMonths": None}
        terms = {"currency": "EUR", "cpa": cpa, "revShare": rev_share, "cpl": {"amount": "5"},
                 "fixedMonthly": {"amount": "500"}, "subAffiliate": {"percentOfCommission": "5"}}
        deal = self.deal(binding="event", scope={"brandIds": [self.brand_id], "countries": ["DE", "AT"]},
                         effectiveFrom="2026-01-01", terms=terms)
        self.change("/deals/" + deal["id"], terms={"currency": "EUR", "cpl": {"amount": "6"}}, scope=None)
        self.client.api("GET", f"/deals/{deal['id']}/versions")
        self.client.api("GET", f"/deals/{uuid.uuid4()}/versions")
        self.change("/deals/" + deal["id"], effectiveFrom="2999-12-01")
        withdraw = f"/deals/{deal['id']}/versions/%s/withdraw"
        self.assertEqual([self.client.api("POST", withdraw % version).status for version in (3, 1, 9)], [200, 409, 404])
        rate = {"date": "2026-03-10", "from": "USD", "to": "EUR", "rate": "0.9137"}
        self.assertEqual(self.client.api("POST", "/fx-rates", rate).status, 201)
        self.assertEqual(self.client.api("POST", "/fx-rates", {"rates": [rate, rate | {"from": "GBP"}]}).status, 201)
        self.assertEqual(self.client.api("POST", "/fx-rates", rate | {"rate": "0"}).status, 400)
        self.assertEqual(len(self.items("/fx-rates", "date=2026-03-10&from=USD&to=EUR")), 1)

    def walk_accruals(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "5"}})
        terms = {"cpa": {"amount": "50", "tiers": [{"from": 2, "amount": "60"}], "tierMode": "whole", "monthlyCap": 2},
                 "revShare": {"rate": "20"}, "cpl": {"amount": "5"}, "fixedMonthly": {"amount": "7"}}
        affiliate = self.paid_affiliate(terms, parentAffiliateId=parent["id"])
        for player in [self.player(affiliate) for _ in range(3)]:
            self.send(player, "first_deposit", "10")
            self.send(player, "ngr_update", "100", currency="GBP")
            self.send(player, "ngr_update", "100", currency="PLN")
            self.send(player, "chargeback", "10")
            self.client.api("GET", f"/players/{self.player_id(player)}/why")
        self.close(affiliate, "2026-03", 409)
        self.close(affiliate, "2026-03", allowUnpriced=True, reason="PLN is paid elsewhere")
        for accrual in self.accruals(affiliate) + self.accruals(parent):
            self.assertEqual(self.client.api("GET", "/accruals/" + accrual["id"]).status, 200)
            self.explain(accrual)
        self.client.api("POST", f"/accruals/{self.accruals(parent)[0]['id']}/reverse", {"reason": "x"})
        self.client.api("GET", f"/accruals/{uuid.uuid4()}")
        self.client.api("GET", f"/accruals/{uuid.uuid4()}/explain")

    def walk_statements(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        self.make("/adjustments", affiliateId=affiliate["id"], amount="-1", currency="EUR", reason="x")
        made = self.make("/adjustments", affiliateId=affiliate["id"], amount="3", currency="EUR", reason="y")
        self.client.api("POST", f"/adjustments/{made['id']}/reverse", {"reason": "z"})
        self.items("/adjustments", "affiliateId=" + affiliate["id"])
        self.preview(affiliate, "2026-03")
        one = "/statements/" + self.close(affiliate, "2026-03")[0]["id"]
        self.close(affiliate, "2026-03", 200)
        self.client.api("GET", one + "?format=csv")
        self.client.api("GET", f"/statements/{uuid.uuid4()}")
        for step, body in (("approve", None), ("hold", {"reason": "x"}), ("release", {"reason": "y"}), ("approve", None)):
            self.assertEqual(self.client.api("POST", f"{one}/{step}", body).status, 200)
        self.assertEqual(self.client.api("POST", one + "/pay", {"date": "2026-05-01", "method": "m", "reference": "r"}).status, 200)
        self.assertEqual(self.client.api("POST", one + "/hold", {"reason": "x"}).status, 409)
        self.client.api("GET", one)
        steps = {"step": "hold", "statementIds": [one.rpartition("/")[2], str(uuid.uuid4())], "reason": "x"}
        self.assertEqual(self.client.api("POST", "/statements/bulk", steps).json()["refused"], 2)
        self.assertEqual(self.client.api("GET", "/statements/checklist?period=2026-03").status, 200)

    def walk_reports(self):
        self.assertEqual(self.client.api("GET", "/reports/dimensions").status, 200)
        question = {"groupKeys": ["date", "brand"], "metrics": ["click_count", "ngr", "ctr"], "filters": {"country": ["DE"]},
                    "startDate": "2026-03-01", "endDate": "2026-03-31"}
        self.assertEqual(self.client.api("POST", "/reports/query", question).status, 200)
        self.assertEqual(self.client.api("POST", "/reports/query", question | {"metrics": ["nothing"]}).status, 400)
        compared = question | {"compareTo": "samePeriodLastYear", "sort": "-difference:ngr"}
        self.assertEqual(self.client.api("POST", "/reports/query", compared).status, 200)
        change = {"metric": "total_reward", "startDate": "2026-03-01", "endDate": "2026-03-31", "compareTo": "previousPeriod"}
        self.assertEqual(self.client.api("POST", "/reports/explain-change", change).status, 200)
        listed = {"metrics": ["ngr"], "sort": "-ngr", "filters": {"status": "approved"}}
        self.assertEqual(self.client.api("POST", "/reports/affiliates", listed).status, 200)
        self.assertEqual(self.client.api("POST", "/reports/affiliates", listed | {"sort": "-colour"}).status, 400)
        self.assertEqual(self.client.api("POST", "/reports/explain-change", change | {"by": ["date"]}).status, 400)
        preset = self.preset(groupKeys=["month"], metrics=["registration_count"])
        saved = "/reports/" + preset["apiUrl"].rsplit("/", 1)[1]
        with self.service.stranger() as stranger:
            self.assertEqual(stranger.api("GET", saved).status, 200)
        for path in (saved, saved + "?format=json&startDate=2026-03-01&endDate=2026-03-31"):
            self.assertEqual(self.client.api("GET", path).status, 200)
        self.change("/report-presets/" + preset["id"], tokenActive=False)
        self.assert_problem(self.client.api("GET", saved), 401)
        row = "startDate=2026-03-01&endDate=2026-03-31&brand=" + self.brand_id
        for path in ("/events?metric=ngr&", "/clicks?metric=click_count&", "/accruals?metric=total_reward&"):
            self.assertEqual(self.client.api("GET", path + row).status, 200)

    def walk_events(self):
        event = self.event("deposit", amount=5.5, currency="EUR", country="DE", extra={"deep": [1]})
        self.accept(event)
        self.assertEqual(self.client.send_event(event).status, 200)
        self.assertEqual(self.client.send_event(event | {"amount": 6}).status, 200)
        self.assertEqual(self.client.send_event({}).status, 400)
        self.assertEqual(self.client.send_batch([event, self.event()]).status, 202)
        self.assertEqual(self.client.send_batch([{}]).status, 400)
        self.assertEqual(self.client.api("POST", "/events?dryRun=true", self.event()).status, 202)
        foreign = {"items": [{"event": "login", "data": {}}, {"event": "player", "data": {
            "unique_id": fresh_key(), "timestamp": "2026-01-15T12:00:00Z", "player_id": "StQ-1"}}]}
        unibo = "/adapters/unibo/events?brandId=" + self.brand_id
        self.assertEqual(self.client.api("POST", unibo, foreign).status, 202)
        self.assertEqual(self.client.api("POST", unibo, {"items": [{"event": "rain"}]}).status, 400)
        player = fresh_key()
        for _ in range(2):
            self.accept(self.event("registration", player_external_ref=player))
        with self.service.stranger() as stranger:
            self.assertEqual(stranger.send_event(event).status, 401)

    def walk_tracking(self):
        creative = self.creative()
        link = self.link(creativeId=creative["id"])
        for path in (link["trackingUrl"] + "?sub1=a&relativepath=b", link["impressionUrl"]):
            self.client.request("GET", "/api" + path.split("/api", 1)[1])
        self.assertEqual(self.client.api("GET", "/track/click/nothing").status, 404)
        self.assertEqual(self.client.api("GET", f"/track/click/{link['code']}?relativepath=..").status, 400)

    def walk_players(self):
        link = self.link()
        self.assertEqual(self.client.request("GET", "/r/" + link["code"]).status, 302)
        answer = self.client.api("GET", "/track/click/" + link["linkId"] + "?sub1=a")
        click_id = answer.header("Location").split("click_id=")[1].split("&")[0]
        player = fresh_key()
        self.accept(self.event("registration", player_external_ref=player, click_id=click_id, country="DE"))
        self.accept(self.event("deposit", player_external_ref=player, amount="12.50", currency="EUR"))
        found = self.client.api("GET", "/players?externalRef=" + player).json()["items"][0]
        path = "/players/" + found["id"]
        self.assertEqual(self.client.api("GET", path).json()["affiliateId"], link["affiliateId"])
        self.client.api("GET", path + "/why")
        self.client.api("GET", path + "/events")
        self.assertEqual(self.client.api("POST", path + "/reassign", {}).status, 400)
        given = {"affiliateId": self.affiliate()["id"], "reason": "A complaint"}
        self.assertEqual(self.client.api("POST", path + "/reassign", given).status, 200)
        self.client.api("GET", path + "/why")
        self.client.api("GET", "/players/" + str(uuid.uuid4()))


if __name__ == "__main__":
    unittest.main()
