"""Reassigning a player: to another affiliate, with a reason, and recorded."""

import unittest
import uuid
from decimal import Decimal

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import Response
from tests.support.events import fresh_key
from tests.support.tracking import Tracking, listed, make_affiliate, make_link

REASON = "The affiliate proved with screenshots that it sent this player."


class Reassign(Tracking):
    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival Gaming")

    def setUp(self):
        super().setUp()
        self.brand_id = self.brand()
        self.old, self.new = self.link(self.brand_id), self.link(self.brand_id)

    def brought(self) -> dict:
        """A player that the affiliate of the old link brought."""
        return self.register(self.brand_id, click_id=self.click(self.old))

    def reassign(self, player: dict, **members) -> Response:
        return self.client.api("POST", f"/players/{player['id']}/reassign", members)

    def reassigned(self, player: dict, **members) -> dict:
        answer = self.reassign(player, **{"reason": REASON} | members)
        self.assertIn(answer.status, (200, 201), answer.body)
        after = self.player(player["externalRef"])
        self.assertEqual(answer.json(), after)
        return after

    def events(self, affiliate: str) -> set[str]:
        return {event["id"] for event in listed(self.client, "/events", affiliateId=affiliate)}

    def test_a_player_moves_to_another_affiliate(self):
        player = self.reassigned(self.brought(), affiliateId=self.new["affiliateId"])
        self.assertEqual(player["affiliateId"], self.new["affiliateId"])
        attribution = player["attribution"]
        self.assertEqual((attribution["method"], attribution["affiliateId"], attribution["linkId"],
                          attribution["reason"]), ("manual", self.new["affiliateId"], None, REASON))

    def test_a_player_moves_to_a_link(self):
        player = self.reassigned(self.brought(), affiliateId=self.new["affiliateId"], linkId=self.new["linkId"])
        self.assertEqual(player["attribution"]["linkId"], self.new["linkId"])
        self.assertEqual(player["attribution"]["method"], "manual")

    def test_the_players_earlier_and_later_events_move_too(self):
        player = self.brought()
        self.accept(self.event("deposit", brand_id=self.brand_id, player_external_ref=player["externalRef"]))
        earlier = self.events(self.old["affiliateId"])
        self.assertEqual(len(earlier), 2)
        self.reassigned(player, affiliateId=self.new["affiliateId"], linkId=self.new["linkId"])
        self.assertEqual(self.events(self.old["affiliateId"]), set())
        self.assertEqual(self.events(self.new["affiliateId"]), earlier)
        later = self.accept(self.event("deposit", brand_id=self.brand_id,
                                       player_external_ref=player["externalRef"]))
        self.assertEqual(self.events(self.new["affiliateId"]), earlier | {later})
        self.assertEqual([p["id"] for p in listed(self.client, "/players", affiliateId=self.new["affiliateId"])],
                         [player["id"]])
        self.assertEqual(listed(self.client, "/players", affiliateId=self.old["affiliateId"]), [])

    def test_totals_and_registration_do_not_change(self):
        before = self.brought()
        after = self.reassigned(before, affiliateId=self.new["affiliateId"])
        for member in ("id", "externalRef", "brandId", "registeredAt", "country", "totals"):
            self.assertEqual(after[member], before[member], member)

    def test_a_released_player_is_organic_with_all_its_events(self):
        player = self.brought()
        events = self.events(self.old["affiliateId"])
        released = self.reassigned(player, affiliateId=None)
        self.assertIsNone(released["affiliateId"])
        self.assertIsNone(released["alias"])
        attribution = released["attribution"]
        self.assertEqual((attribution["method"], attribution["affiliateId"], attribution["reason"]), ("manual", None, REASON))
        self.assertEqual(self.events(self.old["affiliateId"]), set())
        because = self.why(player)["decisions"][-1]["because"]
        self.assertEqual((because["rule"], because["note"]), ("released", REASON))
        self.assertEqual(self.why(player)["components"][0]["rule"], "organic")
        problem = self.reassign(player, affiliateId=None, reason=REASON)
        self.assert_problem(problem, 409)
        self.reassigned(player, affiliateId=self.old["affiliateId"])
        self.assertEqual(self.events(self.old["affiliateId"]), events)

    def test_a_released_player_has_no_link(self):
        answer = self.reassign(self.brought(), affiliateId=None, linkId=self.old["linkId"], reason=REASON)
        self.assert_problem(answer, 400)
        self.assertEqual([error["pointer"] for error in answer.json()["errors"]], ["/linkId"])

    def test_an_organic_player_can_be_given_to_an_affiliate(self):
        player = self.register(self.brand())
        self.assert_organic(player)
        player = self.reassigned(player, affiliateId=self.new["affiliateId"])
        self.assertEqual(player["affiliateId"], self.new["affiliateId"])

    def test_every_decision_stays_on_the_record(self):
        player = self.brought()
        self.reassigned(player, affiliateId=self.new["affiliateId"], linkId=self.new["linkId"])
        player = self.reassigned(player, affiliateId=self.old["affiliateId"], reason="It was a mistake.")
        document = self.why(player)
        decisions = {decision["number"]: decision for decision in document["decisions"]}
        self.assertEqual([decisions[n]["method"] for n in (1, 2, 3)], ["direct", "manual", "manual"])
        self.assertEqual([decisions[n]["reason"] for n in (2, 3)], [REASON, "It was a mistake."])
        self.assertEqual([decisions[n]["affiliateId"] for n in (1, 2, 3)],
                         [self.old["affiliateId"], self.new["affiliateId"], self.old["affiliateId"]])
        for number in (2, 3):
            self.assertTrue(decisions[number]["actor"])
            self.assertTrue(decisions[number]["actorName"])
        self.assertIsNone(decisions[1]["actorName"])
        self.assertEqual(document["attribution"], player["attribution"])
        self.assertTrue(decisions[1]["candidates"])

    def test_a_reassignment_is_in_the_audit_log(self):
        player = self.brought()
        self.reassigned(player, affiliateId=self.new["affiliateId"])
        entries = [entry for entry in listed(self.client, "/audit-log") if player["id"] in str(entry)]
        self.assertEqual(len(entries), 1)
        self.assertLessEqual({"at", "actor", "action", "subject", "before", "after"}, set(entries[0]))
        self.assertIn(self.old["affiliateId"], str(entries[0]["before"]))
        self.assertIn(self.new["affiliateId"], str(entries[0]["after"]))
        self.assertIn(REASON, str(entries[0]))

    def test_a_reason_is_required(self):
        player = self.brought()
        for members in ({}, {"reason": ""}, {"reason": None}, {"reason": 5}, {"reason": "   "}):
            with self.subTest(members):
                self.assert_refused(self.reassign(player, affiliateId=self.new["affiliateId"], **members), "/reason")
        self.assertEqual(self.player(player["externalRef"]), player)

    def test_an_affiliate_is_required_and_must_be_the_operators(self):
        player = self.brought()
        with self.service.client(self.rival.api_key) as rival:
            foreign = make_affiliate(rival)["id"]
        for members in ({}, {"affiliateId": str(uuid.uuid4())}, {"affiliateId": "x"}, {"affiliateId": 5},
                        {"affiliateId": foreign}):
            with self.subTest(members):
                self.assert_refused(self.reassign(player, reason=REASON, **members), "/affiliateId")
        self.assertEqual(self.player(player["externalRef"]), player)

    def test_the_link_must_be_the_affiliates(self):
        player = self.brought()
        with self.service.client(self.rival.api_key) as rival:
            foreign = make_link(rival, self.rival.brand_id)["linkId"]
        for link in (self.old["linkId"], str(uuid.uuid4()), "x", foreign):
            with self.subTest(link):
                answer = self.reassign(player, affiliateId=self.new["affiliateId"], linkId=link, reason=REASON)
                self.assert_refused(answer, "/linkId")
        self.assertEqual(self.player(player["externalRef"]), player)
        self.assertEqual(len(self.why(player)["decisions"]), 1)

    def test_an_unknown_member_is_refused(self):
        answer = self.reassign(self.brought(), affiliateId=self.new["affiliateId"], reason=REASON, colour="red")
        self.assert_refused(answer, "/colour")

    def test_an_unknown_player_is_not_found(self):
        body = {"affiliateId": self.new["affiliateId"], "reason": REASON}
        player = self.brought()
        for player_id in (str(uuid.uuid4()), "x", "%00"):
            with self.subTest(player_id):
                self.assert_problem(self.client.api("POST", f"/players/{player_id}/reassign", body), 404)
        with self.service.client(self.rival.api_key) as rival:
            affiliate = make_affiliate(rival)["id"]
            answer = rival.api("POST", f"/players/{player['id']}/reassign", body | {"affiliateId": affiliate})
            self.assert_problem(answer, 404)
        with self.service.stranger() as stranger:
            self.assert_problem(stranger.api("POST", f"/players/{player['id']}/reassign", body), 401)
        self.assertEqual(self.player(player["externalRef"]), player)

    def test_a_later_registration_does_not_undo_it(self):
        player = self.brought()
        after = self.reassigned(player, affiliateId=self.new["affiliateId"])
        self.accept(self.event("registration", brand_id=self.brand_id, player_external_ref=player["externalRef"],
                               click_id=self.click(self.old)))
        self.assertEqual(self.player(player["externalRef"])["attribution"], after["attribution"])

    def test_a_reassignment_survives_a_kill(self):
        player = self.brought()
        after = self.reassigned(player, affiliateId=self.new["affiliateId"], linkId=self.new["linkId"])
        self.restart(kill=True)
        self.assertEqual(self.player(player["externalRef"]), after)

    def test_re_rated_commission_is_reversed_once(self):
        """After any number of reassignments, an affiliate without the player has earned nothing from it."""
        cpa = {"amount": "100", "tiers": [{"from": 2, "amount": "130.25"}], "tierMode": "whole"}
        deal = self.make("/deals", name="Tiers", terms={"currency": "EUR", "cpa": cpa})
        affiliate = self.affiliate(dealIds=[deal["id"]])["id"]
        link = self.link(self.brand_id, affiliate)
        players = [self.register(self.brand_id, click_id=self.click(link), event_time="2026-03-01T00:00:00Z")
                   for _ in range(2)]
        for player in players:
            self.accept(self.event("first_deposit", brand_id=self.brand_id, event_time="2026-03-10T00:00:00Z",
                                   player_external_ref=player["externalRef"]))
        self.assertEqual(self.earned(players[0]), ["100", "30.25"])
        self.reassigned(players[0], affiliateId=self.new["affiliateId"])
        self.assertEqual(self.earned(players[0]), ["100", "30.25", "-100", "-30.25"])
        for target in (affiliate, self.new["affiliateId"]) * 2:
            self.reassigned(players[0], affiliateId=target)
            expected = Decimal("130.25") if target == affiliate else Decimal(0)
            self.assertEqual(sum(map(Decimal, self.earned(players[0]))), expected)

    def earned(self, player: dict) -> list[str]:
        """All accruals of a player, oldest first. The filter must return the same ones."""
        accruals = [one for one in listed(self.client, "/accruals") if one["playerId"] == player["id"]]
        self.assertEqual(listed(self.client, "/accruals", playerId=player["id"]), accruals)
        return [one["amount"] for one in accruals[::-1]]

    def test_reassigning_an_unregistered_player_gets_a_response(self):
        reference = fresh_key("player")
        self.accept(self.event("deposit", brand_id=self.brand_id, player_external_ref=reference))
        answer = self.reassign(self.player(reference), affiliateId=self.new["affiliateId"], reason=REASON)
        self.assertIn(answer.status, (200, 201, 400, 409), answer.body)


class ReassignOnSqlite(Reassign, ServiceCase):
    pass


class ReassignOnPostgres(Reassign, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
