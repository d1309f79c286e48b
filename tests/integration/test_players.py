"""Players: their data, who brought them, and why."""

import unittest
import uuid

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key, hours_from_now
from tests.support.tracking import FIREFOX, GOOGLEBOT, Tracking, listed, moment, shifted

MEMBERS = {"id", "externalRef", "alias", "brandId", "registeredAt", "country", "affiliateId", "attribution", "totals"}
DECISION = {"number", "method", "decidedAt", "actor", "actorName", "reason", "clickId", "affiliateId", "linkId", "because",
            "explanation", "candidates"}
CANDIDATE = {"clickId", "clickTime", "linkId", "affiliateId", "outcome", "explanation"}


class Players(Tracking):
    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival Gaming")

    def setUp(self):
        super().setUp()
        self.brand_id = self.brand()
        self.reference = fresh_key("player")

    def send(self, event_type: str, **members) -> str:
        """An event of this test's player."""
        return self.accept(self.event(event_type, **{"brand_id": self.brand_id, "player_external_ref": self.reference,
                                                     "event_time": hours_from_now(1)} | members))

    def events(self, **filters) -> list[dict]:
        return listed(self.client, "/events", **filters)

    def test_a_player_shows_its_registration_and_its_attribution(self):
        link = self.link(self.brand_id)
        click_id = self.click(link)
        self.send("registration", click_id=click_id, country="de", event_time="2026-03-10T14:05:06.5Z")
        player = self.player(self.reference)
        self.assertLessEqual(MEMBERS, set(player))
        self.assertEqual((player["externalRef"], player["brandId"], player["country"]),
                         (self.reference, self.brand_id, "DE"))
        self.assertEqual(moment(player["registeredAt"]), moment("2026-03-10T14:05:06.5Z"))
        self.assert_attributed(player, "direct", click_id, link)
        self.assertIsNotNone(moment(player["attribution"]["decidedAt"]))

    def test_totals_add_up_by_type_and_currency(self):
        self.send("registration")
        for event_type, amount, currency in (("first_deposit", "100.10", "EUR"), ("deposit", "0.00000001", "EUR"),
                                             ("deposit", "0.2", "EUR"), ("deposit", "7", "USD"),
                                             ("ngr_update", "-12.5", "EUR"), ("ngr_update", "10", "EUR")):
            self.send(event_type, amount=amount, currency=currency)
        self.send("kyc_verified")
        player = self.player(self.reference)
        self.assert_total(player, "registration", 1)
        self.assert_total(player, "first_deposit", 1, EUR="100.1")
        self.assert_total(player, "deposit", 3, EUR="0.20000001", USD="7")
        self.assert_total(player, "ngr_update", 2, EUR="-2.5")
        self.assert_total(player, "kyc_verified", 1)
        self.assertEqual(set(player["totals"]),
                         {"registration", "first_deposit", "deposit", "ngr_update", "kyc_verified"})

    def test_a_duplicate_adds_nothing(self):
        event = self.event("deposit", brand_id=self.brand_id, player_external_ref=self.reference, amount=5)
        self.accept(event)
        self.assertEqual(self.client.send_event(event).status, 200)
        self.assert_total(self.player(self.reference), "deposit", 1, EUR="5")

    def test_a_player_belongs_to_a_brand(self):
        other = self.brand()
        self.send("registration")
        self.send("registration", brand_id=other)
        players = listed(self.client, "/players", externalRef=self.reference)
        self.assertEqual({player["brandId"] for player in players}, {self.brand_id, other})
        self.assertEqual(len({player["id"] for player in players}), 2)

    def test_events_before_the_registration_wait_and_are_then_counted(self):
        link = self.link(self.brand_id)
        click_id = self.click(link)
        early = [self.send("first_deposit", amount=50, event_time=hours_from_now(3)), self.send("deposit", amount=20),
                 self.send("ngr_update", amount="12.25", event_time=hours_from_now(2))]
        waiting = self.player(self.reference)
        self.assertIsNone(waiting["attribution"])
        self.assertIsNone(waiting["affiliateId"])
        self.assertIsNone(waiting["registeredAt"])
        self.assert_total(waiting, "deposit", 1, EUR="20")
        self.assertEqual(self.events(affiliateId=link["affiliateId"]), [])
        registration = self.send("registration", click_id=click_id)
        player = self.player(self.reference)
        self.assertEqual(player["id"], waiting["id"])
        self.assert_attributed(player, "direct", click_id, link)
        self.assert_total(player, "first_deposit", 1, EUR="50")
        self.assert_total(player, "ngr_update", 1, EUR="12.25")
        taken_in = self.events(affiliateId=link["affiliateId"])
        self.assertEqual({event["id"] for event in taken_in}, {*early, registration})
        self.assertEqual({event["linkId"] for event in taken_in}, {link["linkId"]})

    def test_events_after_the_registration_belong_to_the_affiliate(self):
        link = self.link(self.brand_id)
        registration = self.send("registration", click_id=self.click(link))
        deposit = self.send("deposit")
        self.assertEqual({event["id"] for event in self.events(affiliateId=link["affiliateId"])},
                         {registration, deposit})

    def test_a_batch_may_bring_events_and_registration_in_any_order(self):
        link = self.link(self.brand_id)
        click_id = self.click(link)
        for kinds in (("registration", "first_deposit", "deposit"), ("deposit", "first_deposit", "registration"),
                      ("first_deposit", "registration", "deposit")):
            with self.subTest(kinds):
                reference = fresh_key("player")
                batch = [self.event(kind, brand_id=self.brand_id, player_external_ref=reference,
                                    **({"click_id": click_id} if kind == "registration" else {"amount": 10}))
                         for kind in kinds]
                self.assertEqual(self.client.send_batch(batch).json()["summary"]["accepted"], 3)
                player = self.player(reference)
                self.assert_attributed(player, "direct", click_id, link)
                self.assertEqual(len(self.events(playerId=player["id"], affiliateId=link["affiliateId"])), 3)
                self.assert_total(player, "deposit", 1, EUR="10")

    def test_a_second_registration_changes_nothing(self):
        first, second = self.link(self.brand_id), self.link(self.brand_id)
        click_id = self.click(first)
        self.send("registration", click_id=click_id, country="DE", event_time="2026-03-10T14:05:06Z")
        before = self.player(self.reference)
        self.send("registration", click_id=self.click(second), country="FR", event_time="2026-03-01T00:00:00Z")
        after = self.player(self.reference)
        for member in MEMBERS - {"totals"}:
            with self.subTest(member):
                self.assertEqual(after[member], before[member])
        self.assertEqual(len(self.why(after)["decisions"]), 1)
        self.assert_total(after, "registration", 1)
        self.assertEqual(len(self.events(playerId=after["id"], eventType="registration")), 2)

    def test_an_organic_player_stays_organic(self):
        self.send("registration")
        link = self.link(self.brand_id)
        self.send("registration", click_id=self.click(link))
        self.assert_organic(self.player(self.reference))

    def test_players_are_found_by_their_reference_and_their_affiliate(self):
        affiliate = self.affiliate()["id"]
        link = self.link(self.brand_id, affiliate)
        click_id = self.click(link)
        brought = {self.register(self.brand_id, click_id=click_id)["id"] for _ in range(5)}
        self.register(self.brand())
        self.assertEqual({player["id"] for player in listed(self.client, "/players", affiliateId=affiliate)}, brought)
        self.assertEqual(listed(self.client, "/players", affiliateId=self.affiliate()["id"]), [])
        self.assertEqual(listed(self.client, "/players", externalRef=fresh_key("nobody")), [])

    def test_a_list_is_read_page_by_page_and_every_player_comes_once(self):
        affiliate = self.affiliate()["id"]
        click_id = self.click(self.link(self.brand_id, affiliate))
        made = {self.register(self.brand_id, click_id=click_id)["id"] for _ in range(7)}
        newest_first = sorted(made, reverse=True)
        self.assertEqual(self.pages(f"/players?affiliateId={affiliate}&limit=3"), (newest_first, 3))
        everybody, _ = self.pages("/players?limit=7")
        self.assertEqual(len(everybody), len(set(everybody)))
        self.assertLessEqual(made, set(everybody))

    def pages(self, path: str) -> tuple[list[str], int]:
        """All ids of a list, and the number of its pages."""
        seen, cursor, pages = [], None, 0
        while pages == 0 or cursor:
            page = self.client.api("GET", path + (f"&cursor={cursor}" if cursor else "")).json()
            seen += [item["id"] for item in page["items"]]
            cursor, pages = page["nextCursor"], pages + 1
            self.assertLess(pages, 200)
        return seen, pages

    def test_a_listed_player_has_the_same_members(self):
        player = self.register(self.brand_id)
        [item] = listed(self.client, "/players", externalRef=player["externalRef"])
        self.assertEqual({member: item[member] for member in item}, {member: player[member] for member in item})
        self.assertLessEqual({"id", "externalRef", "brandId", "registeredAt", "country", "affiliateId"}, set(item))

    def test_the_events_of_a_player_are_listed(self):
        mine = [self.send("registration")] + [self.send("deposit") for _ in range(4)]
        self.register(self.brand_id)
        player = self.player(self.reference)
        found = listed(self.client, f"/players/{player['id']}/events")
        self.assertEqual(sorted(event["id"] for event in found), sorted(mine))
        self.assertEqual({event["playerId"] for event in found}, {player["id"]})
        seen, pages = self.pages(f"/players/{player['id']}/events?limit=2")
        self.assertEqual((sorted(seen), pages), (sorted(mine), 3))

    def test_an_unknown_player_is_not_found(self):
        with self.service.client(self.rival.api_key) as rival:
            rival.send_event(self.event(brand_id=self.rival.brand_id, player_external_ref=self.reference))
            [foreign] = listed(rival, "/players", externalRef=self.reference)
        for player_id in (str(uuid.uuid4()), "x", "%00", "null", foreign["id"]):
            for suffix in ("", "/why", "/events"):
                with self.subTest(player_id + suffix):
                    self.assert_problem(self.client.api("GET", f"/players/{player_id}{suffix}"), 404)
        self.assertEqual(listed(self.client, "/players", externalRef=self.reference), [])

    def test_players_need_a_key(self):
        player = self.register(self.brand_id)
        with self.service.stranger() as stranger:
            for path in ("/players", f"/players/{player['id']}", f"/players/{player['id']}/why",
                         f"/players/{player['id']}/events"):
                self.assert_problem(stranger.api("GET", path), 401)


