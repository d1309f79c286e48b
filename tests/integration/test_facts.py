"""The blocks of facts: one per commit, without gaps, and complete for all acknowledged requests."""

import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.tracking import Tracking, impression_path


class Facts(Tracking):
    def blocks(self) -> list[tuple[int, int, int, int]]:
        self.tracked()  # The ledger takes the click journal over before this is answered.
        return self.service.ledger().blocks(self.service.account.operator_id)

    def assert_whole(self):
        """Checks that numbers have no gaps, that times increase, and that the clicks are those that the API counts."""
        blocks = self.blocks()
        self.assertEqual([number for number, *_ in blocks], list(range(1, len(blocks) + 1)))
        times = [recorded_at for _, recorded_at, *_ in blocks]
        self.assertEqual(times, sorted(set(times)))
        self.assertEqual(sum(clicks for *_, clicks, _ in blocks), self.tracked()["clicks"])

    def test_an_event_a_click_and_an_impression_append_a_block_each(self):
        link, creative = self.link(), self.creative()["id"]
        acts = (lambda: self.accept(self.event("deposit")), lambda: self.click(link),
                lambda: self.visit(impression_path(creative)), lambda: self.register(self.brand()))
        for act in acts:
            before = len(self.blocks())
            act()
            self.assertEqual(len(self.blocks()), before + 1)
        self.assert_whole()

    def test_a_duplicate_appends_nothing(self):
        event = self.event("deposit")
        self.accept(event)
        before = self.blocks()
        self.assertEqual(self.client.send_event(event).status, 200)
        self.assertEqual(self.blocks(), before)

    def test_a_refused_request_appends_nothing(self):
        link = self.link()
        before = self.blocks()
        self.assertEqual(self.client.send_event(self.event(amount="x")).status, 400)
        self.assertEqual(self.visit(f"/api/v1/track/click/{link['linkId']}?relativepath=..").status, 400)
        self.assertEqual(self.visit("/api/v1/track/click/unknown").status, 404)
        self.assertEqual(self.blocks(), before)

    def test_a_batch_is_one_block(self):
        before = len(self.blocks())
        self.assertEqual(self.client.send_batch([self.event("deposit") for _ in range(50)]).status, 202)
        self.assertEqual(len(self.blocks()), before + 1)
        self.assertGreaterEqual(self.blocks()[-1][3], 50)

    def test_a_reassignment_corrects_the_facts(self):
        link, other = self.link(self.brand()), self.affiliate()["id"]
        player = self.register(link["brandId"], click_id=self.click(link))
        before = len(self.blocks())
        body = {"affiliateId": other, "reason": "A mistake."}
        answer = self.client.api("POST", f"/players/{player['id']}/reassign", body)
        self.assertIn(answer.status, (200, 201), answer.body)
        self.assertEqual(len(self.blocks()), before + 1)
        self.assertGreaterEqual(self.blocks()[-1][3], 2)

    def test_numbers_continue_after_a_kill(self):
        link = self.link()
        self.click(link)
        self.restart(kill=True)
        self.click(link)
        self.accept(self.event("deposit"))
        self.assert_whole()

    def test_operators_have_numbers_of_their_own(self):
        rival = self.service.create_operator("Rival Gaming")
        with self.service.client(rival.api_key) as client:
            event = self.event("deposit", brand_id=rival.brand_id)
            self.assertEqual(client.send_event(event).status, 202)
        blocks = self.service.ledger().blocks(rival.operator_id)
        self.assertEqual([number for number, *_ in blocks], list(range(1, len(blocks) + 1)))
        self.assertEqual(len(blocks), 1)
        self.assert_whole()


class FactsOnSqlite(Facts, ServiceCase):
    pass


class FactsOnPostgres(Facts, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
