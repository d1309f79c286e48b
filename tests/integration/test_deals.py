"""Deals over the management API: their terms, their versions, and the default deal."""

import unittest
import uuid
from datetime import datetime
from zoneinfo import ZoneInfo

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.worked_examples import read_example_deal

CPA = {"currency": "EUR", "cpa": {"amount": "100"}}
REV_SHARE = {"currency": "EUR", "revShare": {"rate": "25"}}
CPA_DEFAULTS = {"amountByCountry": {}, "minFirstDeposit": "0", "minTotalDeposits": "0", "minWagered": "0",
                "qualifyWithinDays": None, "tiers": [], "tierMode": "marginal", "monthlyCap": None, "holdDays": 0,
                "clawback": "ifUnqualified"}
REV_SHARE_DEFAULTS = {"tiers": [], "tierMode": "marginal", "adminFeePercent": "0", "deductChargebacks": True,
                      "negativeCarryover": True, "durationMonths": None}
HYBRID = read_example_deal()["terms"]


def lasting(deal: dict) -> dict:
    """A deal without the members that depend on the day."""
    return {name: value for name, value in deal.items() if name not in ("inForce", "upcoming")}


class Deals:
    def versions(self, deal: dict) -> list[dict]:
        return self.items(f"/deals/{deal['id']}/versions")

    def test_a_deal_has_defaults(self):
        deal = self.deal(name="Plain", terms=CPA)
        self.assertTrue(uuid.UUID(deal.pop("id")))
        in_force = deal.pop("inForce")
        self.assertEqual((in_force["version"], in_force["effectiveFrom"], in_force["terms"], deal.pop("upcoming")),
                         (1, None, deal["terms"], []))
        self.assertEqual(deal, {"name": "Plain", "binding": "registration", "scope": {"brandIds": [], "countries": []},
                                "isDefault": False, "effectiveFrom": None, "version": 1, "tierPool": None,
                                "lateEvents": "currentMonth",
                                "terms": {"currency": "EUR", "cpa": {"amount": "100"} | CPA_DEFAULTS}})
        terms = self.deal(terms=REV_SHARE)["terms"]
        self.assertEqual(terms, {"currency": "EUR", "revShare": {"rate": "25"} | REV_SHARE_DEFAULTS})

    def test_a_deal_is_created_read_and_changed(self):
        whole = {"name": "Hybrid DE", "binding": "event", "isDefault": False, "effectiveFrom": "2026-01-01",
                 "scope": {"brandIds": [self.brand_id], "countries": ["DE", "AT"]}, "terms": HYBRID}
        deal = self.deal(**whole)
        self.assertEqual(lasting(deal), whole | {"id": deal["id"], "version": 1, "tierPool": None, "lateEvents": "currentMonth"})
        path = "/deals/" + deal["id"]
        self.assertEqual(self.client.api("GET", path).json(), deal)
        changed = self.change(path, name="Hybrid", binding="registration", scope={"countries": ["ch"]})
        self.assertEqual(changed, deal | {"name": "Hybrid", "binding": "registration",
                                          "scope": {"brandIds": [], "countries": ["CH"]}})
        for everywhere in (None, {}):
            self.assertEqual(self.change(path, scope=everywhere)["scope"], {"brandIds": [], "countries": []})

    def test_codes_are_upper_cased(self):
        terms = {"currency": "usd", "cpa": {"amount": "1.50", "amountByCountry": {"de": "2", "AT": "3.0"}}}
        made = self.deal(terms=terms)["terms"]
        self.assertEqual((made["currency"], made["cpa"]["amount"], made["cpa"]["amountByCountry"]),
                         ("USD", "1.5", {"AT": "3", "DE": "2"}))

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        deal = self.deal()
        foreign = self.rival_account.brand_id
        self.assert_every_refused("/deals/" + deal["id"], {"name": "x", "terms": CPA}, [
            ("name", ""), ("name", None), ("binding", "always"), ("binding", None), ("isDefault", "yes"),
            ("effectiveFrom", "2026-02-30"), ("effectiveFrom", "10.03.2026"), ("effectiveFrom", 20260310),
            ("effectiveFrom", "2026-03-10T00:00:00Z"), ("scope", []), ("scope", {"brands": []}, "/scope/brands"),
            ("scope", {"brandIds": [foreign]}, "/scope/brandIds/0"),
            ("scope", {"brandIds": [self.brand_id, str(uuid.uuid4())]}, "/scope/brandIds/1"),
            ("scope", {"brandIds": ["x"]}, "/scope/brandIds/0"), ("scope", {"brandIds": None}, "/scope/brandIds"),
            ("scope", {"countries": ["DE", "Austria"]}, "/scope/countries/1"),
            ("scope", {"countries": ["DE", "de"]}, "/scope/countries/1"),
            ("id", deal["id"]), ("version", 2), ("inForce", None), ("upcoming", []), ("colour", "red")])
        self.assertEqual(self.client.api("GET", "/deals/" + deal["id"]).json(), deal)

    def test_invalid_terms_are_refused_with_their_pointer(self):
        path = "/deals/" + self.deal()["id"]
        for terms, pointer in self.wrong_terms():
            with self.subTest(terms=terms):
                self.assert_refused(self.client.api("POST", "/deals", {"name": "x", "terms": terms}), "/terms" + pointer)
                self.assert_refused(self.client.api("PATCH", path, {"terms": terms}), "/terms" + pointer)

    @staticmethod
    def wrong_terms():
        def cpa(**members):
            return {"currency": "EUR", "cpa": {"amount": "1"} | members}

        def share(**members):
            return {"currency": "EUR", "revShare": {"rate": "1"} | members}

        yield from [
            (None, ""), ([], ""), ("cpa", ""), ({"currency": "EUR"}, ""), ({"currency": "EUR", "cpa": None}, ""),
            ({"cpa": {"amount": "1"}}, "/currency"), ({"currency": "E", "cpa": {"amount": "1"}}, "/currency"),
            ({"currency": "USDX", "cpa": {"amount": "1"}}, "/currency"), (CPA | {"bonus": {}}, "/bonus"),
            (CPA | {"revshare": {"rate": "1"}}, "/revshare"), (CPA | {"cpl": {}}, "/cpl/amount"),
            (CPA | {"fixedMonthly": {}}, "/fixedMonthly/amount"), (CPA | {"cpl": {"amount": "-1"}}, "/cpl/amount"),
            (CPA | {"subAffiliate": {}}, "/subAffiliate/percentOfCommission"),
            (CPA | {"subAffiliate": {"percentOfCommission": "100.1"}}, "/subAffiliate/percentOfCommission"),
            ({"currency": "EUR", "cpa": {}}, "/cpa/amount"), ({"currency": "EUR", "cpa": []}, "/cpa"),
            (cpa(amount="-0.01"), "/cpa/amount"), (cpa(amount=100), "/cpa/amount"), (cpa(amount=None), "/cpa/amount"),
            (cpa(amount="1.000000001"), "/cpa/amount"), (cpa(rate="1"), "/cpa/rate"),
            (cpa(minFirstDeposit="-1"), "/cpa/minFirstDeposit"), (cpa(minWagered=""), "/cpa/minWagered"),
            (cpa(amountByCountry={"DE": "1", "Austria": "2"}), "/cpa/amountByCountry/Austria"),
            (cpa(amountByCountry={"DE": "-1"}), "/cpa/amountByCountry/DE"), (cpa(amountByCountry=[]), "/cpa/amountByCountry"),
            (cpa(amountByCountry={"DE": "1", "de": "1"}), "/cpa/amountByCountry/de"),
            (cpa(qualifyWithinDays=0), "/cpa/qualifyWithinDays"), (cpa(qualifyWithinDays=36501), "/cpa/qualifyWithinDays"),
            (cpa(qualifyWithinDays=1.5), "/cpa/qualifyWithinDays"), (cpa(monthlyCap=-1), "/cpa/monthlyCap"),
            (cpa(monthlyCap="50"), "/cpa/monthlyCap"), (cpa(holdDays=-1), "/cpa/holdDays"),
            (cpa(holdDays=3651), "/cpa/holdDays"), (cpa(holdDays=None), "/cpa/holdDays"),
            (cpa(clawback="sometimes"), "/cpa/clawback"), (cpa(tierMode="Whole"), "/cpa/tierMode"),
            (cpa(tiers=None), "/cpa/tiers"), (cpa(tiers=[{"from": 0, "amount": "1"}]), "/cpa/tiers/0/from"),
            (cpa(tiers=[{"from": "2", "amount": "1"}]), "/cpa/tiers/0/from"),
            (cpa(tiers=[{"from": 2}]), "/cpa/tiers/0/amount"),
            (cpa(tiers=[{"from": 2, "amount": "1", "rate": "1"}]), "/cpa/tiers/0/rate"),
            (cpa(tiers=[{"from": 3, "amount": "1"}, {"from": 3, "amount": "2"}]), "/cpa/tiers/1/from"),
            (cpa(tiers=[{"from": n + 1, "amount": "1"} for n in range(101)]), "/cpa/tiers"),
            ({"currency": "EUR", "revShare": {}}, "/revShare/rate"), (share(rate="100.00000001"), "/revShare/rate"),
            (share(rate="-1"), "/revShare/rate"), (share(rate="25%"), "/revShare/rate"), (share(rate=25), "/revShare/rate"),
            (share(adminFeePercent="101"), "/revShare/adminFeePercent"),
            (share(deductChargebacks=None), "/revShare/deductChargebacks"),
            (share(negativeCarryover=1), "/revShare/negativeCarryover"), (share(durationMonths=0), "/revShare/durationMonths"),
            (share(tiers=[{"from": "-1", "rate": "1"}]), "/revShare/tiers/0/from"),
            (share(tiers=[{"from": "1", "rate": "101"}]), "/revShare/tiers/0/rate"),
            (share(tiers=[{"from": "10", "rate": "1"}, {"from": "9.99999999", "rate": "2"}]), "/revShare/tiers/1/from"),
            (share(tiers=[{"from": "10", "rate": "1"}, {"from": "10.0", "rate": "1"}]), "/revShare/tiers/1/from"),
        ]

    def test_a_deal_needs_a_name_and_terms(self):
        answer = self.client.api("POST", "/deals", {})
        self.assert_refused(answer, "/name")
        self.assert_refused(answer, "/terms")

    def test_a_deal_can_have_a_declared_currency(self):
        terms = {"currency": "USDT2", "cpl": {"amount": "1"}}
        self.assert_refused(self.client.api("POST", "/deals", {"name": "x", "terms": terms}), "/terms/currency")
        self.change("/operator", currencies=["USDT2"])
        deal = self.deal(terms=terms)
        self.change("/operator", currencies=[])
        self.assertEqual(self.change("/deals/" + deal["id"], name="Still mine")["terms"], terms)

    def test_changed_terms_are_a_new_version_from_today(self):
        self.addCleanup(self.change, "/operator", timeZone="UTC")
        deal = self.deal(terms=CPA, effectiveFrom="2026-01-01")
        for place in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):  # At least one day apart.
            self.change("/operator", timeZone=place)
            before = datetime.now(ZoneInfo(place)).date()
            amount = "110" if place == "Pacific/Kiritimati" else "120"
            changed = self.change("/deals/" + deal["id"], terms={"currency": "EUR", "cpa": {"amount": amount}})
            after = datetime.now(ZoneInfo(place)).date()
            self.assertIn(changed["effectiveFrom"], (before.isoformat(), after.isoformat()))
        first, second, third = self.versions(deal)
        self.assertEqual((first["version"], first["effectiveFrom"], first["terms"]), (1, "2026-01-01", deal["terms"]))
        self.assertEqual((second["version"], second["terms"]["cpa"]["amount"]), (2, "110"))
        self.assertEqual((third["version"], third["terms"]["cpa"]["amount"]), (3, "120"))
        self.assertLess(third["effectiveFrom"], second["effectiveFrom"])
        self.assertEqual(set(first), {"version", "effectiveFrom", "terms", "createdAt", "withdrawnAt"})

    def test_a_deal_shows_the_version_in_force_and_later_versions(self):
        deal = self.deal(terms=REV_SHARE)
        path = "/deals/" + deal["id"]
        self.change(path, terms={"currency": "EUR", "revShare": {"rate": "27"}}, effectiveFrom="2999-12-01")
        self.change(path, terms={"currency": "EUR", "revShare": {"rate": "28"}}, effectiveFrom="2999-12-01")
        deal = self.change(path, terms={"currency": "EUR", "revShare": {"rate": "26"}}, effectiveFrom="2999-11-15")
        first, _, third, fourth = self.versions(deal)
        self.assertEqual((deal["version"], deal["effectiveFrom"], deal["terms"]), (4, "2999-11-15", fourth["terms"]))
        self.assertEqual(deal["inForce"], first)
        self.assertEqual(deal["upcoming"], [fourth, third])
        self.assertIn(deal, self.items("/deals", "limit=200"))
        logged = self.items("/audit-log", "subject=deal/" + deal["id"])[0]
        self.assertEqual(set(deal) - set(logged["after"]), {"inForce", "upcoming"})

    def test_a_deal_that_starts_later_has_nothing_in_force(self):
        deal = self.deal(effectiveFrom="2999-12-01")
        self.assertIsNone(deal["inForce"])
        self.assertEqual([version["version"] for version in deal["upcoming"]], [1])

    def test_terms_are_replaced_as_a_whole(self):
        deal = self.deal(terms=HYBRID)
        changed = self.change("/deals/" + deal["id"], terms=REV_SHARE, effectiveFrom="2020-02-29")
        self.assertEqual(lasting(changed), lasting(deal) | {
            "version": 2, "effectiveFrom": "2020-02-29",
            "terms": {"currency": "EUR", "revShare": {"rate": "25"} | REV_SHARE_DEFAULTS}})

    def test_another_date_is_a_new_version_too(self):
        deal = self.deal()
        path = "/deals/" + deal["id"]
        later = self.change(path, effectiveFrom="2030-01-01")
        self.assertEqual(lasting(later), lasting(deal) | {"version": 2, "effectiveFrom": "2030-01-01"})
        self.assertEqual(lasting(self.change(path, effectiveFrom=None)), lasting(deal) | {"version": 3})
        self.assertEqual([one["effectiveFrom"] for one in self.versions(deal)], [None, "2030-01-01", None])

    def test_an_empty_change_creates_no_version(self):
        deal = self.deal(terms=CPA, effectiveFrom="2026-01-01")
        path = "/deals/" + deal["id"]
        for change in ({}, {"terms": CPA}, {"terms": deal["terms"]}, {"effectiveFrom": "2026-01-01"},
                       {"terms": {"currency": "eur", "cpa": {"amount": "100.00"}}, "effectiveFrom": "2026-01-01"}):
            with self.subTest(change):
                self.assertEqual(self.change(path, **change), deal)
        self.change(path, name="Another", isDefault=False, scope={"countries": ["DE"]})
        self.assertEqual(len(self.versions(deal)), 1)

    def test_a_deal_keeps_its_currency(self):
        deal = self.deal()
        change = {"terms": {"currency": "USD", "cpa": {"amount": "100"}}}
        answer = self.client.api("PATCH", "/deals/" + deal["id"], change)
        self.assert_refused(answer, "/terms/currency")
        self.assertIn("another deal", answer.json()["errors"][0]["detail"])
        self.assertEqual(self.client.api("GET", "/deals/" + deal["id"]).json(), deal)

    def test_versions_are_listed_in_pages(self):
        deal = self.deal()
        for day in range(1, 5):
            self.change("/deals/" + deal["id"], effectiveFrom=f"2026-01-0{day}")
        path = f"/deals/{deal['id']}/versions"
        first = self.client.api("GET", path + "?limit=3").json()
        rest = self.client.api("GET", f"{path}?limit=3&cursor={first['nextCursor']}").json()
        self.assertEqual([one["version"] for one in first["items"] + rest["items"]], [1, 2, 3, 4, 5])
        self.assertIsNone(rest["nextCursor"])
        self.assertIsNone(self.client.api("GET", path).json()["nextCursor"])
        for query in ("limit=0", "cursor=x", "version=1"):
            self.assert_problem(self.client.api("GET", f"{path}?{query}"), 400)
        for client, target in ((self.rival, path), (self.client, f"/deals/{uuid.uuid4()}/versions")):
            self.assert_problem(client.api("GET", target), 404)

    def test_there_is_one_default(self):
        foreign = self.deal(self.rival, isDefault=True)
        first = self.deal(isDefault=True)
        second = self.deal(isDefault=True)
        third = self.deal()
        defaults = lambda: [deal["id"] for deal in self.items("/deals", "limit=200&isDefault=true")]
        self.assertEqual(defaults(), [second["id"]])
        self.change("/deals/" + third["id"], isDefault=True)
        self.assertEqual(defaults(), [third["id"]])
        taken = self.items("/audit-log", "subject=deal/" + second["id"])[0]
        self.assertEqual((taken["action"], taken["before"]["isDefault"], taken["after"]["isDefault"]),
                         ("deal.update", True, False))
        self.assertEqual(self.client.api("GET", "/deals/" + first["id"]).json(), first | {"isDefault": False})
        self.assertTrue(self.rival.api("GET", "/deals/" + foreign["id"]).json()["isDefault"])
        self.change("/deals/" + third["id"], isDefault=False)
        self.assertEqual(defaults(), [])

    def test_affiliates_are_given_deals_of_their_operator(self):
        deals = [self.deal()["id"], self.deal()["id"]]
        affiliate = self.affiliate(dealIds=deals)
        self.assertEqual(affiliate["dealIds"], deals)
        path = "/affiliates/" + affiliate["id"]
        self.assertEqual(self.change(path, dealIds=deals[::-1])["dealIds"], deals[::-1])
        foreign = self.deal(self.rival)["id"]
        self.assert_refused(self.client.api("PATCH", path, {"dealIds": [foreign]}), "/dealIds/0")
        self.assert_refused(self.client.api("PATCH", path, {"dealIds": [deals[0], str(uuid.uuid4())]}), "/dealIds/1")
        self.assert_refused(self.client.api("PATCH", path, {"dealIds": [deals[0], deals[0]]}), "/dealIds/1")
        self.assertEqual(self.change(path, dealIds=[])["dealIds"], [])

    def test_every_version_is_in_the_audit_log(self):
        deal = self.deal(terms=CPA)
        changed = self.change("/deals/" + deal["id"], terms=REV_SHARE)
        update, create = self.items("/audit-log", "subject=deal/" + deal["id"])
        self.assertEqual((update["action"], update["before"], update["after"]), ("deal.update", lasting(deal), lasting(changed)))
        self.assertEqual((create["action"], create["before"], create["after"]), ("deal.create", None, lasting(deal)))

    def test_deals_can_be_filtered(self):
        mark = uuid.uuid4().hex
        first = self.deal(name=mark)
        second = self.deal(name=mark, binding="event", effectiveFrom="2026-05-01")
        self.assertEqual(self.items("/deals", f"name={mark}"), [first, second])
        self.assertEqual(self.items("/deals", f"name={mark}&binding=event"), [second])
        self.assertEqual(self.items("/deals", f"name={mark}&effectiveFrom=null"), [first])
        self.assertEqual(self.items("/deals", f"name={mark}&effectiveFrom=2026-05-01"), [second])
        self.assert_problem(self.client.api("GET", "/deals?nmae=x"), 400)

    def test_a_deal_is_visible_only_to_its_operator(self):
        self.assert_foreign("/deals/" + self.deal()["id"], name="Mine now")

    def test_deals_survive_a_restart(self):
        deal = self.deal(terms=HYBRID, scope={"brandIds": [self.brand_id], "countries": ["DE"]}, isDefault=True)
        deal = self.change("/deals/" + deal["id"], terms=CPA)
        versions, affiliate = self.versions(deal), self.affiliate(dealIds=[deal["id"]])
        self.service.restart()
        with self.service.client() as client:
            self.assertEqual(client.api("GET", "/deals/" + deal["id"]).json(), deal)
            self.assertEqual(client.api("GET", f"/deals/{deal['id']}/versions").json()["items"], versions)
            self.assertEqual(client.api("GET", "/affiliates/" + affiliate["id"]).json(), affiliate)


class DealsOnSqlite(Deals, CatalogueCase):
    pass


class DealsOnPostgres(Deals, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
