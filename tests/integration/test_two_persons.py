"""The two-person rule: whoever adjusts or closes a statement does not approve it, whoever approves it does not pay it."""

import unittest
from datetime import datetime, timedelta, timezone

from tests.support.accounts import Users
from tests.support.commission import CommissionCase

PAYMENT = {"date": "2026-05-02", "method": "SEPA", "reference": "TX 1"}


class TwoPersons(Users, CommissionCase):
    affiliate = CommissionCase.affiliate

    @classmethod
    def prepare(cls):
        super().prepare()
        with cls.service.client() as client:
            client.api("PATCH", "/operator", {"twoPersonRule": True})

    def closed(self, closer) -> str:
        """A statement that this caller has closed."""
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        answer = closer("POST", "/statements/close", {"period": "2026-03", "affiliateId": affiliate["id"]})
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()["items"][0]["id"]

    def assert_other_person(self, answer, who: str, did: str):
        problem = self.assert_problem(answer, 403)
        self.assertEqual(problem["code"], "two_person_rule")
        self.assertIn(f"{who} {did} this statement", problem["detail"])

    def test_people_take_turns(self):
        ann, ann_id = self.member("ann@two.example", "admin")
        bob, bob_id = self.member("bob@two.example", "admin")
        statement = "/statements/" + self.closed(ann.call)
        self.assert_other_person(ann.call("POST", statement + "/approve"), "user/" + ann_id, "closed")
        self.assertEqual(bob.call("POST", statement + "/approve").status, 200)
        self.assert_other_person(bob.call("POST", statement + "/pay", PAYMENT), "user/" + bob_id, "approved")
        self.assertEqual(ann.call("POST", statement + "/pay", PAYMENT).json()["status"], "paid")

    def test_every_adjuster_of_a_statement_is_refused(self):
        cleo, cleo_id = self.member("cleo@two.example", "admin")
        dan, dan_id = self.member("dan@two.example", "manager")
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        for person in (cleo, dan):
            made = person.call("POST", "/adjustments", {"affiliateId": affiliate["id"], "amount": "10",
                                                        "currency": "EUR", "reason": "Bonus"})
            self.assertEqual(made.status, 201, made.body)
        closed = self.close_one(affiliate, "2026-03")
        self.assertEqual(closed["adjustedBy"], sorted(["user/" + cleo_id, "user/" + dan_id]))
        for person, user in ((cleo, cleo_id), (dan, dan_id)):
            self.assert_other_person(person.call("POST", f"/statements/{closed['id']}/approve"), "user/" + user, "adjusted")

    def test_everybody_reads_who_did_it(self):
        kim, _ = self.member("kim@two.example", "manager")
        lea, _ = self.member("lea@two.example", "finance")
        mia, _ = self.member("mia@two.example", "viewer")
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        made = kim.call("POST", "/adjustments", {"affiliateId": affiliate["id"], "amount": "10", "currency": "EUR", "reason": "Bonus"})
        self.assertEqual((made.status, made.json()["actorName"]), (201, "kim"))
        closed, = kim.call("POST", "/statements/close", {"period": "2026-03", "affiliateId": affiliate["id"]}).json()["items"]
        self.assertEqual(lea.call("POST", f"/statements/{closed['id']}/approve").status, 200)
        statement = mia.call("GET", "/statements/" + closed["id"]).json()
        self.assertEqual((statement["closedByName"], [step["actorName"] for step in statement["steps"]]), ("kim", ["lea"]))
        listed, = mia.call("GET", "/adjustments?affiliateId=" + affiliate["id"]).json()["items"]
        self.assertEqual(listed["actorName"], "kim")

    def test_api_keys_are_one_person(self):
        made = self.client.api("POST", "/api-keys", {"name": "Another program"}).json()
        statement = "/statements/" + self.closed(self.client.api)
        closed_by = self.client.api("GET", statement).json()["closedBy"]
        answer = self.open_client(made["key"]).api("POST", statement + "/approve")
        self.assert_other_person(answer, closed_by, "closed")
        self.assertIn("All API keys count as one person", answer.json()["detail"])
        self.assertEqual(self.admin().call("POST", statement + "/approve").status, 200)

    def test_a_key_counts_as_the_user_who_created_it(self):
        eve, eve_id = self.member("eve@two.example", "admin")
        key = eve.call("POST", "/api-keys", {"name": "Own program"}).json()
        statement = "/statements/" + self.closed(self.open_client(key["key"]).api)
        answer = eve.call("POST", statement + "/approve")
        self.assert_other_person(answer, "apiKey/" + key["id"], "closed")
        self.assertIn(f"user/{eve_id} created apiKey/{key['id']}", answer.json()["detail"])
        self.assertEqual(self.admin().call("POST", statement + "/approve").status, 200)

    def test_a_key_that_a_key_created_counts_as_the_same_user(self):
        mona, mona_id = self.member("mona@two.example", "admin")
        first = mona.call("POST", "/api-keys", {"name": "First"}).json()
        second = self.open_client(first["key"]).api("POST", "/api-keys", {"name": "Second"}).json()
        third = self.open_client(second["key"]).api("POST", "/api-keys", {"name": "Third"}).json()
        program = self.open_client(third["key"]).api
        statement = "/statements/" + self.closed(mona.call)
        self.assert_other_person(program("POST", statement + "/approve"), "user/" + mona_id, "closed")
        statement = "/statements/" + self.closed(self.admin().call)
        self.assertEqual(program("POST", statement + "/approve").status, 200)
        answer = mona.call("POST", statement + "/pay", PAYMENT)
        self.assert_other_person(answer, "apiKey/" + third["id"], "approved")
        self.assertIn(f"user/{mona_id} created apiKey/{third['id']}", answer.json()["detail"])
        self.assertEqual(self.admin().call("POST", statement + "/pay", PAYMENT).json()["status"], "paid")

    def test_the_rule_holds_for_each_of_several_statements(self):
        iris, _ = self.member("iris@two.example", "finance")
        jack, _ = self.member("jack@two.example", "finance")
        theirs, hers = self.closed(self.client.api), self.closed(iris.call)
        approve = {"step": "approve", "statementIds": [theirs, hers]}
        results = iris.call("POST", "/statements/bulk", approve).json()["items"]
        self.assertEqual((results[0]["status"], results[1]["error"]["code"]), ("approved", "two_person_rule"))
        self.assertEqual(jack.call("POST", "/statements/bulk", approve | {"statementIds": [hers]}).json()["done"], 1)
        results = iris.call("POST", "/statements/bulk", approve | PAYMENT | {"step": "pay"}).json()["items"]
        self.assertEqual((results[0]["error"]["code"], results[1]["status"]), ("two_person_rule", "paid"))

    def test_whoever_reverses_an_accrual_does_not_approve(self):
        finn, finn_id = self.member("finn@two.example", "admin")
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        self.player(affiliate)
        accrual = self.client.api("GET", f"/accruals?affiliateId={affiliate['id']}").json()["items"][0]
        reversed_one = finn.call("POST", f"/accruals/{accrual['id']}/reverse", {"reason": "Fraud"})
        self.assertEqual(reversed_one.status, 201, reversed_one.body)
        closed = self.close_one(affiliate, "2026-03")
        self.assert_other_person(finn.call("POST", f"/statements/{closed['id']}/approve"), "user/" + finn_id, "reversed an accrual in")
        self.assertEqual(self.admin().call("POST", f"/statements/{closed['id']}/approve").status, 200)

    def reverse_one(self, caller, affiliate: dict):
        accrual = self.client.api("GET", f"/accruals?affiliateId={affiliate['id']}").json()["items"][0]
        self.assertEqual(caller.call("POST", f"/accruals/{accrual['id']}/reverse", {"reason": "Fraud"}).status, 201)

    def test_whoever_reverses_a_share_does_not_approve_at_any_level(self):
        nora, nora_id = self.member("nora@two.example", "admin")
        top = self.paid_affiliate({"subAffiliate": {"levels": ["5", "2"]}})
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "10"}}, parentAffiliateId=top["id"])
        child = self.paid_affiliate({"cpl": {"amount": "100"}}, parentAffiliateId=parent["id"])
        self.player(child)
        self.player(child)
        self.reverse_one(nora, child)
        self.change("/affiliates/" + child["id"], parentAffiliateId=None)
        for affiliate in (top, parent, child):
            closed = self.close_one(affiliate, "2026-03")
            self.assert_other_person(nora.call("POST", f"/statements/{closed['id']}/approve"), "user/" + nora_id,
                                     "reversed an accrual in")

    def test_a_payout_in_between_does_not_hide_who_reversed_an_accrual(self):
        omar, omar_id = self.member("omar@two.example", "admin")
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        for _ in range(2):
            self.player(affiliate, "2026-04-01T00:00:00Z")
        self.reverse_one(omar, affiliate)  # The newest one, which belongs to April.
        self.assertEqual(self.close_one(affiliate, "2026-03")["payable"], "5")
        april = self.close_one(affiliate, "2026-04")
        self.assert_other_person(omar.call("POST", f"/statements/{april['id']}/approve"), "user/" + omar_id,
                                 "reversed an accrual in")
        self.assertEqual(self.admin().call("POST", f"/statements/{april['id']}/approve").status, 200)

    def test_the_rule_stays_in_force_for_72_hours_after_it_was_switched_off(self):
        gus, gus_id = self.member("gus@two.example", "admin")
        statement = "/statements/" + self.closed(gus.call)
        answer = gus.call("PATCH", "/operator", {"twoPersonRule": False}).json()
        self.assertIs(answer["twoPersonRule"], True)
        hours = (datetime.fromisoformat(answer["twoPersonRuleEndsAt"]) - datetime.now(timezone.utc)) / timedelta(hours=1)
        self.assertAlmostEqual(hours, 72, delta=0.1)
        self.assert_other_person(gus.call("POST", statement + "/approve"), "user/" + gus_id, "closed")
        # Saving other settings neither shortens nor takes back the time.
        for saved in ({"twoPersonRule": False}, {"twoPersonRule": True, "name": "Lucky Star"}):
            again = gus.call("PATCH", "/operator", saved).json()
            self.assertEqual(again["twoPersonRuleEndsAt"], answer["twoPersonRuleEndsAt"])
        viewer, _ = self.member("hal@two.example", "viewer")
        self.assertEqual(viewer.call("GET", "/operator").json()["twoPersonRuleEndsAt"], answer["twoPersonRuleEndsAt"])
        manager, _ = self.member("ida@two.example", "manager")
        kept = manager.call("PATCH", "/operator", {"twoPersonRuleEndsAt": None}).json()
        self.assertEqual((kept["twoPersonRule"], kept["twoPersonRuleEndsAt"]), (True, None))
        entries = self.client.api("GET", "/audit-log?action=operator.update").json()["items"]
        ends = [entry["after"]["twoPersonRuleEndsAt"] for entry in entries]
        self.assertIn(answer["twoPersonRuleEndsAt"], ends)


if __name__ == "__main__":
    unittest.main()
