"""The operator itself over the management API."""

import unittest

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres

PORTAL = {"name": None, "logoUrl": None, "primaryColor": None, "domains": [], "showAccountManager": False}


class Operator:
    settings = {"tracking_url": "https://go.example"}

    def tearDown(self):
        usual = {"timeZone": "UTC", "baseCurrency": "EUR", "currencies": [], "minPayout": "0", "twoPersonRule": False,
                 "twoPersonRuleEndsAt": None, "suspendedEarn": False, "postbackAmounts": True, "postbackCommission": True,
                 "requireSecondFactor": [], "portal": None}
        with self.service.client() as client:
            self.assertEqual(client.api("PATCH", "/operator", usual).status, 200)

    def own(self) -> dict:
        return self.client.api("GET", "/operator").json()

    def test_an_operator_has_defaults(self):
        self.assertEqual(self.own() | {"name": ""}, {"name": "", "timeZone": "UTC", "baseCurrency": "EUR", "pending": None,
                                                     "currencies": [], "minPayout": "0", "twoPersonRule": False,
                                                     "twoPersonRuleEndsAt": None, "suspendedEarn": False,
                                                     "postbackAmounts": True, "postbackCommission": True,
                                                     "requireSecondFactor": [], "portal": PORTAL})

    def test_the_address_of_the_service_cannot_be_a_portal(self):
        for domain, host in (("app.example", "app.example:8443"), ("APP.example", "app.example")):
            answer = self.client.api("PATCH", "/operator", {"portal": {"domains": ["p.example", domain]}}, {"Host": host})
            self.assertEqual(self.assert_problem(answer, 400)["errors"][0]["pointer"], "/portal/domains/1")
        for domain in ("192.0.2.1", "go.example"):
            self.assert_problem(self.client.api("PATCH", "/operator", {"portal": {"domains": [domain]}}), 400)
        # A domain that is already a portal may be sent again from that domain.
        self.change("/operator", portal={"domains": ["partners.example"]})
        again = self.client.api("PATCH", "/operator", {"portal": {"domains": ["partners.example"]}}, {"Host": "partners.example"})
        self.assertEqual(again.status, 200, again.body)

    def test_an_operator_is_changed(self):
        portal = {"name": "Harbour Partners", "logoUrl": "https://cdn.example/logo.svg", "primaryColor": "#1a2b3c",
                  "domains": ["partners.example", "xn--bcher-kva.example"], "showAccountManager": True}
        changed = self.change("/operator", name="Harbour Gaming Ltd.", timeZone="Europe/Malta", baseCurrency="gbp",
                              currencies=["USDT", "btc1"], minPayout="250.00", twoPersonRule=True, suspendedEarn=True,
                              requireSecondFactor=["affiliate", "viewer"], portal=portal)
        self.assertEqual(changed, {"name": "Harbour Gaming Ltd.", "timeZone": "Europe/Malta", "baseCurrency": "GBP",
                                   "pending": None, "currencies": ["USDT", "BTC1"], "minPayout": "250", "twoPersonRule": True,
                                   "twoPersonRuleEndsAt": None, "suspendedEarn": True, "postbackAmounts": True, "postbackCommission": True,
                                   "requireSecondFactor": ["affiliate", "viewer"], "portal": portal})
        self.service.restart()
        with self.service.client() as client:
            self.assertEqual(client.api("GET", "/operator").json(), changed)

    def test_the_portal_is_changed_member_by_member(self):
        self.change("/operator", portal={"name": "One", "primaryColor": "#ABCDEF", "domains": ["Partners.Example"]})
        changed = self.change("/operator", portal={"logoUrl": "https://cdn.example/l.png", "name": None})
        self.assertEqual(changed["portal"], {"name": None, "logoUrl": "https://cdn.example/l.png",
                                             "primaryColor": "#abcdef", "domains": ["partners.example"],
                                             "showAccountManager": False})
        self.assertEqual(self.change("/operator", portal=None)["portal"], PORTAL)

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        before = self.own()
        self.assert_every_refused("/operator", {}, [
            ("name", ""), ("name", None), ("timeZone", ""), ("timeZone", "Europe/Atlantis"), ("timeZone", "../../passwd"),
            ("timeZone", "europe/malta"), ("timeZone", None), ("timeZone", 1), ("baseCurrency", "E"),
            ("baseCurrency", "EURO"), ("baseCurrency", None), ("currencies", ["x"], "/currencies/0"),
            ("currencies", ["USDT", "usdt"], "/currencies/1"), ("currencies", None), ("minPayout", "-0.01"),
            ("minPayout", 5), ("minPayout", None), ("twoPersonRule", "yes"), ("twoPersonRule", None), ("suspendedEarn", "no"), ("postbackAmounts", 1), ("portal", "x"), ("portal", {"name": 5}, "/portal/name"),
            ("portal", {"logoUrl": "logo.svg"}, "/portal/logoUrl"), ("portal", {"colour": 1}, "/portal/colour"),
            ("portal", {"primaryColor": "red"}, "/portal/primaryColor"),
            ("portal", {"domains": ["localhost"]}, "/portal/domains/0"),
            ("portal", {"domains": ["a.example", "b.example:80"]}, "/portal/domains/1"),
            ("portal", {"domains": "a.example"}, "/portal/domains"), ("id", "x")])
        self.assertEqual(self.own(), before)

    def test_a_declared_code_can_be_the_base_currency_as_long_as_it_is_declared(self):
        self.assertEqual(self.change("/operator", currencies=["USDT"], baseCurrency="USDT")["baseCurrency"], "USDT")
        self.assert_refused(self.client.api("PATCH", "/operator", {"currencies": []}), "/baseCurrency")

    def test_events_may_have_a_declared_currency_at_once(self):
        event = self.event("deposit", amount="1", currency="USDT")
        self.assertEqual(self.client.send_event(event).status, 400)
        self.change("/operator", currencies=["USDT"])
        self.accept(event)

    def test_a_domain_belongs_to_one_operator(self):
        self.change("/operator", portal={"domains": ["one.example", "two.example"]})
        answer = self.rival.api("PATCH", "/operator", {"portal": {"domains": ["own.example", "TWO.example"]}})
        problem = self.assert_problem(answer, 409)
        self.assertEqual([error["pointer"] for error in problem["errors"]], ["/portal/domains/1"])

    def test_each_caller_has_its_own_operator(self):
        self.change("/operator", minPayout="77")
        self.assertEqual(self.rival.api("GET", "/operator").json()["name"], "Rival Gaming")
        self.assertEqual(self.rival.api("GET", "/operator").json()["minPayout"], "0")

    def test_an_operator_is_only_read_and_changed(self):
        for method, path in (("POST", "/operator"), ("DELETE", "/operator")):
            self.assert_problem(self.client.api(method, path, {"name": "x"}), 405)


class OperatorOnSqlite(Operator, CatalogueCase):
    pass


class OperatorOnPostgres(Operator, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
