"""Calls that are not visits: recorded and redirected like all others, but not counted."""

import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.tracking import CHROME, FIREFOX, GOOGLEBOT, IPHONE, Tracking

BOTS = (
    GOOGLEBOT,
    "Googlebot-Image/1.0",
    "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)",
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    "Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Twitterbot/1.0",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)",
)

PEOPLE = (
    CHROME, FIREFOX, IPHONE,
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 "
    "Safari/605.1.15",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 "
    "Edg/126.0.0.0",
    "Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
    "Chrome/121.0.0.0 Mobile Safari/537.36",
    # A phone manufacturer whose name ends in "bot".
    "Mozilla/5.0 (Linux; Android 9; CUBOT_X18_Plus) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/96.0.4664.45 Mobile "
    "Safari/537.36",
    # The browser inside an app. Another agent, a bot, creates the link previews of the app.
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 "
    "[FBAN/FBIOS;FBAV/468.0.0.46.109;FBBV/607563325;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/17.5;FBSS/3]",
)

PREFETCHES = (
    {"Purpose": "prefetch"}, {"purpose": "Prefetch"}, {"Sec_Purpose": "prefetch"},
    {"Sec_Purpose": "prefetch;prerender"}, {"Sec_Purpose": "prefetch;anonymous-client-ip"},
    {"X_Moz": "prefetch"}, {"X_Purpose": "preview"}, {"X_Purpose": "prefetch"},
)


class Bots(Tracking):
    def assert_uncounted(self, click_id: str) -> str:
        click = self.recorded(click_id)
        self.assertIs(click["counted"], False)
        self.assertTrue(click["uncountedReason"])
        return click["uncountedReason"]

    def test_a_known_bot_is_redirected_and_not_counted(self):
        link = self.link()
        for agent in BOTS:
            with self.subTest(agent):
                self.assert_uncounted(self.click(link, agent=agent))

    def test_browsers_are_counted(self):
        link = self.link()
        for agent in PEOPLE:
            with self.subTest(agent):
                self.assertIs(self.recorded(self.click(link, agent=agent))["counted"], True)

    def test_a_missing_user_agent_is_not_a_bot(self):
        self.assertIs(self.recorded(self.click(self.link(), agent=None))["counted"], True)

    def test_a_head_request_is_not_counted(self):
        self.assert_uncounted(self.click(self.link(), "HEAD"))

    def test_a_prefetch_is_not_counted(self):
        link = self.link()
        for headers in PREFETCHES:
            with self.subTest(headers):
                self.assert_uncounted(self.click(link, **headers))

    def test_other_purposes_are_counted(self):
        link = self.link()
        for headers in ({"Purpose": "navigate"}, {"Sec_Fetch_Mode": "navigate"}, {"X_Moz": ""}, {"Sec_Purpose": ""}):
            with self.subTest(headers):
                self.assertIs(self.recorded(self.click(link, **headers))["counted"], True)

    def test_an_inactive_links_visitor_reaches_the_destination_uncounted(self):
        link = self.link()
        self.change("/links/" + link["linkId"], status="inactive")
        self.assert_uncounted(self.click(link))
        self.change("/links/" + link["linkId"], status="active")
        self.assertIs(self.recorded(self.click(link))["counted"], True)

    def test_the_visitor_of_an_affiliate_that_is_not_approved_reaches_the_destination_uncounted(self):
        affiliate = self.affiliate()["id"]
        link = self.link(affiliate=affiliate)
        for status in ("suspended", "pending"):
            with self.subTest(status):
                self.change("/affiliates/" + affiliate, status=status)
                self.assert_uncounted(self.click(link))
        self.change("/affiliates/" + affiliate, status="approved")
        self.assertIs(self.recorded(self.click(link))["counted"], True)

    def test_each_reason_has_its_own_text(self):
        link, inactive = self.link(), self.link(status="inactive")
        suspended = self.link(affiliate=self.affiliate(status="suspended")["id"])
        reasons = [self.assert_uncounted(click_id) for click_id in (
            self.click(link, "HEAD"), self.click(link, agent=GOOGLEBOT), self.click(link, Purpose="prefetch"),
            self.click(inactive), self.click(suspended))]
        self.assertEqual(len(set(reasons)), len(reasons), reasons)

    def test_the_list_distinguishes_counted_and_uncounted_clicks(self):
        link = self.link()
        counted = {self.click(link), self.click(link, agent=FIREFOX)}
        uncounted = {self.click(link, "HEAD"), self.click(link, agent=GOOGLEBOT)}
        for value, ids in ((True, counted), (False, uncounted)):
            self.assertEqual({click["clickId"] for click in self.clicks(linkId=link["linkId"], counted=value)}, ids)


class BotsOnSqlite(Bots, ServiceCase):
    pass


class BotsOnPostgres(Bots, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
