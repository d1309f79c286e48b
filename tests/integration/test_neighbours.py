"""Callers do not affect each other: parallel changes, parallel operators, and unusual but valid input."""

import json
import threading
import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.client import Response
from tests.support.events import fresh_key
from tests.support.tracking import DESTINATION, Tracking, click_id_of, click_path, listed, make_affiliate
from tests.support.waiting import SECONDS_MAX


def side_by_side(functions: list) -> list:
    """Runs the functions at the same moment, each on its own thread, and returns their results."""
    barrier, answers = threading.Barrier(len(functions)), [None] * len(functions)

    def run(number: int):
        barrier.wait(SECONDS_MAX)
        answers[number] = functions[number]()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(functions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class Neighbours(Tracking):
    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival Gaming")

    def test_parallel_changes_are_all_stored(self):
        def importer():
            with self.service.client() as client:
                return [client.api("POST", "/affiliates", {"name": fresh_key("import"), "email": "a@import.example"})
                        for _ in range(10)]

        answers = [answer for of_one in side_by_side([importer] * 8) for answer in of_one]
        self.assertEqual({answer.status for answer in answers}, {201})
        known = {affiliate["id"] for affiliate in listed(self.client, "/affiliates")}
        self.assertEqual({answer.json()["id"] for answer in answers} - known, set())

    def test_a_code_belongs_to_one_operator(self):
        with self.service.client(self.rival.api_key) as rival:
            wanted = [(self.client, make_affiliate(self.client)["id"], self.service.account.brand_id),
                      (rival, make_affiliate(rival)["id"], self.rival.brand_id)]
            for _ in range(10):
                code = fresh_key("race")

                def claim(client, affiliate, brand, code=code):
                    return lambda: client.api("POST", "/links", {"affiliateId": affiliate, "brandId": brand,
                                                                 "destinationUrl": DESTINATION, "code": code})

                answers = side_by_side([claim(*side) for side in wanted])
                self.assertEqual(sorted(answer.status for answer in answers), [201, 409])

    def test_visitors_are_recorded_while_another_operator_changes_its_catalogue(self):
        link = self.link()
        stop = threading.Event()

        def change():
            with self.service.client(self.rival.api_key) as client:
                for number in range(100_000):
                    if stop.is_set():
                        return
                    client.api("PATCH", "/operator", {"name": f"Rival {number}"})

        rivals = [threading.Thread(target=change) for _ in range(8)]
        for rival in rivals:
            rival.start()
        try:
            clicks = [click_id_of(self.visit(click_path(link["linkId"])).header("Location")) for _ in range(30)]
        finally:
            stop.set()
            for rival in rivals:
                rival.join()
        recorded = {click["clickId"] for click in listed(self.client, "/clicks", linkId=link["linkId"])}
        self.assertEqual(set(clicks) - recorded, set())

    def test_an_impossible_destination_is_refused(self):
        link = self.link()
        for destination in ("https://h:99999/", "https://h:0/", "https://h:/", "https://ex%61mple.com/",
                            "https://exa$mple.com/", "https://.foo/", "https://a..b/", "http://[v1.a]/",
                            "https://h:80x", "https://[::1]foo", "https://user@h/", "ftp://h/", "//h/", "h"):
            with self.subTest(destination):
                answer = self.client.api("PATCH", "/links/" + link["linkId"], {"destinationUrl": destination})
                self.assertEqual(answer.status, 400, answer.body)
                self.assertEqual(answer.json()["errors"][0]["pointer"], "/destinationUrl")
        self.assertEqual(self.visit(click_path(link["linkId"])).status, 302)

    def test_an_event_with_a_huge_number_can_be_read(self):
        event = self.event()
        body = json.dumps(event)[:-1] + ', "odd": 1e99999999999999}'
        answer: Response = self.client.request("POST", "/api/v1/events", body.encode(),
                                               {"X-API-Key": self.service.account.api_key})
        self.assertEqual(answer.status, 202, answer.body)
        [read] = listed(self.client, "/events", idempotencyKey=event["idempotency_key"])
        self.assertIn("1e99999999999999", str(read["members"]))

    def test_filters_that_no_record_can_match_are_refused(self):
        for query in ("/players?externalRef=%00", "/players?externalRef=%ff", "/events?idempotencyKey=%00",
                      "/audit-log?subject=%00", "/audit-log?actor=%ff"):
            self.assertEqual(self.client.api("GET", query).status, 400, query)

    def test_many_registrations_of_one_waiting_player_in_one_batch(self):
        brand, reference = self.brand(), fresh_key("player")
        deposit = {"brand_id": brand, "player_external_ref": reference}
        for _ in range(5):
            answer = self.client.api("POST", "/events", {"events": [self.event("deposit", **deposit) for _ in range(100)]})
            self.assertEqual(answer.status, 202)
        click = self.click(self.link(brand))
        registrations = [self.event("registration", **deposit, click_id=click) for _ in range(100)]
        answer = self.client.api("POST", "/events", {"events": registrations})
        self.assertEqual(answer.json()["summary"]["accepted"], 100)
        player = self.player(reference)
        self.assertEqual((player["totals"]["deposit"]["count"], player["totals"]["registration"]["count"]), (500, 1))
        self.assertEqual(player["attribution"]["clickId"], click)

    def test_a_registration_with_a_key_used_in_the_batch_is_a_duplicate(self):
        brand, reference = self.brand(), fresh_key("player")
        of_player = {"brand_id": brand, "player_external_ref": reference}
        click = self.click(self.link(brand))
        first = self.event("deposit", **of_player)
        batch = [first, self.event("registration", **of_player) | {"idempotency_key": first["idempotency_key"]},
                 self.event("registration", **of_player, click_id=click)]
        answer = self.client.api("POST", "/events", {"events": batch})
        self.assertEqual([result["status"] for result in answer.json()["results"]],
                         ["accepted", "duplicate", "accepted"])
        self.assertEqual(self.player(reference)["attribution"]["clickId"], click)


class NeighboursOnSqlite(Neighbours, ServiceCase):
    pass


class NeighboursOnPostgres(Neighbours, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
