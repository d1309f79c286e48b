"""Evidence for a registration that names no click: address, user agent and country."""

import random
import tempfile
import unittest
import uuid
from pathlib import Path

from tests.support.case import PostgresCase, ServiceCase
from tests.support.country_database import write_country_database
from tests.support.events import hours_from_now
from tests.support.tracking import CHROME, FIREFOX, GOOGLEBOT, IPHONE, Tracking, moment, shifted

HOME, OFFICE, ELSEWHERE, NOWHERE = "203.0.113.7", "198.51.100.23", "2001:db8::1:2", "192.0.2.200"


class Evidence(Tracking):
    def setUp(self):
        super().setUp()
        self.brand_id = self.brand()
        self.links = {}

    def visit_from(self, name: str, **visit) -> str:
        """A click on a new link, stored under a name."""
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

    def test_an_address_narrows_the_candidates(self):
        self.visit_from("home", address=HOME)
        self.visit_from("elsewhere", address=ELSEWHERE)
        self.visit_from("office", address=OFFICE)
        self.assert_found("home", ip=HOME)
        self.assert_found("elsewhere", ip=ELSEWHERE)
        self.assert_found("elsewhere", ip="2001:0DB8:0:0:0:0:1:2")
        self.assert_found("home", ip="::ffff:203.0.113.7")
        self.assert_found("office")
        self.assert_found(None, ip="203.0.113.8")

    def test_the_last_click_from_an_address_decides(self):
        self.visit_from("first", address=HOME)
        self.visit_from("second", address=HOME)
        self.visit_from("third", address=OFFICE)
        self.assert_found("second", ip=HOME)

    def test_a_user_agent_narrows_the_candidates(self):
        self.visit_from("chrome", agent=CHROME)
        self.visit_from("firefox", agent=FIREFOX)
        self.assert_found("chrome", user_agent=CHROME)
        self.assert_found("firefox", user_agent=FIREFOX)
        self.assert_found(None, user_agent=IPHONE)
        self.assert_found(None, user_agent=CHROME.lower())

    def test_all_given_evidence_must_match(self):
        self.visit_from("chrome at home", agent=CHROME, address=HOME)
        self.visit_from("firefox at home", agent=FIREFOX, address=HOME)
        self.visit_from("chrome at work", agent=CHROME, address=OFFICE)
        self.assert_found("chrome at home", ip=HOME, user_agent=CHROME)
        self.assert_found("firefox at home", ip=HOME, user_agent=FIREFOX)
        self.assert_found("chrome at work", ip=OFFICE, user_agent=CHROME)
        self.assert_found("chrome at work", user_agent=CHROME)
        self.assert_found("firefox at home", ip=HOME)
        self.assert_found(None, ip=OFFICE, user_agent=FIREFOX)

    def test_a_click_with_an_unknown_country_matches_every_country(self):
        self.visit_from("home", address=HOME)
        self.assert_found("home", country="DE")
        self.assert_found("home", country="SE", ip=HOME)

    def test_evidence_counts_only_within_the_window(self):
        self.change("/brands/" + self.brand_id, attributionWindowDays=1)
        click_id = self.visit_from("home", address=HOME)
        at = self.recorded(click_id)["recordedAt"]
        self.assert_found("home", ip=HOME, event_time=shifted(at, days=1))
        self.assert_found(None, ip=HOME, event_time=shifted(at, days=1, microseconds=1))
        self.assert_found(None, ip=HOME, event_time=shifted(at, microseconds=-1))

    def test_evidence_of_another_brand_does_not_count(self):
        self.click(self.link(self.brand()), address=HOME)
        self.assert_found(None, ip=HOME)

    def test_a_brand_can_require_an_address(self):
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

    def test_a_brand_can_switch_the_fallback_off(self):
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
        """A click from one of a few addresses and agents. A quarter of the clicks are not counted."""
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
    """With a database of countries. The address `NOWHERE` is not in it."""

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

    def test_a_known_country_must_match(self):
        brand = self.brand()
        german, swedish = self.link(brand), self.link(brand)
        first, last = self.click(german, address=HOME), self.click(swedish, address=OFFICE)
        self.assert_attributed(self.register(brand, country="DE"), "lastClick", first, german)
        self.assert_attributed(self.register(brand, country="de"), "lastClick", first, german)
        self.assert_attributed(self.register(brand, country="SE"), "lastClick", last, swedish)
        self.assert_attributed(self.register(brand), "lastClick", last, swedish)
        self.assert_organic(self.register(brand, country="MT"))

    def test_an_unknown_country_matches_all(self):
        brand = self.brand()
        german, nowhere = self.link(brand), self.link(brand)
        self.click(german, address=HOME)
        last = self.click(nowhere, address=NOWHERE)
        for country in ("DE", "SE", "MT"):
            self.assert_attributed(self.register(brand, country=country), "lastClick", last, nowhere)
        later = self.click(german, address=HOME)
        self.assert_attributed(self.register(brand, country="DE"), "lastClick", later, german)
        self.assert_attributed(self.register(brand, country="SE"), "lastClick", last, nowhere)

    def test_country_address_and_agent_must_all_match(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link, address=HOME, agent=CHROME)
        self.click(link, address=OFFICE, agent=CHROME)
        found = {"ip": HOME, "user_agent": CHROME, "country": "DE"}
        self.assert_attributed(self.register(brand, **found), "lastClick", click_id, link)
        for member, value in (("ip", OFFICE), ("user_agent", FIREFOX), ("country", "SE")):
            with self.subTest(member):
                self.assert_organic(self.register(brand, **found | {member: value}))

    def test_a_named_click_decides_with_any_country(self):
        brand = self.brand()
        link = self.link(brand)
        click_id = self.click(link, address=HOME)
        self.assert_attributed(self.register(brand, click_id=click_id, country="SE"), "direct", click_id, link)


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
