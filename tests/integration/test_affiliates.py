"""Affiliates over the management API."""

import unittest
import uuid

from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres


class Affiliates:
    def test_an_affiliate_made_by_the_operator_has_defaults(self):
        affiliate = self.affiliate(name="Plain", email="plain@bets.example")
        self.assertTrue(uuid.UUID(affiliate.pop("id")))
        self.assertTrue(affiliate.pop("approvedAt"))
        self.assertEqual(affiliate, {"name": "Plain", "email": "plain@bets.example", "status": "approved",
                                     "parentAffiliateId": None, "dealIds": [], "minPayout": None, "payoutCurrency": None,
                                     "paymentHold": None, "paymentHeldAt": None, "statementPeriod": "month", "notes": None,
                                     "postbacksAllowed": False})

    def test_an_affiliate_is_created_read_and_changed(self):
        parent = self.affiliate()
        whole = {"name": "Whole Ltd.", "email": "a+b@whole.example", "status": "pending",
                 "parentAffiliateId": parent["id"], "dealIds": [], "minPayout": "150.5", "notes": "one\ntwo",
                 "postbacksAllowed": True}
        affiliate = self.affiliate(**whole)
        self.assertEqual(affiliate, whole | {"id": affiliate["id"], "approvedAt": None, "payoutCurrency": None,
                                             "paymentHold": None, "paymentHeldAt": None, "statementPeriod": "month"})
        path = "/affiliates/" + affiliate["id"]
        self.assertEqual(self.client.api("GET", path).json(), affiliate)
        changed = self.change(path, status="suspended", minPayout="0.00000001")
        self.assertEqual(changed, affiliate | {"status": "suspended", "minPayout": "0.00000001"})

    def test_null_clears_an_optional_member(self):
        affiliate = self.affiliate(parentAffiliateId=self.affiliate()["id"], minPayout="10", notes="x")
        changed = self.change("/affiliates/" + affiliate["id"], parentAffiliateId=None, minPayout=None, notes=None)
        self.assertEqual(changed, affiliate | {"parentAffiliateId": None, "minPayout": None, "notes": None})

    def test_an_invalid_member_is_refused_with_its_pointer(self):
        affiliate = self.affiliate()
        foreign = self.affiliate(self.rival)["id"]
        self.assert_every_refused("/affiliates/" + affiliate["id"], {"name": "x", "email": "x@y.example"}, [
            ("name", ""), ("name", None), ("email", ""), ("email", "nobody"), ("email", "a@b"), ("email", "a b@c.example"),
            ("email", "@c.example"), ("email", "a@c..example"), ("email", 5), ("status", "active"), ("status", None),
            ("minPayout", "-1"), ("minPayout", 5), ("minPayout", "1.000000001"), ("minPayout", "x"),
            ("parentAffiliateId", "x"), ("parentAffiliateId", 1), ("parentAffiliateId", str(uuid.uuid4())),
            ("parentAffiliateId", foreign), ("notes", 5), ("notes", "x" * 10001), ("notes", "\x00"), ("dealIds", None),
            ("dealIds", "x"), ("dealIds", ["x"], "/dealIds/0"), ("dealIds", [str(uuid.uuid4())], "/dealIds/0"),
            ("id", affiliate["id"]), ("colour", "red")])

    def test_an_affiliate_needs_a_name_and_an_address(self):
        answer = self.client.api("POST", "/affiliates", {})
        self.assert_refused(answer, "/name")
        self.assert_refused(answer, "/email")

    def test_an_affiliate_is_not_its_own_parent(self):
        first = self.affiliate()
        second = self.affiliate(parentAffiliateId=first["id"])
        third = self.affiliate(parentAffiliateId=second["id"])
        for parent in (first, second, third):
            with self.subTest(parent):
                change = {"parentAffiliateId": parent["id"]}
                self.assert_refused(self.client.api("PATCH", "/affiliates/" + first["id"], change), "/parentAffiliateId")
        self.change("/affiliates/" + third["id"], parentAffiliateId=first["id"])

    def test_an_affiliate_is_visible_only_to_its_operator(self):
        self.assert_foreign("/affiliates/" + self.affiliate()["id"], name="Mine now")

    def test_affiliates_can_be_filtered(self):
        mark = uuid.uuid4().hex
        parent = self.affiliate(name=mark)
        child = self.affiliate(name=mark, parentAffiliateId=parent["id"], status="suspended")
        self.assertEqual(self.items("/affiliates", f"name={mark}"), [parent, child])
        self.assertEqual(self.items("/affiliates", f"parentAffiliateId={parent['id']}"), [child])
        self.assertEqual(self.items("/affiliates", f"name={mark}&parentAffiliateId=null"), [parent])
        self.assertEqual(self.items("/affiliates", f"name={mark}&status=suspended"), [child])
        self.assert_problem(self.client.api("GET", "/affiliates?stauts=suspended"), 400)

    def test_affiliates_survive_a_restart(self):
        affiliate = self.affiliate(minPayout="12.34", notes="ä\n\"b\"", parentAffiliateId=self.affiliate()["id"])
        self.service.restart()
        with self.service.client() as client:
            self.assertEqual(client.api("GET", "/affiliates/" + affiliate["id"]).json(), affiliate)


class AffiliatesOnSqlite(Affiliates, CatalogueCase):
    pass


class AffiliatesOnPostgres(Affiliates, CatalogueOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
