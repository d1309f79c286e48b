"""Affiliates over the management API."""

import unittest
import uuid

from tests.support.accounts import by_admin
from tests.support.catalogue import CatalogueCase, CatalogueOnPostgres
from tests.support.events import fresh_key


class Affiliates:
    def test_an_affiliate_made_by_the_operator_has_defaults(self):
        affiliate = self.affiliate(name="Plain", email="plain@bets.example")
        self.assertTrue(uuid.UUID(affiliate.pop("id")))
        self.assertTrue(affiliate.pop("approvedAt"))
        self.assertEqual(affiliate, {"name": "Plain", "email": "plain@bets.example", "status": "approved",
                                     "parentAffiliateId": None, "dealIds": [], "minPayout": None, "payoutCurrency": None,
                                     "paymentHold": None, "paymentHeldAt": None, "statementPeriod": "month", "notes": None,
                                     "postbacksAllowed": False, "tags": [], "accountManagerId": None,
                                     "accountManagerEmail": None})

    def test_an_affiliate_is_created_read_and_changed(self):
        parent = self.affiliate()
        whole = {"name": "Whole Ltd.", "email": "a+b@whole.example", "status": "pending",
                 "parentAffiliateId": parent["id"], "dealIds": [], "minPayout": "150.5", "notes": "one\ntwo",
                 "postbacksAllowed": True, "tags": ["VIP", "große Streamer"]}
        affiliate = self.affiliate(**whole)
        self.assertEqual(affiliate, whole | {"id": affiliate["id"], "approvedAt": None, "payoutCurrency": None,
                                             "paymentHold": None, "paymentHeldAt": None, "statementPeriod": "month",
                                             "accountManagerId": None, "accountManagerEmail": None})
        path = "/affiliates/" + affiliate["id"]
        self.assertEqual(self.client.api("GET", path).json(), affiliate)
        changed = self.change(path, status="suspended", minPayout="0.00000001")
        self.assertEqual(changed, affiliate | {"status": "suspended", "minPayout": "0.00000001"})

    def test_affiliates_are_found_by_tag(self):
        word = "t" + uuid.uuid4().hex[:12]
        tagged = self.affiliate(name="Tagged", tags=["Émigré " + word, "second"])
        other = self.affiliate(name="Other", tags=["second " + word])
        self.assertEqual([one["id"] for one in self.items("/affiliates", "tags=emigre%20" + word.upper())], [tagged["id"]])
        self.assertEqual(self.items("/affiliates", "tags=" + word), [], "a filter is exact")
        self.assertEqual([one["id"] for one in self.items("/affiliates", "search=" + word)], [tagged["id"], other["id"]])
        groups = self.client.api("GET", "/search?q=" + word).json()["groups"]
        self.assertEqual({item["id"] for group in groups for item in group["items"]}, {tagged["id"], other["id"]})
        untagged = [one["id"] for one in self.items("/affiliates", "tags=null&limit=200")]
        self.assertNotIn(tagged["id"], untagged)
        self.assertIn({"tag": "Émigré " + word, "affiliates": 1}, self.client.api("GET", "/affiliate-tags").json()["items"])
        self.assertNotIn(word, self.rival.api("GET", "/affiliate-tags").body.decode())
        self.service.restart()
        with self.service.client() as client:
            self.assertEqual(client.api("GET", "/affiliates/" + tagged["id"]).json()["tags"], tagged["tags"])

    def test_tags_are_bounded_and_each_is_there_once(self):
        self.assertEqual(self.affiliate(tags=["  spaces around  "])["tags"], ["spaces around"])
        self.assertEqual(len(self.affiliate(tags=[f"tag {i}" for i in range(20)])["tags"]), 20)
        path = "/affiliates/" + self.affiliate()["id"]
        for tags, pointer in (([f"tag {i}" for i in range(21)], "/tags"), (["x" * 41], "/tags/0"), (["a", " A "], "/tags/1"),
                              ([""], "/tags/0"), (["  "], "/tags/0"), ([5], "/tags/0"), ("vip", "/tags"), (["a\nb"], "/tags/0")):
            with self.subTest(tags):
                self.assert_refused(self.client.api("PATCH", path, {"tags": tags}), pointer)
        self.assertEqual(self.affiliate(tags=["x" * 40, "ü" * 40])["tags"], ["x" * 40, "ü" * 40])

    def test_an_account_manager_is_a_user_of_the_operator(self):
        email = fresh_key("manager").lower() + "@people.example"
        manager = by_admin(self.service, "POST", "/users", {"email": email, "role": "manager"}).json()
        listed = self.client.api("GET", "/account-managers?limit=200").json()["items"]
        self.assertIn({"id": manager["id"], "email": email}, listed)
        affiliate = self.affiliate(accountManagerId=manager["id"])
        self.assertEqual(affiliate["accountManagerEmail"], email)
        self.assertEqual([one["id"] for one in self.items("/affiliates", "accountManagerId=" + manager["id"])], [affiliate["id"]])
        invited = self.client.api("POST", f"/affiliates/{affiliate['id']}/invite").json()
        path = "/affiliates/" + affiliate["id"]
        rivals = self.rival.api("GET", "/account-managers").json()["items"][0]["id"]
        of_affiliate = [one["id"] for one in self.items("/users", "role=affiliate&affiliateId=" + affiliate["id"])]
        self.assertTrue(invited and of_affiliate)
        for unknown in (str(uuid.uuid4()), rivals, *of_affiliate, "x"):
            self.assert_refused(self.client.api("PATCH", path, {"accountManagerId": unknown}), "/accountManagerId")
        self.assertNotIn(of_affiliate[0], [one["id"] for one in listed])
        # An account manager who has left stays visible, and can be replaced.
        self.assertEqual(by_admin(self.service, "PATCH", "/users/" + manager["id"], {"status": "disabled"}).status, 200)
        self.assertNotIn(manager["id"], self.client.api("GET", "/account-managers?limit=200").body.decode())
        self.assertEqual(self.change(path, notes="x")["accountManagerId"], manager["id"])
        self.assertIsNone(self.change(path, accountManagerId=None)["accountManagerEmail"])

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
