"""The ledger's record of an event, read with the tools of the engine."""

import unittest

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import fresh_key


class Record:
    def kept(self, event: dict) -> dict:
        self.accept(event)
        return self.service.ledger().event(event["idempotency_key"])

    def whole(self, row: dict) -> str:
        """All columns of a row as one text, for any column type."""
        parts = []
        for value in row.values():
            if isinstance(value, str) and value.startswith("\\x"):
                value = bytes.fromhex(value[2:])
            parts.append(value.decode(errors="replace") if isinstance(value, bytes) else str(value))
        return "\n".join(parts)

    def test_the_returned_id_is_the_one_in_the_ledger(self):
        event = self.event()
        event_id = self.accept(event)
        pairs = dict(self.service.ledger().events(self.service.account.operator_id))
        self.assertEqual(pairs[event["idempotency_key"]], event_id)

    def test_currency_and_country_are_kept_in_upper_case(self):
        row = self.kept(self.event("deposit", currency="gbp", country="gb"))
        self.assertEqual(row["currency"], "GBP")
        self.assertEqual(row["country"], "GB")

    def test_unknown_members_are_kept_with_the_event(self):
        marks = [fresh_key("mark") for _ in range(3)]
        unknown = {"campaign_note": marks[0], "nested": {"list": [1, {"deep": marks[1]}]}, marks[2]: None}
        row = self.kept(self.event(**unknown))
        for mark in marks:
            self.assertIn(mark, self.whole(row))

    def test_an_address_is_stored_only_as_a_hash(self):
        for address in ("203.0.113.77", "2001:db8:77::1234"):
            with self.subTest(address):
                note = fresh_key("note")
                self.accept(self.event(ip=address, note=note))
                ledger = self.service.ledger()
                self.assertTrue(ledger.contains(note), "The search does not find existing text.")
                self.assertFalse(ledger.contains(address))

    def test_an_address_in_a_differing_duplicate_is_stored_only_as_a_hash(self):
        event = self.event()
        self.accept(event)
        self.assertEqual(self.client.send_event(event | {"ip": "203.0.113.78", "country": "FR"}).status, 200)
        self.assertFalse(self.service.ledger().contains("203.0.113.78"))

    def test_the_same_instant_is_the_same_time_in_every_offset(self):
        utc = self.kept(self.event(event_time="2026-03-10T14:05:06.123456Z"))
        east = self.kept(self.event(event_time="2026-03-10T16:05:06.123456+02:00"))
        later = self.kept(self.event(event_time="2026-03-10T14:05:06.123457Z"))
        self.assertEqual(utc["event_time"], east["event_time"])
        self.assertNotEqual(utc["event_time"], later["event_time"])

    def test_a_player_is_a_brand_and_a_reference(self):
        other_brand = self.client.api("POST", "/brands", {"name": "Second Brand"}).json()["id"]
        reference = fresh_key("player")
        before = self.service.ledger().count("players")
        first = self.kept(self.event(player_external_ref=reference))
        again = self.kept(self.event("deposit", player_external_ref=reference))
        elsewhere = self.kept(self.event(player_external_ref=reference, brand_id=other_brand))
        self.assertEqual(first["player_id"], again["player_id"])
        self.assertNotEqual(first["player_id"], elsewhere["player_id"])
        self.assertEqual(self.service.ledger().count("players"), before + 2)

    def test_a_refused_event_leaves_nothing_behind(self):
        ledger = self.service.ledger()
        before = ledger.count("events"), ledger.count("players")
        event = self.event("deposit", amount="x", player_external_ref=fresh_key("ghost"))
        self.assert_refused(self.client.send_event(event), "/amount")
        self.assertEqual((ledger.count("events"), ledger.count("players")), before)

    def test_an_api_key_is_not_in_the_record(self):
        key = self.service.account.api_key
        self.accept(self.event())
        for text in (key, key.removeprefix("fairlead_")):
            self.assertFalse(self.service.ledger().contains(text))


class RecordOnSqlite(Record, ServiceCase):
    pass


class RecordOnPostgres(Record, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