class Why(Tracking):
    def decision(self, player: dict) -> dict:
        """The only decision about this player, checked for its form."""
        document = self.why(player)
        self.assertEqual(document["playerId"], player["id"])
        self.assertEqual(document["attribution"], player["attribution"])
        [decision] = document["decisions"]
        self.assertLessEqual(DECISION, set(decision))
        self.assertTrue(decision["explanation"])
        self.assertEqual(decision["number"], 1)
        for candidate in decision["candidates"]:
            self.assertLessEqual(CANDIDATE, set(candidate))
            self.assertTrue(candidate["outcome"] and candidate["explanation"], candidate)
        return decision

    def outcomes(self, decision: dict) -> dict[str, str]:
        return {candidate["clickId"]: candidate["outcome"] for candidate in decision["candidates"]}

    def test_a_direct_match_is_explained_by_its_click(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        decision = self.decision(self.register(brand, click_id=click_id))
        self.assertEqual((decision["method"], decision["clickId"], decision["linkId"], decision["affiliateId"]),
                         ("direct", click_id, link["linkId"], link["affiliateId"]))
        self.assertIn(click_id, self.outcomes(decision))

    def test_every_candidate_says_why_it_won_or_lost(self):
        brand = self.brand()
        link = self.link(brand)
        first, second = self.click(link, address="203.0.113.1"), self.click(link, address="203.0.113.2")
        third = self.click(link, address="203.0.113.1", agent=FIREFOX)
        decision = self.decision(self.register(brand))
        outcomes = self.outcomes(decision)
        self.assertEqual(decision["clickId"], third)
        self.assertIn(third, outcomes)
        losers = [outcomes[click_id] for click_id in (first, second) if click_id in outcomes]
        self.assertTrue(losers)
        self.assertNotIn(outcomes[third], losers)
        shown = next(c for c in decision["candidates"] if c["clickId"] == third)
        self.assertEqual((shown["linkId"], shown["affiliateId"]), (link["linkId"], link["affiliateId"]))
        self.assertEqual(moment(shown["clickTime"]), moment(self.recorded(third)["recordedAt"]))

    def test_a_click_that_the_evidence_rules_out_says_so(self):
        brand = self.brand()
        link = self.link(brand)
        home = self.click(link, address="203.0.113.1")
        other = self.click(link, address="203.0.113.1", agent=FIREFOX)
        decision = self.decision(self.register(brand, ip="203.0.113.1", user_agent="unknown"))
        self.assertEqual(decision["method"], "organic")
        self.assertEqual(len({*self.outcomes(decision)} & {home, other}), len(decision["candidates"]))

    def test_an_organic_player_is_explained_too(self):
        decision = self.decision(self.register(self.brand()))
        self.assertEqual((decision["method"], decision["clickId"], decision["affiliateId"], decision["linkId"]),
                         ("organic", None, None, None))

    def test_a_named_click_that_is_unknown_is_mentioned(self):
        brand, named = self.brand(), str(uuid.uuid4())
        self.assertIn(named, str(self.decision(self.register(brand, click_id=named))))

    def test_the_reasons_are_stored_with_the_decision(self):
        brand = self.brand()
        link = self.link(brand)
        self.click(link)
        player = self.register(brand)
        before = self.why(player)
        self.click(link)
        self.change("/brands/" + brand, attributionFallback="off")
        self.change("/affiliates/" + link["affiliateId"], status="suspended")
        self.restart()
        after = self.why(player)
        for part in ("attribution", "decisions"):
            self.assertEqual(after[part], before[part])

    def test_the_fallbacks_of_a_brand_explain_themselves(self):
        explanations = set()
        for fallback in ("lastClick", "evidence", "off"):
            brand = self.brand(attributionFallback=fallback)
            self.click(self.link(brand), agent=GOOGLEBOT)
            explanations.add(self.decision(self.register(brand))["explanation"])
        self.assertEqual(len(explanations), 3, explanations)

    def test_the_number_of_listed_candidates_is_limited(self):
        brand = self.brand()
        link = self.link(brand)
        last = [self.click(link) for _ in range(150)][-1]
        decision = self.decision(self.register(brand))
        self.assertEqual(decision["clickId"], last)
        self.assertLessEqual(1, len(decision["candidates"]))

    def test_a_player_that_is_not_registered_has_no_decision(self):
        reference = fresh_key("player")
        self.accept(self.event("deposit", player_external_ref=reference))
        document = self.why(self.player(reference))
        self.assertEqual((document["attribution"], document["decisions"]), (None, []))

    def test_no_reason_names_an_address(self):
        brand = self.brand()
        self.click(self.link(brand), address="203.0.113.199")
        decision = self.decision(self.register(brand, ip="203.0.113.199"))
        self.assertEqual(decision["method"], "lastClick")
        self.assertNotIn("203.0.113.199", str(decision))

    def test_a_late_registration_is_decided_by_its_event_time(self):
        brand = self.brand()
        link = self.link(brand)
        first = self.click(link)
        at = self.recorded(first)["recordedAt"]
        self.click(link)
        player = self.register(brand, event_time=shifted(at, microseconds=0))
        self.assertEqual(self.decision(player)["clickId"], first)


class PlayersOnSqlite(Players, ServiceCase):
    pass


class PlayersOnPostgres(Players, PostgresCase):
    pass


class WhyOnSqlite(Why, ServiceCase):
    pass


class WhyOnPostgres(Why, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
