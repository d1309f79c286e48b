"""Who brought a player: the click that a registration names, else the last one that the brand's rules allow."""

import random
import tempfile
import unittest
import uuid
from pathlib import Path

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import compose
from tests.support.country_database import write_country_database
from tests.support.events import fresh_key, hours_from_now
from tests.support.tracking import (CHROME, FIREFOX, GOOGLEBOT, IPHONE, Tracking, click_id_of, click_path, make_link,
                                    moment, shifted)

HOME, OFFICE, ELSEWHERE, NOWHERE = "203.0.113.7", "198.51.100.23", "2001:db8::1:2", "192.0.2.200"
DAY = {"days": 1}


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
        self.assert_attributed(self.register(brand, click_id=theirs), "lastClick", mine, link)

    def test_an_unknown_click_falls_back(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link)
        head, tail = click_id[:-4], click_id[-4:]
        altered = head + f"{int(tail, 16) ^ 1:04x}"
        for unknown in (str(uuid.uuid4()), altered, "abc", "", "{click_id}", "0", click_id + "0", click_id[:-1],
                        "é" * 40, "ffffffff-ffff-7fff-bfff-ffffffffffff", "00000000-0000-7000-8000-000000000000"):
            with self.subTest(unknown):
                self.assert_attributed(self.register(brand, click_id=unknown), "lastClick", click_id, link)
                self.assert_organic(self.register(self.brand(), click_id=unknown))

    def test_bots_and_heads_are_attributable_when_named(self):
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

    def test_what_is_no_visit_and_of_no_approved_affiliate_is_unknown_even_when_named(self):
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

    def test_attributions_outlive_a_restart(self):
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

    def test_nobody_found_is_organic(self):
        player = self.register(self.brand())
        self.assert_organic(player)
        self.assertEqual(self.why(player)["decisions"][0]["candidates"], [])
        self.assert_total(player, "registration", 1)

    def test_the_window_includes_both_ends(self):
        brand = self.brand(attributionWindowDays=1)
        link = self.link(brand)
        click_id = self.click(link)
        at = self.recorded(click_id)["recordedAt"]
        for event_time in (at, shifted(at, seconds=1), shifted(at, **DAY)):
            with self.subTest(event_time):
                self.assert_attributed(self.register(brand, event_time=event_time), "lastClick", click_id, link)
        for event_time in (shifted(at, microseconds=-1), shifted(at, days=1, microseconds=1), "2026-01-01T00:00:00Z"):
            with self.subTest(event_time):
                self.assert_organic(self.register(brand, event_time=event_time))

    def test_a_click_after_the_registration_is_no_candidate(self):
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

    def test_clicks_that_do_not_count_are_no_candidates(self):
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

    def test_of_clicks_at_the_same_time_the_greater_id_wins(self):
        brand = self.brand()
        links = [self.link(brand) for _ in range(4)]
        for _ in range(5):
            clicked = self.clicks_at_once([links[number % 4] for number in range(32)])
            last = max(clicked, key=lambda click: (moment(click["recordedAt"]), click["clickId"]))
            link = next(link for link in links if link["linkId"] == last["linkId"])
            self.assert_attributed(self.register(brand), "lastClick", last["clickId"], link)

    def clicks_at_once(self, links: list[dict]) -> list[dict]:
        """Clicks that meet in the service, so that many of them are recorded by one commit."""
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


