"""GET /search finds everything of the operator that the caller may read."""

import unittest
import uuid
from urllib.parse import quote

from tests.support.accounts import by_admin, person
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key


class Search:
    def setUp(self):
        super().setUp()
        # A word that occurs in this test only.
        self.word = "w" + uuid.uuid4().hex[:10]

    def groups(self, text: str, client=None, **parameters) -> dict[str, list[dict]]:
        more = "".join(f"&{name}={value}" for name, value in parameters.items())
        answer = (client or self.client).api("GET", f"/search?q={quote(text, safe='')}{more}")
        self.assertEqual(answer.status, 200, answer.body)
        return {group["type"]: group["items"] for group in answer.json()["groups"]}

    def titles(self, text: str, kind: str, client=None, **parameters) -> list[str]:
        return [item["title"] for item in self.groups(text, client, **parameters).get(kind, [])]

    def member(self, role: str, **members):
        """A logged-in user of the operator with this role, and its e-mail address."""
        email = f"{fresh_key().lower()}@people.example"
        made = by_admin(self.service, "POST", "/users", {"email": email, "role": role} | members)
        self.assertEqual(made.status, 201, made.body)
        invited = by_admin(self.service, "POST", f"/users/{made.json()['id']}/invite")
        client = person(self)
        accepted = client.call("POST", "/auth/accept-invite", {"token": invited.json()["token"], "password": "correct horse battery"})
        self.assertEqual(accepted.status, 200, accepted.body)
        return client, email

    def test_every_type_of_the_catalogue_is_found_by_its_name(self):
        name = f"Spring {self.word} Offer"
        affiliate = self.affiliate(name=name, email="a@x.example")
        campaign = self.campaign(name=name)
        made = {"affiliate": affiliate["id"], "campaign": campaign["id"],
                "creative": self.creative(name=name, campaignId=campaign["id"])["id"],
                "link": self.link(name=name, affiliateId=affiliate["id"])["linkId"], "deal": self.deal(name=name)["id"],
                "brand": self.brand(name=name)["id"], "reportPreset": self.preset(name=name)["id"]}
        found = self.groups(f"offer {self.word.upper()}")
        self.assertEqual({kind: items[0]["id"] for kind, items in found.items() if kind != "statement"}, made)
        self.assertEqual({items[0]["title"] for items in found.values()}, {name})
        self.assertEqual(self.groups(self.word + " nothing"), {})
        self.assertEqual(set(self.groups(self.word, types="link,deal")), {"link", "deal"})

    def test_an_affiliate_is_found_by_its_email_and_without_its_accents(self):
        made = self.affiliate(name=f"Müller {self.word} Ströme", email=f"post@{self.word}.example")
        for text in (f"muller {self.word}", f"STROME {self.word}", f"post@{self.word}", f"{self.word}.example", made["id"]):
            with self.subTest(text):
                [item] = self.groups(text)["affiliate"]
                self.assertEqual((item["id"], item["detail"], item["status"]), (made["id"], made["email"], "approved"))

    def test_better_matches_come_first(self):
        names = [f"x{self.word}", f"The {self.word} shop", f"{self.word} shop", self.word]
        for name in names:
            self.affiliate(name=name, email="a@x.example")
        self.assertEqual(self.titles(self.word, "affiliate"), names[::-1])
        self.deal(name=f"x{self.word}")
        self.link(code=self.word)
        answer = self.client.api("GET", f"/search?q={self.word}").json()["groups"]
        self.assertEqual([group["type"] for group in answer][:3], ["affiliate", "link", "deal"])

    def test_a_change_is_found_at_once_and_the_old_name_no_longer(self):
        made = self.affiliate(name=f"{self.word} before", email="a@x.example")
        self.change("/affiliates/" + made["id"], name=f"{self.word} after")
        self.assertEqual(self.titles(f"{self.word} after", "affiliate"), [f"{self.word} after"])
        self.assertEqual(self.titles(f"{self.word} before", "affiliate"), [])

    def test_a_link_is_found_by_code_destination_and_pasted_tracking_url(self):
        link = self.link(code=f"c-{self.word}", destinationUrl=f"https://casino.example/{self.word}/Join", name="Banner")
        for text in (f"c-{self.word}", f"C-{self.word}", f"casino.example/{self.word}", f"https://casino.example/{self.word}/join",
                     link["trackingUrl"] + "?sub1=a", link["shortUrl"], link["linkId"]):
            with self.subTest(text):
                [item] = self.groups(text)["link"]
                self.assertEqual(item["id"], link["linkId"])
        self.assertEqual((item["title"], item["affiliateName"]), ("Banner", "Best Bets"))

    def test_a_player_is_found_by_reference_and_portal_name(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, name="Brings players")
        reference = self.player(affiliate)
        [item] = self.groups(reference.upper())["player"]
        self.assertEqual((item["title"], item["affiliateName"]), (reference, "Brings players"))
        for text in (item["detail"], item["detail"].lower(), item["id"], reference[:-1]):
            with self.subTest(text):
                self.assertIn(reference, self.titles(text, "player"))

    def test_a_closed_statement_is_found_by_affiliate_and_month(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, name=f"Stated {self.word}")
        self.player(affiliate)
        self.assertNotIn("statement", self.groups(self.word), "an open month is a preview")
        [statement] = self.close(affiliate, "2026-03")
        for text in (self.word, f"{self.word} march 2026", f"mar 2026 {self.word}", f"2026-03 {self.word}", f"{self.word} 2026",
                     f"statement {self.word}", statement["id"]):
            with self.subTest(text):
                [item] = self.groups(text)["statement"]
                self.assertEqual([item[name] for name in ("id", "title", "period", "payable", "currency", "status", "affiliateId")],
                                 [statement["id"], affiliate["name"], "2026-03", statement["payable"], "EUR", "closed", affiliate["id"]])
        self.assertEqual(self.client.api("POST", f"/statements/{statement['id']}/approve").status, 200)
        self.assertEqual(self.groups(statement["id"])["statement"][0]["status"], "approved")
        self.assertIn(affiliate["name"], self.titles("2026-03", "statement", limit=20))
        for text in (f"{self.word} april 2026", f"{self.word} 2025", "2026-04"):
            self.assertNotIn(affiliate["name"], self.titles(text, "statement"))

    def test_a_year_finds_statements_of_months_half_months_and_weeks(self):
        for kind, day, period in (("month", "2026-03-10", "2026-03"), ("halfMonth", "2026-03-10", "2026-03-H1"),
                                  ("week", "2026-03-10", "2026-W11")):
            affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, name=f"{kind} {self.word}", statementPeriod=kind)
            self.player(affiliate, day + "T00:00:00Z")
            self.close(affiliate, period)
        for text in (f"{self.word} 2026", f"{self.word} march 2026"):
            with self.subTest(text):
                found = {item["period"] for item in self.groups(text, limit=20)["statement"]}
                self.assertEqual(found, {"2026-03", "2026-03-H1", "2026-W11"})
        self.assertNotIn("statement", self.groups(f"{self.word} 2025"))

    def test_a_group_has_at_most_limit_results_and_says_that_there_are_more(self):
        for number in range(6):
            self.affiliate(name=f"{self.word} {number}", email="a@x.example")
        for limit, expected, more in ((None, 5, True), (2, 2, True), (6, 6, False), (20, 6, False)):
            with self.subTest(limit):
                [group] = self.client.api("GET", f"/search?q={self.word}" + (f"&limit={limit}" if limit else "")).json()["groups"]
                self.assertEqual((len(group["items"]), group["more"]), (expected, more))

    def test_only_admins_find_people(self):
        _, email = self.member("viewer")
        for role, expected in (("admin", [email]), ("manager", []), ("viewer", [])):
            with self.subTest(role):
                client, _ = self.member(role)
                answer = client.call("GET", "/search?q=" + email)
                self.assertEqual(answer.status, 200, answer.body)
                groups = {group["type"]: group["items"] for group in answer.json()["groups"]}
                self.assertEqual([item["title"] for item in groups.get("user", [])], expected)

    def test_a_person_of_an_affiliate_cannot_search(self):
        affiliate = self.affiliate()
        client, _ = self.member("affiliate", affiliateId=affiliate["id"])
        self.assert_problem(client.call("GET", "/search?q=best"), 403)

    def test_a_key_finds_only_what_its_scopes_open(self):
        name = self.word
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, name=name)
        self.player(affiliate)
        self.close(affiliate, "2026-03")
        self.preset(name=name)
        self.deal(name=name)
        by_scope = {"tracking": {"affiliate"}, "money": {"deal", "statement"}, "admin": set()}
        for scope, expected in by_scope.items():
            with self.subTest(scope):
                key = self.service.create_key(scopes=["reports", scope])["key"]
                self.assertEqual(set(self.groups(name, self.open_client(key))), {"reportPreset"} | expected)

    def test_another_operator_finds_nothing(self):
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}}, name=self.word)
        reference = self.player(affiliate)
        [statement] = self.close(affiliate, "2026-03")
        link = self.link(code="c-" + self.word, affiliateId=affiliate["id"])
        [player] = self.groups(reference)["player"]
        for text in (self.word, reference, player["detail"], affiliate["id"], statement["id"], link["shortUrl"], link["linkId"]):
            with self.subTest(text):
                self.assertEqual(self.groups(text, self.rival), {})

    def test_short_texts_find_nothing_and_invalid_requests_are_refused(self):
        for query in ("", "?q=", "?q=a", "?q=%20a%20", "?q=%C3%A4"):
            self.assertEqual(self.client.api("GET", "/search" + query).json(), {"groups": []})
        for query in ("q=%ff", "q=a%00b", "q=ab&types=nothing", "q=ab&limit=21", "q=ab&limit=0", "q=ab&cursor=x", "q=ab&text=x",
                      "q=" + "a" * 501):
            with self.subTest(query[:20]):
                self.assert_problem(self.client.api("GET", "/search?" + query), 400)
        self.assertEqual(self.groups("%_\\'\" ÷ 東京"), {})


class SearchOnSqlite(Search, CommissionCase):
    pass


class SearchOnPostgres(Search, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
