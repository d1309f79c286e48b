"""Visitors over the limit of their address, and floods of bots, are redirected and counted but not stored."""

import unittest

from tests.support.case import ServiceCase
from tests.support.client import compose
from tests.support.tracking import CHROME, GOOGLEBOT, Tracking, click_path, listed

PER_ADDRESS = 20
AT_ONCE = 50
# docs/rules.md §3.6.
BOTS_PER_MINUTE = 600


class VisitLimits(Tracking, ServiceCase):
    settings = Tracking.settings | {"track_visits_per_minute": PER_ADDRESS}

    def flood(self, link: dict, count: int, addresses: list[str], agent: str = CHROME):
        """Sends clicks, many at a time. Every one must be redirected with an id of its own."""
        requests = [compose("GET", click_path(link["linkId"]),
                            {"User-Agent": agent, "X-Forwarded-For": addresses[number % len(addresses)]})
                    for number in range(count)]
        places = []
        with self.service.raw() as raw:
            for first in range(0, count, AT_ONCE):
                together = requests[first:first + AT_ONCE]
                raw.send(b"".join(together))
                answers = [raw.read_response() for _ in together]
                self.assertEqual({answer.status for answer in answers}, {302})
                places += [answer.header("Location") for answer in answers]
        self.assertEqual(len(set(places)), count)
        for place in places:
            self.assertTrue(place.startswith(link["destinationUrl"]))

    def stored(self, link: dict) -> int:
        return len(self.clicks(linkId=link["linkId"]))

    def counted(self, link: dict) -> tuple[int, int]:
        """The bots and the visitors over the limit that clicked a link and were only counted, on all days."""
        sums = listed(self.client, "/clicks/limited", linkId=link["linkId"])
        return sum(each["bots"] for each in sums), sum(each["overLimit"] for each in sums)

    def test_a_visitor_over_the_limit_is_redirected_and_counted_but_not_stored(self):
        link = self.link()
        before, counted = self.tracked(), self.metrics.sum("fairlead_clicks_total", status="limited")
        self.flood(link, 500, ["192.0.2.1"])
        after = self.tracked()
        self.assertEqual(self.stored(link), PER_ADDRESS)
        self.assertEqual(after["clicks"] - before["clicks"], PER_ADDRESS)
        self.assertEqual(after["limitedClicks"] - before["limitedClicks"], 500 - PER_ADDRESS)
        self.assertEqual(self.metrics.sum("fairlead_clicks_total", status="limited") - counted, 500 - PER_ADDRESS)
        self.assertEqual(self.counted(link), (0, 500 - PER_ADDRESS))
        # Another visitor is not concerned.
        self.recorded(self.click(link, address="192.0.2.2"))

    def test_a_flood_does_not_make_the_ledger_grow(self):
        link = self.link()
        self.flood(link, PER_ADDRESS, ["192.0.2.10"])
        self.assertEqual(self.stored(link), PER_ADDRESS)
        blocks = self.service.ledger().blocks(self.service.account.operator_id)
        self.flood(link, 2000, ["192.0.2.10"])
        self.assertEqual(len(self.service.ledger().blocks(self.service.account.operator_id)), len(blocks))

    def test_bots_are_stored_up_to_a_limit_whatever_their_addresses(self):
        link = self.link()
        addresses = [f"198.51.{number // 250}.{number % 250}" for number in range(500)]
        self.flood(link, BOTS_PER_MINUTE + 400, addresses, GOOGLEBOT)
        self.assertLessEqual(self.stored(link), BOTS_PER_MINUTE)
        self.assertGreater(self.stored(link), BOTS_PER_MINUTE - 100)
        self.assertTrue(self.recorded(self.click(link, address="203.0.113.5"))["counted"])
        self.assertEqual(self.counted(link), (BOTS_PER_MINUTE + 400 - self.stored(link) + 1, 0))

    def test_counts_survive_a_restart(self):
        link, other = self.link(), self.link()
        self.flood(link, PER_ADDRESS + 30, ["192.0.2.20"])
        self.flood(other, PER_ADDRESS + 5, ["192.0.2.21"])
        # The server stops before the counts of the last seconds are asked for.
        self.restart()
        self.assertEqual(self.counted(link), (0, 30))
        self.assertEqual(self.counted(other), (0, 5))
        before = self.tracked()["limitedClicks"]
        self.flood(link, PER_ADDRESS + 1, ["192.0.2.22"])
        self.assertEqual(self.counted(link), (0, 31))
        self.assertEqual(self.tracked()["limitedClicks"], before + 1)

    def test_an_invalid_filter_of_the_counts_is_named(self):
        for query in ("startDate=yesterday", "endDate=2026-02-30", "linkId=x", "cursor=x", "affiliateId=x"):
            answer = self.client.api("GET", "/clicks/limited?" + query)
            self.assertEqual(answer.status, 400, query)
            self.assertIn(query.split("=")[0], answer.json()["detail"])

    def test_addresses_of_this_machine_have_no_limit(self):
        link = self.link()
        self.flood(link, 5 * PER_ADDRESS, ["127.0.0.1"])
        self.assertEqual(self.stored(link), 5 * PER_ADDRESS)


if __name__ == "__main__":
    unittest.main()
