"""The record of a click: the dimensions of the link, the SubIDs and the data from the user agent."""

import random
import threading
import unittest
import uuid
from collections import Counter

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import compose
from tests.support.tracking import CHROME, FIREFOX, IPHONE, Tracking, click_id_of, click_path, moment

MEMBERS = {"clickId", "recordedAt", "linkId", "affiliateId", "brandId", "campaignId", "creativeId",
           "marketingSourceId", "country", "geoTarget", "device", "os", "browser", "sub1", "sub2", "sub3", "sub4",
           "sub5", "counted", "uncountedReason"}
CONNECTIONS = 64


class Clicks(Tracking):
    def full_link(self) -> dict:
        """A link with every optional member."""
        brand, affiliate = self.brand(), self.affiliate()["id"]
        campaign = self.make("/campaigns", brandId=brand, name="Spring")["id"]
        creative = self.make("/creatives", campaignId=campaign, name="Banner")["id"]
        source = self.make("/marketing-sources", affiliateId=affiliate, name="Blog")["id"]
        return self.link(brand, affiliate, campaignId=campaign, creativeId=creative, marketingSourceId=source,
                         geoTarget="DE")

    def test_a_click_carries_the_dimensions_of_its_link(self):
        link = self.full_link()
        click = self.recorded(self.click(link))
        self.assertLessEqual(MEMBERS, set(click))
        for member in ("linkId", "affiliateId", "brandId", "campaignId", "creativeId", "marketingSourceId",
                       "geoTarget"):
            with self.subTest(member):
                self.assertEqual(click[member], link[member])
        self.assertIs(click["counted"], True)
        self.assertIsNone(click["uncountedReason"])

    def test_a_click_keeps_the_dimensions_that_its_link_had_then(self):
        link = self.full_link()
        before = self.click(link)
        self.change("/links/" + link["linkId"], campaignId=None, creativeId=None, geoTarget="AT")
        after = self.click(link)
        self.assertEqual(self.recorded(before)["campaignId"], link["campaignId"])
        self.assertEqual(self.recorded(before)["geoTarget"], "DE")
        self.assertIsNone(self.recorded(after)["campaignId"])
        self.assertEqual(self.recorded(after)["geoTarget"], "AT")

    def test_a_plain_link_has_no_further_dimensions(self):
        click = self.recorded(self.click(self.link()))
        for member in ("campaignId", "creativeId", "marketingSourceId"):
            self.assertIsNone(click[member], member)
        for member in ("country", "geoTarget", "sub1", "sub2", "sub3", "sub4", "sub5"):
            self.assertFalse(click[member], member)

    def test_the_id_of_a_click_contains_its_time(self):
        click = self.recorded(self.click(self.link()))
        self.assert_uuid7(click["clickId"])
        milliseconds = uuid.UUID(click["clickId"]).int >> 80
        self.assertEqual(milliseconds, int(moment(click["recordedAt"]).timestamp() * 1_000_000) // 1000)

    def test_a_click_is_visible_as_soon_as_it_is_answered(self):
        link = self.link()
        for number in range(1, 21):
            click_id = self.click(link)
            self.assertEqual(self.clicks(linkId=link["linkId"])[0]["clickId"], click_id)
            self.assertEqual(len(self.clicks(linkId=link["linkId"])), number)

    def test_clicks_survive_a_restart(self):
        link = self.full_link()
        ids = [self.click(link, query={"sub1": f"n{number}"}) for number in range(5)]
        before, tracked = self.clicks(linkId=link["linkId"]), self.tracked()
        self.restart()
        self.assertEqual(self.clicks(linkId=link["linkId"]), before)
        self.assertEqual([click["clickId"] for click in before], ids[::-1])
        self.assertEqual(self.tracked(), tracked)

    def test_clicks_from_many_connections_at_once_are_all_recorded_once(self):
        links = [self.link() for _ in range(3)]
        answered = {link["linkId"]: set() for link in links}
        lock = threading.Lock()

        def visit(seed: int):
            chance = random.Random(seed)
            with self.service.raw() as raw:
                for _ in range(20):
                    link = chance.choice(links)["linkId"]
                    raw.send(compose("GET", click_path(link)))
                    click_id = click_id_of(raw.read_response().header("Location"))
                    with lock:
                        answered[link].add(click_id)

        before = self.tracked()["clicks"]
        visitors = [threading.Thread(target=visit, args=(seed,)) for seed in range(CONNECTIONS)]
        for thread in visitors:
            thread.start()
        for thread in visitors:
            thread.join()
        self.assertEqual(sum(map(len, answered.values())), CONNECTIONS * 20)
        for link, ids in answered.items():
            times = Counter(click["clickId"] for click in self.clicks(linkId=link))
            self.assertEqual(times, Counter(ids))
        self.assertEqual(self.tracked()["clicks"], before + CONNECTIONS * 20)

    def test_pipelined_clicks_are_answered_in_their_order(self):
        links = [self.link(destinationUrl=f"https://play.example/{number}") for number in range(8)]
        with self.service.raw() as raw:
            raw.send(b"".join(compose("GET", click_path(link["linkId"])) for link in links))
            for link in links:
                location = raw.read_response().header("Location")
                self.assertTrue(location.startswith(link["destinationUrl"] + "?"), location)
                self.assertEqual(self.recorded(click_id_of(location))["linkId"], link["linkId"])

    def test_counted_clicks_are_a_metric(self):
        link = self.link()
        before = self.metrics.sum("fairlead_clicks_total", status="counted")
        uncounted = self.metrics.sum("fairlead_clicks_total", status="uncounted")
        self.click(link)
        self.click(link)
        self.click(link, "HEAD")
        self.assertEqual(self.metrics.sum("fairlead_clicks_total", status="counted"), before + 2)
        self.assertEqual(self.metrics.sum("fairlead_clicks_total", status="uncounted"), uncounted + 1)
        self.assertEqual(self.metrics.sum("fairlead_clicks_total", status="lost"), 0)


class SubIds(Tracking):
    def subs(self, link: dict, query: str) -> list[str]:
        """The recorded SubIDs of a click with this query. A missing SubID is an empty text."""
        answer = self.visit(f"{click_path(link['linkId'])}?{query}")
        self.assertEqual(answer.status, 302, answer.body)
        click = self.recorded(click_id_of(answer.header("Location")))
        return [click[f"sub{number}"] or "" for number in range(1, 6)]

    def test_five_labels_are_kept(self):
        link = self.link()
        self.assertEqual(self.subs(link, "sub1=a&sub2=b&sub3=c&sub4=d&sub5=e"), ["a", "b", "c", "d", "e"])
        self.assertEqual(self.subs(link, "sub5=e&sub3=c"), ["", "", "c", "", "e"])
        self.assertEqual(self.subs(link, "sub1=&sub2"), [""] * 5)
        self.assertEqual(self.subs(link, "sub0=x&sub6=x&sub11=x&SUB1=x&sub=x"), [""] * 5)

    def test_a_label_is_decoded_once(self):
        link = self.link()
        for given, kept in (("%C3%BCber%20uns", "über uns"), ("a+b", "a b"), ("%252e", "%2e"), ("a%26b%3Dc", "a&b=c"),
                            ("%F0%9F%8E%B0", "🎰"), ("a=b", "a=b"), ("100%", "100%"), ("%zz", "%zz"),
                            ("%22%5C", '"\\'),
                            ("%3Cscript%3E", "<script>"), ("{clickid}", "{clickid}"), ("it's", "it's")):
            with self.subTest(given):
                self.assertEqual(self.subs(link, "sub1=" + given)[0], kept)

    def test_the_first_of_repeated_labels_counts(self):
        self.assertEqual(self.subs(self.link(), "sub1=a&sub1=b&sub2=&sub2=c")[:2], ["a", ""])

    def test_a_long_label_is_cut_to_255_characters(self):
        link = self.link()
        self.assertEqual(self.subs(link, "sub1=" + "x" * 255)[0], "x" * 255)
        self.assertEqual(self.subs(link, "sub1=" + "x" * 256)[0], "x" * 255)
        self.assertEqual(self.subs(link, "sub1=" + "x" * 5000)[0], "x" * 255)
        self.assertEqual(self.subs(link, "sub1=" + "%C3%A9" * 300)[0], "é" * 255)
        self.assertEqual(self.subs(link, "sub1=" + "%F0%9F%8E%B0" * 255)[0], "🎰" * 255)
        self.assertEqual(self.subs(link, "sub1=" + "x" * 254 + "%F0%9F%8E%B0y")[0], "x" * 254 + "🎰")

    def test_invalid_utf_8_is_replaced(self):
        link = self.link()
        for given in ("a%FFb", "a%C3", "%ED%A0%80", "%C0%AE", "%F5%80%80%80", "a%80%80b", "%FF" * 600):
            with self.subTest(given[:20]):
                kept = self.subs(link, "sub1=" + given)[0]
                self.assertIn("\ufffd", kept)
                self.assertLessEqual(len(kept), 255)
                self.assertTrue(kept.replace("\ufffd", "").isascii())
        self.assertEqual(self.subs(link, "sub1=a%FFb")[0], "a\ufffdb")

    def test_control_characters_lose_no_visitor_and_no_click(self):
        link = self.link()
        for given in ("%00", "a%00b", "%0D%0Ax", "%1B[31m", "%7F", "%C2%85"):
            with self.subTest(given):
                self.subs(link, "sub1=" + given)


class Agents(Tracking):
    def test_device_system_and_browser_come_from_the_user_agent(self):
        link = self.link()
        for agent, system, browser in ((CHROME, "Windows", "Chrome"), (FIREFOX, "Linux", "Firefox"),
                                       (IPHONE, "iOS", "Safari")):
            with self.subTest(browser):
                click = self.recorded(self.click(link, agent=agent))
                self.assertIn(system, click["os"])
                self.assertIn(browser, click["browser"])
        desktop, phone = (self.recorded(self.click(link, agent=agent))["device"] for agent in (CHROME, IPHONE))
        self.assertTrue(desktop and phone)
        self.assertNotEqual(desktop, phone)

    def test_a_visitor_without_a_user_agent_is_redirected(self):
        link = self.link()
        for agent in (None, "", " ", "x", "\xe9\xff", "(((((", "a" * 4000, "Mozilla/5.0 " + "(" * 1000):
            with self.subTest((agent or "")[:20]):
                self.assertTrue(self.recorded(self.click(link, agent=agent))["counted"])

    def test_an_address_is_never_stored_unencrypted(self):
        link = self.link()
        for address in ("203.0.113.177", "2001:db8:77:88:99::aa"):
            with self.subTest(address):
                click = self.recorded(self.click(link, address=address))
                self.assertNotIn(address, str(click))
                self.accept(self.event(ip=address, player_external_ref=str(uuid.uuid4())))
                self.restart()
                self.assertFalse(self.service.ledger().contains(address))
                self.assertFalse(address in self.service.log_path.read_text())


class ClicksOnSqlite(Clicks, ServiceCase):
    pass


class ClicksOnPostgres(Clicks, PostgresCase):
    pass


class SubIdsOnSqlite(SubIds, ServiceCase):
    pass


class AgentsOnSqlite(Agents, ServiceCase):
    pass


class AgentsOnPostgres(Agents, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
