"""Attribution: the click that a registration names, otherwise the last click that the brand's rules allow."""

import json
import unittest
import uuid

from tests.support.case import PostgresCase, ServiceCase, TwoNodes
from tests.support.client import Address, compose
from tests.support.events import fresh_key, hours_from_now
from tests.support.rush import rush
from tests.support.tracking import (CHROME, FIREFOX, GOOGLEBOT, Tracking, click_id_of, click_path, listed, make_link,
                                    moment, shifted)
from tests.support.waiting import wait_until

HOME, OFFICE = "203.0.113.7", "198.51.100.23"


class Direct(Tracking):
    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival Gaming")

    def test_a_named_click_decides(self):
        brand = self.brand()
        named, later = self.link(brand), self.link(brand)
        click_id = self.click(named)
        self.click(later)
        self.assert_attributed(self.register(brand, click_id=click_id), "direct", click_id, named)

    def test_a_named_click_decides_against_all_evidence(self):
        brand = self.brand(attributionFallback="off")
        link = self.link(brand)
        click_id = self.click(link, agent=CHROME, address=HOME)
        player = self.register(brand, click_id=click_id, ip=OFFICE, user_agent=FIREFOX, country="NZ")
        self.assert_attributed(player, "direct", click_id, link)

    def test_a_named_click_decides_at_any_time(self):
        brand = self.brand(attributionWindowDays=1)
        link = self.link(brand)
        click_id = self.click(link)
        at = self.recorded(click_id)["recordedAt"]
        for event_time in ("2020-02-29T00:00:00Z", shifted(at, microseconds=-1), at,
                           shifted(at, days=1, microseconds=1), hours_from_now(23.9)):
            with self.subTest(event_time):
                player = self.register(brand, click_id=click_id, event_time=event_time)
                self.assert_attributed(player, "direct", click_id, link)

    def test_a_named_click_of_another_brand_decides(self):
        link = self.link(self.brand())
        click_id = self.click(link)
        self.assert_attributed(self.register(self.brand(), click_id=click_id), "direct", click_id, link)

    def test_one_click_may_bring_several_players(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        for _ in range(3):
            self.assert_attributed(self.register(brand, click_id=click_id), "direct", click_id, link)

    def test_another_operators_click_is_unknown(self):
        with self.service.client(self.rival.api_key) as rival:
            theirs = self.click(make_link(rival, self.rival.brand_id))
        self.assert_organic(self.register(self.brand(), click_id=theirs))
        brand = self.brand()
        link = self.link(brand)
        mine = self.click(link)
        self.assert_organic(self.register(brand, click_id=theirs))
        self.assert_attributed(self.register(brand, click_id=theirs, user_agent=CHROME), "lastClick", mine, link)

    def test_an_unknown_click_falls_back_only_with_evidence(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        head, tail = click_id[:-4], click_id[-4:]
        altered = head + f"{int(tail, 16) ^ 1:04x}"
        self.assert_attributed(self.register(brand, click_id=""), "lastClick", click_id, link)
        for unknown in (str(uuid.uuid4()), altered, "abc", "{click_id}", "0", click_id + "0", click_id[:-1],
                        "é" * 40, "ffffffff-ffff-7fff-bfff-ffffffffffff", "00000000-0000-7000-8000-000000000000"):
            with self.subTest(unknown):
                organic = self.register(brand, click_id=unknown)
                self.assert_organic(organic)
                self.assertEqual(self.why(organic)["decisions"][0]["because"]["rule"], "noEvidence")
                anomaly = self.client.api("GET", "/health").json()["anomalies"]["items"][0]
                self.assertEqual((anomaly["kind"], anomaly["playerId"]), ("unknown_click", organic["id"]))
                self.assert_attributed(self.register(brand, click_id=unknown, user_agent=CHROME), "lastClick", click_id,
                                       link)
                self.assert_organic(self.register(brand, click_id=unknown, user_agent=FIREFOX))
                self.assert_organic(self.register(self.brand(), click_id=unknown))

    def test_a_named_click_of_a_bot_or_a_head_request_is_credited(self):
        brand = self.brand()
        link = self.link(brand)
        for click_id in (self.click(link, agent=GOOGLEBOT), self.click(link, "HEAD"),
                         self.click(link, Purpose="prefetch")):
            with self.subTest(click_id):
                self.assert_attributed(self.register(brand, click_id=click_id), "direct", click_id, link)

    def test_the_click_of_an_affiliate_that_is_not_approved_is_unknown_even_when_named(self):
        for status in ("suspended", "pending"):
            with self.subTest(status):
                brand = self.brand()
                affiliate = self.affiliate(status=status)["id"]
                click_id = self.click(self.link(brand, affiliate))
                self.assert_organic(self.register(brand, click_id=click_id))
                other = self.link(brand)
                last = self.click(other)
                self.click(self.link(brand, affiliate))
                self.assert_attributed(self.register(brand, click_id=click_id), "lastClick", last, other)

    def test_an_uncounted_click_is_unknown_if_its_link_or_affiliate_is_not_active(self):
        brand = self.brand()
        for link in (self.link(brand, status="inactive"), self.link(brand, self.affiliate(status="suspended")["id"])):
            for click_id in (self.click(link, "HEAD"), self.click(link, agent=GOOGLEBOT),
                             self.click(link, Purpose="prefetch")):
                self.assert_organic(self.register(brand, click_id=click_id))

    def test_the_click_of_an_inactive_link_is_unknown_even_when_named(self):
        brand = self.brand()
        link = self.link(brand, status="inactive")
        click_id = self.click(link)
        self.assert_organic(self.register(brand, click_id=click_id))
        self.assert_organic(self.register(brand))

    def test_a_click_that_was_unknown_stays_so_when_the_affiliate_is_approved(self):
        brand = self.brand()
        affiliate = self.affiliate(status="pending")["id"]
        link = self.link(brand, affiliate)
        click_id = self.click(link)
        self.change("/affiliates/" + affiliate, status="approved")
        self.assert_organic(self.register(brand, click_id=click_id))
        counted = self.click(link)
        self.assert_attributed(self.register(brand, click_id=counted), "direct", counted, link)

    def test_attributions_survive_a_restart(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link, address=HOME)
        player = self.register(brand, click_id=click_id)
        self.restart(kill=True)
        self.assertEqual(self.player(player["externalRef"]), player)
        self.assert_attributed(self.register(brand, click_id=click_id), "direct", click_id, link)
        self.assert_attributed(self.register(brand, ip=HOME), "lastClick", click_id, link)


class LastClick(Tracking):
    def test_the_last_click_of_the_brand_decides(self):
        brand = self.brand()
        first, last = self.link(brand), self.link(brand)
        self.click(first)
        click_id = self.click(last)
        self.click(self.link(self.brand()))
        self.assert_attributed(self.register(brand), "lastClick", click_id, last)

    def test_a_player_without_a_candidate_is_organic(self):
        player = self.register(self.brand())
        self.assert_organic(player)
        self.assertEqual(self.why(player)["decisions"][0]["candidates"], [])
        self.assert_total(player, "registration", 1)

    def test_the_window_includes_both_ends(self):
        brand = self.brand(attributionWindowDays=1)
        link = self.link(brand)
        click_id = self.click(link)
        at = self.recorded(click_id)["recordedAt"]
        for event_time in (at, shifted(at, seconds=1), shifted(at, days=1)):
            with self.subTest(event_time):
                self.assert_attributed(self.register(brand, event_time=event_time), "lastClick", click_id, link)
        for event_time in (shifted(at, microseconds=-1), shifted(at, days=1, microseconds=1), "2026-01-01T00:00:00Z"):
            with self.subTest(event_time):
                self.assert_organic(self.register(brand, event_time=event_time))

    def test_a_click_after_the_registration_is_not_a_candidate(self):
        brand = self.brand()
        before, after = self.link(brand), self.link(brand)
        click_id = self.click(before)
        self.click(after)
        at = self.recorded(click_id)["recordedAt"]
        self.assert_attributed(self.register(brand, event_time=at), "lastClick", click_id, before)

    def test_a_changed_window_is_in_force_at_once(self):
        brand = self.brand(attributionWindowDays=1)
        link = self.link(brand)
        click_id = self.click(link)
        late = shifted(self.recorded(click_id)["recordedAt"], days=1, microseconds=1)
        self.assert_organic(self.register(brand, event_time=late))
        self.change("/brands/" + brand, attributionWindowDays=2)
        self.assert_attributed(self.register(brand, event_time=late), "lastClick", click_id, link)

    def test_uncounted_clicks_are_not_candidates(self):
        brand = self.brand()
        link = self.link(brand)
        self.click(link, agent=GOOGLEBOT)
        self.click(link, "HEAD")
        self.click(link, Sec_Purpose="prefetch")
        self.click(self.link(brand, status="inactive"))
        self.click(self.link(brand, self.affiliate(status="suspended")["id"]))
        self.assert_organic(self.register(brand))
        click_id = self.click(link)
        self.click(link, agent=GOOGLEBOT)
        self.assert_attributed(self.register(brand), "lastClick", click_id, link)
        self.assert_attributed(self.register(brand, user_agent=CHROME), "lastClick", click_id, link)
        self.assert_organic(self.register(brand, user_agent=GOOGLEBOT))

    def test_for_clicks_at_the_same_time_the_greater_id_wins(self):
        brand = self.brand()
        links = [self.link(brand) for _ in range(4)]
        for _ in range(5):
            clicked = self.clicks_at_once([links[number % 4] for number in range(32)])
            last = max(clicked, key=lambda click: (moment(click["recordedAt"]), click["clickId"]))
            link = next(link for link in links if link["linkId"] == last["linkId"])
            self.assert_attributed(self.register(brand), "lastClick", last["clickId"], link)

    def clicks_at_once(self, links: list[dict]) -> list[dict]:
        """Clicks that reach the service at the same time, so that one commit records many of them."""
        connections = [self.service.raw() for _ in links]
        try:
            for connection, link in zip(connections, links):
                connection.send(compose("GET", click_path(link["linkId"]))[:-1])
            for connection in connections:
                connection.send(b"\n")
            ids = [click_id_of(connection.read_response().header("Location")) for connection in connections]
        finally:
            for connection in connections:
                connection.close()
        return [self.recorded(click_id) for click_id in ids]

    def test_only_registrations_are_attributed(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        for event_type in ("first_deposit", "deposit", "kyc_verified"):
            reference = fresh_key("player")
            self.accept(self.event(event_type, brand_id=brand, player_external_ref=reference, click_id=click_id,
                                   event_time=hours_from_now(1)))
            player = self.player(reference)
            self.assertIsNone(player["attribution"])
            self.assertIsNone(player["affiliateId"])
            self.assertIsNone(player["registeredAt"])


class AllAtOnce(Tracking):
    """A player's registration and its other events reach the service at the same time."""

    DEPOSITS = 20

    def addresses(self) -> list[Address]:
        return [self.service.address]

    def test_events_at_the_same_time_as_the_registration_belong_to_the_affiliate(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        self.recorded(click_id)  # Another node does not know a click before the ledger has it.
        for turn in range(5):
            reference = fresh_key("player")
            events = [self.event("deposit", brand_id=brand, player_external_ref=reference, amount=1)
                      for _ in range(self.DEPOSITS)]
            events.insert(turn * 5, self.event("registration", brand_id=brand, player_external_ref=reference,
                                               click_id=click_id))
            bodies = [json.dumps(event).encode() for event in events]
            answers = rush(self.addresses(), self.service.account.api_key, bodies)
            self.assertEqual({answer.status for answer in answers}, {202})
            player = self.player(reference)
            self.assert_attributed(player, "direct", click_id, link)
            self.assert_total(player, "deposit", self.DEPOSITS, EUR=str(self.DEPOSITS))
            found = listed(self.client, "/events", playerId=player["id"], affiliateId=link["affiliateId"])
            self.assertEqual({event["idempotencyKey"] for event in found}, {e["idempotency_key"] for e in events})

    def test_two_registrations_at_the_same_time_decide_once(self):
        brand = self.brand()
        links = [self.link(brand) for _ in range(8)]
        clicks = {self.click(link): link for link in links}
        for click_id in clicks:  # Another node does not know a click before the ledger has it.
            self.recorded(click_id)
        for _ in range(5):
            reference = fresh_key("player")
            bodies = [json.dumps(self.event("registration", brand_id=brand, player_external_ref=reference,
                                            click_id=click_id)).encode() for click_id in clicks]
            answers = rush(self.addresses(), self.service.account.api_key, bodies)
            self.assertEqual({answer.status for answer in answers}, {202})
            player = self.player(reference)
            winner = player["attribution"]["clickId"]
            self.assert_attributed(player, "direct", winner, clicks[winner])
            self.assertEqual(len(self.why(player)["decisions"]), 1)
            self.assert_total(player, "registration", 1)


class DirectOnSqlite(Direct, ServiceCase):
    pass


class DirectOnPostgres(Direct, PostgresCase):
    pass


class LastClickOnSqlite(LastClick, ServiceCase):
    pass


class LastClickOnPostgres(LastClick, PostgresCase):
    pass


class AllAtOnceOnSqlite(AllAtOnce, ServiceCase):
    pass


class AllAtOnceOnTwoNodes(TwoNodes, AllAtOnce, PostgresCase):
    def addresses(self) -> list[Address]:
        with self.second.client() as client:
            wait_until(lambda: client.api("GET", "/brands").status == 200, "the second node is ready")
        return [self.service.address, self.second.address]

    def test_a_click_on_one_node_is_known_to_the_other(self):
        brand = self.brand()
        link = self.link(brand)
        for _ in range(10):
            click_id = self.click(link, address=HOME)
            with self.second.client() as client:
                wait_until(lambda: listed(client, "/clicks", clickId=click_id), "the ledger has taken the click over")
                for method, evidence in (("direct", {"click_id": click_id}), ("lastClick", {"ip": HOME})):
                    reference = fresh_key("player")
                    event = self.event("registration", brand_id=brand, player_external_ref=reference,
                                       event_time=hours_from_now(1), **evidence)
                    self.assertEqual(client.send_event(event).status, 202)
                    self.assert_attributed(self.player(reference), method, click_id, link)


if __name__ == "__main__":
    unittest.main()
