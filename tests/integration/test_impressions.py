"""The impression pixel: always the same image, and an exact count."""

import struct
import threading
import unittest
import uuid

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import API, Response, compose
from tests.support.tracking import CHROME, GOOGLEBOT, Tracking, impression_path

CONNECTIONS = 32
TRANSPARENT = 1


class Impressions(Tracking):
    def show(self, creative: str, method: str = "GET", query: dict | None = None, **visit) -> Response:
        return self.visit(impression_path(creative, **(query or {})), method, **visit)

    def counts(self) -> tuple[float, float]:
        return tuple(self.metrics.sum("fairlead_impressions_total", status=status)
                     for status in ("counted", "uncounted"))

    def assert_pixel(self, answer: Response):
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(answer.header("Content-Type"), "image/gif")
        self.assertIn("no-store", answer.header("Cache-Control"))
        self.assertIsNone(answer.header("Set-Cookie"))
        self.assert_transparent_gif(answer.body)

    def assert_transparent_gif(self, picture: bytes):
        """Checks for one pixel and a colour table whose only used colour is transparent (GIF89a, §§ 18 to 27)."""
        self.assertEqual(picture[:6], b"GIF89a")
        width, height, flags = struct.unpack_from("<HHB", picture, 6)
        self.assertEqual((width, height), (1, 1))
        position = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0)
        self.assertEqual(picture[position:position + 3], b"\x21\xf9\x04", "a graphic control extension comes first")
        self.assertEqual(picture[position + 3] & TRANSPARENT, TRANSPARENT)
        position += 8
        self.assertEqual(picture[position:position + 1], b",")
        self.assertEqual(struct.unpack_from("<HHHH", picture, position + 1), (0, 0, 1, 1))
        self.assertEqual(picture[-1:], b";")

    def test_the_response_to_an_impression_is_a_transparent_pixel(self):
        self.assert_pixel(self.show(self.creative()["id"]))

    def test_every_request_gets_the_pixel(self):
        creative, link = self.creative()["id"], self.link()
        for name in (str(uuid.uuid4()), "x", "%00", "%ff", "..", "%2e%2e", "a%2fb", "'", "%", "a" * 3000,
                     creative + "0", creative[:-1], "null", "%F0%9F%8E%B0", link["linkId"]):
            with self.subTest(name[:40]):
                with self.service.raw() as raw:
                    raw.send(compose("GET", f"{API}/track/impression/{name}", {"User-Agent": CHROME}))
                    self.assert_pixel(raw.read_response())
        for query in ("lid=x", "lid=", "aid=x", "lid=%00&aid=%ff", "lid", "?", "&&=", "%", "lid=" + "x" * 5000,
                      f"lid={link['linkId']}", f"lid={link['code']}", f"aid={link['affiliateId']}",
                      f"lid={link['linkId']}&aid={uuid.uuid4()}", f"lid={uuid.uuid4()}&aid={link['affiliateId']}"):
            with self.subTest(query[:40]):
                self.assert_pixel(self.visit(f"{impression_path(creative)}?{query}"))

    def test_a_head_request_has_the_headers_of_the_pixel(self):
        for creative in (self.creative()["id"], "unknown"):
            answer = self.show(creative, "HEAD")
            self.assertEqual((answer.status, answer.header("Content-Type"), answer.body), (200, "image/gif", b""))
            self.assertIn("no-store", answer.header("Cache-Control"))

    def test_a_links_impression_url_shows_the_pixel(self):
        creative = self.creative()["id"]
        link = self.link(creativeId=creative)
        self.assertIn("/track/impression/" + creative, link["impressionUrl"])
        before = self.counts()
        self.assert_pixel(self.visit(API + link["impressionUrl"].split(API, 1)[1]))
        self.assertEqual(self.counts(), (before[0] + 1, before[1]))

    def test_impressions_are_counted(self):
        creative, link = self.creative()["id"], self.link()
        before, ledger = self.counts(), self.tracked()["impressions"]
        for query in ({}, {"lid": link["linkId"]}, {"aid": link["affiliateId"]},
                      {"lid": link["linkId"], "aid": link["affiliateId"]}):
            self.assert_pixel(self.show(creative, query=query))
        self.assertEqual(self.counts(), (before[0] + 4, before[1]))
        self.assertEqual(self.tracked()["impressions"], ledger + 4)

    def test_an_unknown_creative_is_not_counted(self):
        before, ledger = self.counts()[0], self.tracked()["impressions"]
        self.assert_pixel(self.show(str(uuid.uuid4())))
        self.assert_pixel(self.show("x"))
        self.assertEqual(self.counts()[0], before)
        self.assertEqual(self.tracked()["impressions"], ledger)

    def test_bots_heads_and_prefetches_are_not_counted(self):
        creative = self.creative()["id"]
        before = self.counts()[0]
        self.assert_pixel(self.show(creative, agent=GOOGLEBOT))
        self.assert_pixel(self.show(creative, Purpose="prefetch"))
        self.show(creative, "HEAD")
        self.assertEqual(self.counts()[0], before)

    def test_a_missing_user_agent_is_counted(self):
        creative = self.creative()["id"]
        before = self.counts()[0]
        self.assert_pixel(self.show(creative, agent=None))
        self.assertEqual(self.counts()[0], before + 1)

    def test_impressions_from_many_connections_are_all_counted_and_survive_a_kill(self):
        creatives = [self.creative()["id"] for _ in range(3)]
        before = self.tracked()["impressions"]

        def visit(number: int):
            with self.service.raw() as raw:
                for turn in range(20):
                    raw.send(compose("GET", impression_path(creatives[(number + turn) % 3])))
                    raw.read_response()

        visitors = [threading.Thread(target=visit, args=(number,)) for number in range(CONNECTIONS)]
        for thread in visitors:
            thread.start()
        for thread in visitors:
            thread.join()
        self.assertEqual(self.tracked()["impressions"], before + CONNECTIONS * 20)
        self.restart(kill=True)
        self.assertEqual(self.tracked()["impressions"], before + CONNECTIONS * 20)

    def test_only_get_and_head_return_the_pixel(self):
        self.assert_problem(self.show(self.creative()["id"], "POST"), 405)

    def test_an_operator_sees_no_impressions_of_another(self):
        rival = self.service.create_operator("Rival Gaming")
        self.show(self.creative()["id"])
        with self.service.client(rival.api_key) as client:
            self.assertEqual(client.api("GET", "/health").json()["tracking"],
                             {"clicks": 0, "impressions": 0, "limitedClicks": 0})


class ImpressionsOnSqlite(Impressions, ServiceCase):
    pass


class ImpressionsOnPostgres(Impressions, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