class Evidence(Tracking):
    def setUp(self):
        super().setUp()
        self.brand_id = self.brand()
        self.links = {}

    def visit_from(self, name: str, **visit) -> str:
        """A click of a link of its own, remembered by a name."""
        link = self.link(self.brand_id)
        click_id = self.click(link, **visit)
        self.links[name] = (click_id, link)
        return click_id

    def assert_found(self, name: str | None, **evidence):
        player = self.register(self.brand_id, **evidence)
        if name is None:
            self.assert_organic(player)
        else:
            self.assert_attributed(player, "lastClick", *self.links[name])

    def test_an_address_narrows(self):
        self.visit_from("home", address=HOME)
        self.visit_from("elsewhere", address=ELSEWHERE)
        self.visit_from("office", address=OFFICE)
        self.assert_found("home", ip=HOME)
        self.assert_found("elsewhere", ip=ELSEWHERE)
        self.assert_found("elsewhere", ip="2001:0DB8:0:0:0:0:1:2")
        self.assert_found("office")
        self.assert_found(None, ip="203.0.113.8")

    def test_the_last_click_from_an_address_decides(self):
        self.visit_from("first", address=HOME)
        self.visit_from("second", address=HOME)
        self.visit_from("third", address=OFFICE)
        self.assert_found("second", ip=HOME)

    def test_a_user_agent_narrows(self):
        self.visit_from("chrome", agent=CHROME)
        self.visit_from("firefox", agent=FIREFOX)
        self.assert_found("chrome", user_agent=CHROME)
        self.assert_found("firefox", user_agent=FIREFOX)
        self.assert_found(None, user_agent=IPHONE)
        self.assert_found(None, user_agent=CHROME.lower())

    def test_all_evidence_that_is_given_must_match(self):
        self.visit_from("chrome at home", agent=CHROME, address=HOME)
        self.visit_from("firefox at home", agent=FIREFOX, address=HOME)
        self.visit_from("chrome at work", agent=CHROME, address=OFFICE)
        self.assert_found("chrome at home", ip=HOME, user_agent=CHROME)
        self.assert_found("firefox at home", ip=HOME, user_agent=FIREFOX)
        self.assert_found("chrome at work", ip=OFFICE, user_agent=CHROME)
        self.assert_found("chrome at work", user_agent=CHROME)
        self.assert_found("firefox at home", ip=HOME)
        self.assert_found(None, ip=OFFICE, user_agent=FIREFOX)

    def test_an_unknown_country_of_a_click_agrees_with_every_country(self):
        self.visit_from("home", address=HOME)
        self.assert_found("home", country="DE")
        self.assert_found("home", country="SE", ip=HOME)

    def test_evidence_counts_within_the_window_alone(self):
        self.change("/brands/" + self.brand_id, attributionWindowDays=1)
        click_id = self.visit_from("home", address=HOME)
        at = self.recorded(click_id)["recordedAt"]
        self.assert_found("home", ip=HOME, event_time=shifted(at, **DAY))
        self.assert_found(None, ip=HOME, event_time=shifted(at, days=1, microseconds=1))
        self.assert_found(None, ip=HOME, event_time=shifted(at, microseconds=-1))

    def test_evidence_of_another_brand_does_not_count(self):
        self.click(self.link(self.brand()), address=HOME)
        self.assert_found(None, ip=HOME)

    def test_a_brand_may_ask_for_an_address(self):
        self.change("/brands/" + self.brand_id, attributionFallback="evidence")
        self.visit_from("home", agent=CHROME, address=HOME)
        self.visit_from("office", agent=FIREFOX, address=OFFICE)
        self.assert_found("home", ip=HOME)
        self.assert_found("home", ip=HOME, user_agent=CHROME)
        self.assert_found(None, ip=HOME, user_agent=FIREFOX)
        self.assert_found(None)
        self.assert_found(None, user_agent=CHROME)
        self.assert_found(None, country="DE")
        self.assert_found(None, ip="203.0.113.8")
        self.assert_found("office", ip=OFFICE, click_id="unknown")

    def test_a_brand_may_switch_the_fallback_off(self):
        self.change("/brands/" + self.brand_id, attributionFallback="off")
        click_id = self.visit_from("home", agent=CHROME, address=HOME)
        self.assert_found(None)
        self.assert_found(None, ip=HOME, user_agent=CHROME)
        self.assert_found(None, click_id=str(uuid.uuid4()), ip=HOME)
        player = self.register(self.brand_id, click_id=click_id)
        self.assert_attributed(player, "direct", *self.links["home"])

    def test_random_histories_agree_with_a_naive_search(self):
        chance = random.Random(20260310)
        links = [self.link(self.brand_id) for _ in range(3)]
        clicks = []
        for _ in range(120):
            if chance.random() < 0.6:
                clicks.append(self.random_click(chance, links))
            else:
                self.register_against_search(chance, clicks)

    def random_click(self, chance: random.Random, links: list[dict]) -> dict:
        """A click from few addresses and agents; a quarter of them are no visits."""
        address, agent = chance.choice((HOME, OFFICE, ELSEWHERE)), chance.choice((CHROME, FIREFOX, GOOGLEBOT))
        link = chance.choice(links)
        click = self.recorded(self.click(link, chance.choice(("GET", "GET", "HEAD")), address=address, agent=agent))
        return click | {"ip": address, "user_agent": agent, "link": link}

    def register_against_search(self, chance: random.Random, clicks: list[dict]):
        evidence = {"ip": chance.choice((HOME, OFFICE, ELSEWHERE)), "user_agent": chance.choice((CHROME, FIREFOX))}
        given = {name: value for name, value in evidence.items() if chance.random() < 0.5}
        until = chance.choice(clicks)["recordedAt"] if clicks and chance.random() < 0.5 else hours_from_now(1)
        found = [click for click in clicks if click["counted"] and moment(click["recordedAt"]) <= moment(until)
                 and all(click[name] == value for name, value in given.items())]
        player = self.register(self.brand_id, event_time=until, **given)
        if found:
            self.assert_attributed(player, "lastClick", found[-1]["clickId"], found[-1]["link"])
        else:
            self.assert_organic(player)


