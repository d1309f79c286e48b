"""More clicks than memory holds are found by id and by evidence, also after a kill."""

import random
import re
import threading
import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import compose
from tests.support.tracking import CHROME, FIREFOX, Tracking, click_path

CONNECTIONS = 32
AT_ONCE = 50
SAMPLES = 15
CLICK_ID = re.compile(rb"[?&]click_id=([0-9a-f-]{36})")


class ManyClicks(Tracking):
    count: int

    @staticmethod
    def address(number: int) -> str:
        return "100.{}.{}.{}".format(64 + number // 65536, number // 256 % 256, number % 256)

    def crowd(self, link: dict) -> list[str]:
        """Sends this number of clicks, each from its own address, over many connections and several at a time."""
        ids: list[str | None] = [None] * self.count
        share = self.count // CONNECTIONS

        def come(first: int):
            with self.service.raw() as raw:
                for start in range(first, first + share, AT_ONCE):
                    numbers = range(start, min(start + AT_ONCE, first + share))
                    ids[numbers.start:numbers.stop] = self.click_in_a_row(raw, link, numbers)

        visitors = [threading.Thread(target=come, args=(turn * share,)) for turn in range(CONNECTIONS)]
        for thread in visitors:
            thread.start()
        for thread in visitors:
            thread.join()
        self.assertNotIn(None, ids)
        return ids

    def click_in_a_row(self, raw, link: dict, numbers: range) -> list[str]:
        """Requests that are sent without waiting for the responses, which come in the same order."""
        raw.send(b"".join(compose("GET", click_path(link["linkId"]), {
            "User-Agent": CHROME if number % 2 else FIREFOX, "X-Forwarded-For": self.address(number)})
            for number in numbers))
        received = b""
        while len(found := CLICK_ID.findall(received)) < len(numbers):
            piece = raw.socket.recv(1 << 16)
            self.assertTrue(piece, "the connection ended")
            received += piece
        return [click_id.decode() for click_id in found]

    def assert_found(self, brand: str, link: dict, ids: list[str]):
        chance = random.Random(self.count)
        for number in [0, self.count - 1, *chance.sample(range(self.count), SAMPLES)]:
            with self.subTest(number):
                click_id, agent = ids[number], CHROME if number % 2 else FIREFOX
                self.assert_attributed(self.register(brand, click_id=click_id), "direct", click_id, link)
                player = self.register(brand, ip=self.address(number), user_agent=agent)
                self.assert_attributed(player, "lastClick", click_id, link)
                wrong = CHROME if agent == FIREFOX else FIREFOX
                self.assert_organic(self.register(brand, ip=self.address(number), user_agent=wrong))
        for agent, turn in ((CHROME, 1), (FIREFOX, 0)):
            player = self.register(brand, user_agent=agent)
            self.assert_attributed(player, "lastClick", max(ids[turn::2]), link)
        self.assert_attributed(self.register(brand), "lastClick", max(ids), link)

    def test_many_clicks_are_found_by_id_and_by_evidence_also_after_a_kill(self):
        brand = self.brand()
        link = self.link(brand)
        before = self.tracked()["clicks"]
        ids = self.crowd(link)
        self.assertEqual(len(set(ids)), self.count)
        self.assertEqual(self.tracked()["clicks"], before + self.count)
        self.assert_found(brand, link, ids)
        self.restart(kill=True)
        self.assertEqual(self.tracked()["clicks"], before + self.count)
        self.assert_found(brand, link, ids)


class ManyClicksOnSqlite(ManyClicks, ServiceCase):
    count = 2000 * CONNECTIONS


class ManyClicksOnPostgres(ManyClicks, PostgresCase):
    count = 500 * CONNECTIONS


if __name__ == "__main__":
    unittest.main()
