"""Players are found by the beginning of their reference, and by the name that affiliates see in the portal."""

import unittest
import uuid
from urllib.parse import quote

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key
from tests.support.portal import PortalCase
from tests.support.tracking import Tracking, listed


class PlayerSearch(Tracking):
    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival Gaming")

    def setUp(self):
        super().setUp()
        self.brand_id = self.brand()
        # Upper and lower case in one word: "Ref-…".
        self.start = fresh_key("Ref")

    def brought(self, reference: str | None = None, affiliate: str | None = None) -> dict:
        click_id = self.click(self.link(self.brand_id, affiliate))
        return self.register(self.brand_id, click_id=click_id, player_external_ref=reference or fresh_key("player"))

    def found(self, text: str, **filters) -> list[str]:
        return [player["externalRef"] for player in listed(self.client, "/players", search=text, **filters)]

    def test_the_beginning_of_a_reference_finds_it_in_any_case(self):
        references = [f"{self.start}-{n}" for n in ("b", "A", "c")]
        for reference in references:
            self.register(self.brand_id, player_external_ref=reference)
        self.register(self.brand_id, player_external_ref="x" + self.start)
        expected = sorted(references, key=str.upper)
        for text in (self.start, self.start.upper(), self.start.lower(), f" {self.start} "):
            with self.subTest(text):
                self.assertEqual(self.found(text), expected)
        self.assertEqual(self.found(self.start, limit=1), expected)
        self.assertEqual(self.found(self.start + "-B"), [f"{self.start}-b"])
        self.assertEqual(self.found(self.start[1:]), [])

    def test_a_portal_name_finds_its_player_with_or_without_the_first_word(self):
        player = self.brought()
        self.brought()
        self.assertRegex(player["alias"], "^Player [0-9a-f]{8}$")
        for text in (player["alias"], player["alias"].upper(), player["alias"].removeprefix("Player ")):
            with self.subTest(text):
                self.assertEqual(self.found(text), [player["externalRef"]])

    def test_the_first_digits_of_a_portal_name_find_its_player(self):
        player = self.brought()
        digits = player["alias"].removeprefix("Player ")
        for text in (player["alias"][:-1], f"player {digits[:6].upper()}", digits[:7]):
            with self.subTest(text):
                self.assertIn(player["externalRef"], self.found(text))
        self.assertNotIn(player["externalRef"], self.found(digits[:5]))

    def test_an_organic_player_has_no_portal_name(self):
        self.assertIsNone(self.register(self.brand_id)["alias"])

    def test_a_reassigned_player_is_found_by_both_names(self):
        before = self.brought()
        other = self.affiliate()["id"]
        answer = self.client.api("POST", f"/players/{before['id']}/reassign", {"affiliateId": other, "reason": "a test"})
        self.assertEqual(answer.status, 200, answer.body)
        after = answer.json()
        self.assertNotEqual(after["alias"], before["alias"])
        for alias in (before["alias"], after["alias"]):
            self.assertEqual(self.found(alias), [before["externalRef"]])

    def test_other_filters_narrow_what_is_found(self):
        mine, other = self.affiliate()["id"], self.affiliate()["id"]
        for n, affiliate in enumerate((mine, other, mine)):
            self.brought(f"{self.start}-{n}", affiliate)
        self.assertEqual(self.found(self.start, affiliateId=mine), [f"{self.start}-0", f"{self.start}-2"])
        self.assertEqual(self.found(self.start, brandId=self.brand()), [])

    def test_players_of_another_operator_are_not_found(self):
        player = self.brought(self.start)
        with self.service.client(self.rival.api_key) as rival:
            for text in (self.start, player["alias"]):
                self.assertEqual(listed(rival, "/players", search=text), [])

    def test_invalid_searches_are_refused(self):
        for query in ("search=x&externalRef=x", f"search=x&id={uuid.uuid4()}", "search=%00", "search=%ff", "search=a%0ab"):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", "/players?" + query), 400)
        self.assertEqual(self.found(self.start), [])
        self.assertEqual(self.client.api("GET", "/players?search=" + quote("ä" * 300)).json()["items"], [])


class PlayerSearchOnSqlite(PlayerSearch, ServiceCase):
    pass


class PlayerSearchOnPostgres(PlayerSearch, PostgresCase):
    pass


class AliasInThePortal(PortalCase):
    def test_the_console_has_the_name_that_the_portal_shows(self):
        affiliate = self.paid_affiliate({"cpa": {"amount": "100"}})
        reference = self.player(affiliate)
        self.send(reference, "first_deposit", "30")
        [accrual] = self.listed(self.portal_of(affiliate), "/accruals")
        found = self.client.api("GET", "/players?search=" + quote(accrual["player"])).json()["items"]
        self.assertEqual([(one["externalRef"], one["alias"]) for one in found], [(reference, accrual["player"])])


if __name__ == "__main__":
    unittest.main()
