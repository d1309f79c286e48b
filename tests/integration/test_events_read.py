"""GET /events: every accepted event as it was sent, with filters, and only the operator's own events."""

import json
import unittest
import uuid
from decimal import Decimal

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key
from tests.support.tracking import Tracking, listed, moment, shifted

MEMBERS = {"id", "eventType", "eventTime", "recordedAt", "brandId", "playerId", "playerExternalRef", "idempotencyKey",
           "amount", "currency", "clickId", "country", "product", "game", "userAgent", "members", "affiliateId",
           "linkId"}


class EventsRead(Tracking):
    @classmethod
    def prepare(cls):
        cls.rival = cls.service.create_operator("Rival Gaming")

    def setUp(self):
        super().setUp()
        self.brand_id = self.brand()

    def events(self, **filters) -> list[dict]:
        return listed(self.client, "/events", **filters)

    def ids(self, **filters) -> list[str]:
        return [event["id"] for event in self.events(**filters)]

    def send(self, event_type: str = "deposit", **members) -> str:
        return self.accept(self.event(event_type, **{"brand_id": self.brand_id} | members))

    def test_an_event_is_shown_as_it_was_sent(self):
        reference, key = fresh_key("player"), fresh_key("key")
        event_id = self.send("deposit", player_external_ref=reference, idempotency_key=key, amount="12.50000001",
                             currency="usd", country="de", product="casino", game="starburst", user_agent="Agent/1",
                             click_id="c1", event_time="2026-03-10T15:05:06.123456+01:00", ip="203.0.113.88",
                             bonusCode="SPRING", nested={"a": [1, "x", None]})
        [event] = self.events(idempotencyKey=key)
        self.assertLessEqual(MEMBERS, set(event))
        expected = {"id": event_id, "eventType": "deposit", "brandId": self.brand_id, "playerExternalRef": reference,
                    "idempotencyKey": key, "currency": "USD", "clickId": "c1", "country": "DE", "product": "casino",
                    "game": "starburst", "userAgent": "Agent/1", "affiliateId": None, "linkId": None,
                    "members": {"bonusCode": "SPRING", "nested": {"a": [1, "x", None]}}}
        self.assertEqual({member: event[member] for member in expected}, expected)
        self.assertIsInstance(event["amount"], str)
        self.assertEqual(Decimal(event["amount"]), Decimal("12.50000001"))
        self.assertEqual(moment(event["eventTime"]), moment("2026-03-10T14:05:06.123456Z"))
        self.assertEqual(event["playerId"], self.player(reference)["id"])
        self.assertNotIn("203.0.113.88", str(event))

    def test_members_are_shown_to_their_last_digit(self):
        for sent, shown in (({"x": 0.30000000000000004, "y": 18446744073709551615}, None), ('{"x":1e400}', '{"x":1e400}'),
                            ('{"y":[12345678901234567890123]}', '{"y":[12345678901234567890123]}')):
            key = fresh_key("key")
            event = self.event("registration", player_external_ref=fresh_key("player"), idempotency_key=key)
            body = json.dumps(event | (sent if shown is None else {}))
            if shown is not None:
                body = body[:-1] + "," + sent[1:]
            self.assertEqual(self.client.request("POST", "/api/v1/events", body).status, 202)
            answer = self.client.api("GET", "/events?idempotencyKey=" + key)
            self.assertNotIn(b"Infinity", answer.body)
            self.assertEqual(answer.json()["items"][0]["members"], shown or sent)

    def test_absent_members_are_null(self):
        key = fresh_key("key")
        self.send("registration", idempotency_key=key, player_external_ref=fresh_key("player"))
        [event] = self.events(idempotencyKey=key)
        for member in ("amount", "currency", "clickId", "country", "product", "game", "userAgent", "affiliateId",
                       "linkId"):
            self.assertIsNone(event[member], member)
        self.assertFalse(event["members"])

    def test_an_event_is_visible_as_soon_as_it_is_accepted(self):
        for number in range(1, 11):
            event_id = self.send()
            self.assertEqual((self.ids(brandId=self.brand_id)[0], len(self.ids(brandId=self.brand_id))),
                             (event_id, number))

    def test_the_newest_event_comes_first(self):
        sent = [self.send(event_time=f"2026-03-{day:02}T00:00:00Z") for day in (5, 1, 9, 3)]
        self.assertEqual(self.ids(brandId=self.brand_id), sent[::-1])

    def test_a_list_is_read_page_by_page_and_every_event_comes_once(self):
        batch = [self.event("deposit", brand_id=self.brand_id) for _ in range(17)]
        sent = [result["event_id"] for result in self.client.send_batch(batch).json()["results"]]
        seen, cursor, pages = [], None, 0
        while pages == 0 or cursor:
            path = f"/events?limit=5&brandId={self.brand_id}" + (f"&cursor={cursor}" if cursor else "")
            page = self.client.api("GET", path).json()
            self.assertEqual(set(page), {"items", "nextCursor"})
            seen += [event["id"] for event in page["items"]]
            cursor, pages = page["nextCursor"], pages + 1
            self.assertLess(pages, 20)
            self.send()  # An event that comes while a list is read changes no page.
        self.assertEqual(sorted(seen), sorted(sent))
        self.assertEqual(pages, 4)

    def test_events_are_found_by_type_player_and_key(self):
        reference, key = fresh_key("player"), fresh_key("key")
        first = self.send("registration", player_external_ref=reference)
        second = self.send("deposit", player_external_ref=reference, idempotency_key=key)
        third = self.send("deposit", player_external_ref=fresh_key("player"))
        self.assertEqual(self.ids(brandId=self.brand_id, eventType="deposit"), [third, second])
        self.assertEqual(self.ids(brandId=self.brand_id, eventType="bonus"), [])
        player = self.player(reference)["id"]
        self.assertEqual(self.ids(playerId=player), [second, first])
        self.assertEqual(self.ids(playerId=player, eventType="registration"), [first])
        self.assertEqual(self.ids(idempotencyKey=key), [second])
        self.assertEqual(self.ids(idempotencyKey=key, eventType="registration"), [])
        self.assertEqual(self.ids(idempotencyKey=key[:-1]), [])

    def test_events_are_found_by_affiliate_and_link(self):
        affiliate = self.affiliate()["id"]
        links = [self.link(self.brand_id, affiliate) for _ in range(2)]
        sent = {link["linkId"]: [] for link in links}
        for link in links:
            reference = fresh_key("player")
            sent[link["linkId"]] = [
                self.send("registration", player_external_ref=reference, click_id=self.click(link)),
                self.send("deposit", player_external_ref=reference)]
        for link_id, ids in sent.items():
            self.assertEqual(self.ids(linkId=link_id), ids[::-1])
        self.assertEqual(sorted(self.ids(affiliateId=affiliate)), sorted(sum(sent.values(), [])))
        self.assertEqual(len(self.ids(affiliateId=affiliate, eventType="deposit")), 2)
        for event in self.events(affiliateId=affiliate):
            self.assertEqual(event["affiliateId"], affiliate)

    def test_events_are_found_by_their_time(self):
        sent = {day: self.send(event_time=f"2026-03-{day:02}T12:00:00Z") for day in (1, 2, 3)}
        found = self.ids(brandId=self.brand_id, **{"from": "2026-03-02T12:00:00Z"})
        self.assertEqual(sorted(found), sorted((sent[2], sent[3])))
        found = self.ids(brandId=self.brand_id, to="2026-03-02T12:00:00.000001Z")
        self.assertEqual(sorted(found), sorted((sent[1], sent[2])))
        found = self.ids(brandId=self.brand_id, **{"from": "2026-03-01T12:00:00.000001Z", "to": "2026-03-03T11:59:59Z"})
        self.assertEqual(found, [sent[2]])

    def test_an_unknown_filter_finds_nothing(self):
        self.send()
        for name in ("playerId", "affiliateId", "linkId", "brandId"):
            with self.subTest(name):
                self.assertEqual(self.ids(**{name: str(uuid.uuid4())}), [])
        self.assertEqual(self.ids(idempotencyKey="unknown"), [])

    def test_an_unusual_query_gets_a_response(self):
        for query in ("limit=0", "limit=201", "cursor=garbage", "from=yesterday"):
            with self.subTest(query):
                self.assert_problem(self.client.api("GET", "/events?" + query), 400)
        for query in ("eventType=unknown", "playerId=x", "affiliateId=%00", "idempotencyKey=%ff", "idempotencyKey="):
            with self.subTest(query):
                answer = self.client.api("GET", "/events?" + query)
                self.assertIn(answer.status, (200, 400), answer.body)

    def test_events_survive_a_restart(self):
        self.send("deposit", amount="3.5", note="kept")
        before = self.events(brandId=self.brand_id)
        self.restart(kill=True)
        self.assertEqual(self.events(brandId=self.brand_id), before)

    def test_an_operator_sees_no_data_of_another(self):
        key = fresh_key("shared")
        mine = self.send(idempotency_key=key)
        with self.service.client(self.rival.api_key) as rival:
            self.assertNotIn(mine, [event["id"] for event in listed(rival, "/events")])
            self.assertEqual(listed(rival, "/events", idempotencyKey=key), [])
            self.assertEqual(listed(rival, "/events", brandId=self.brand_id), [])

    def test_reading_needs_a_key_and_has_no_limit_of_its_own(self):
        with self.service.stranger() as stranger:
            self.assert_problem(stranger.api("GET", "/events"), 401)
        narrow = self.service.create_key(requestsPerMinute=1)["key"]
        with self.service.client(narrow) as client:
            self.assertEqual({client.api("GET", "/events?limit=1").status for _ in range(5)}, {200})
            self.assertEqual(client.send_event(self.event()).status, 202)

    def test_recording_times_increase(self):
        for _ in range(5):
            self.send()
        times = [moment(event["recordedAt"]) for event in self.events(brandId=self.brand_id)]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertGreater(times[-1], moment(shifted(self.events(brandId=self.brand_id)[0]["recordedAt"], hours=-1)))


class EventsReadOnSqlite(EventsRead, ServiceCase):
    pass


class EventsReadOnPostgres(EventsRead, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