class Countries(Tracking):
    """With a database that knows where addresses lie. The one of `NOWHERE` is not in it."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="fairlead-test-")
        cls.addClassCleanup(folder.cleanup)
        database = Path(folder.name) / "countries.mmdb"
        write_country_database(database, {"203.0.113.0/24": "DE", "198.51.100.0/24": "SE", "2001:db8::/32": "MT"})
        cls.settings = cls.settings | {"country_database": database}
        super().setUpClass()

    def test_a_clicks_country_comes_from_its_address(self):
        link = self.link()
        for address, country in ((HOME, "DE"), (OFFICE, "SE"), (ELSEWHERE, "MT"), (NOWHERE, None), ("::1", None)):
            with self.subTest(address):
                self.assertEqual(self.recorded(self.click(link, address=address))["country"] or None, country)

    def test_a_known_country_must_agree(self):
        brand = self.brand()
        german, swedish = self.link(brand), self.link(brand)
        first, last = self.click(german, address=HOME), self.click(swedish, address=OFFICE)
        self.assert_attributed(self.register(brand, country="DE"), "lastClick", first, german)
        self.assert_attributed(self.register(brand, country="de"), "lastClick", first, german)
        self.assert_attributed(self.register(brand, country="SE"), "lastClick", last, swedish)
        self.assert_attributed(self.register(brand), "lastClick", last, swedish)
        self.assert_organic(self.register(brand, country="MT"))

    def test_an_unknown_country_agrees_with_all(self):
        brand = self.brand()
        german, nowhere = self.link(brand), self.link(brand)
        self.click(german, address=HOME)
        last = self.click(nowhere, address=NOWHERE)
        for country in ("DE", "SE", "MT"):
            self.assert_attributed(self.register(brand, country=country), "lastClick", last, nowhere)
        later = self.click(german, address=HOME)
        self.assert_attributed(self.register(brand, country="DE"), "lastClick", later, german)
        self.assert_attributed(self.register(brand, country="SE"), "lastClick", last, nowhere)

    def test_country_address_and_agent_must_all_agree(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link, address=HOME, agent=CHROME)
        self.click(link, address=OFFICE, agent=CHROME)
        found = {"ip": HOME, "user_agent": CHROME, "country": "DE"}
        self.assert_attributed(self.register(brand, **found), "lastClick", click_id, link)
        for member, value in (("ip", OFFICE), ("user_agent", FIREFOX), ("country", "SE")):
            with self.subTest(member):
                self.assert_organic(self.register(brand, **found | {member: value}))

    def test_a_named_click_decides_whatever_its_country(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link, address=HOME)
        self.assert_attributed(self.register(brand, click_id=click_id, country="SE"), "direct", click_id, link)


class DirectOnSqlite(Direct, ServiceCase):
    pass


class DirectOnPostgres(Direct, PostgresCase):
    pass


class LastClickOnSqlite(LastClick, ServiceCase):
    pass


class LastClickOnPostgres(LastClick, PostgresCase):
    pass


class EvidenceOnSqlite(Evidence, ServiceCase):
    pass


class EvidenceOnPostgres(Evidence, PostgresCase):
    pass


class CountriesOnSqlite(Countries, ServiceCase):
    pass


class CountriesOnPostgres(Countries, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
