"""Which events are valid: required members per type, their formats and their limits."""

import json
import unittest

from tests.support.case import ServiceCase
from tests.support.events import ALL_TYPES, MONETARY, WAGERS, fresh_key, hours_from_now

REQUIRED = ("event_type", "event_time", "brand_id", "player_external_ref", "idempotency_key")
CONTROL_CHARACTERS = ("\x00", "\t", "\n", "\r", "\x1f", "\x7f", "\x85")


class RequiredMembers(ServiceCase):
    def test_every_event_type_is_accepted_with_what_it_requires(self):
        for event_type in ALL_TYPES:
            with self.subTest(event_type):
                self.accept(self.event(event_type))

    def test_every_event_needs_the_five_members_of_the_table(self):
        for member in REQUIRED:
            with self.subTest(member):
                self.assert_refused(self.client.send_event(self.event(**{member: ...})), "/" + member)

    def test_the_five_members_are_strings(self):
        for member in REQUIRED:
            for value in (None, 7, True, ["a"], {"a": 1}):
                with self.subTest(member, value=value):
                    self.assert_refused(self.client.send_event(self.event(**{member: value})), "/" + member)

    def test_the_five_members_are_not_empty(self):
        for member in REQUIRED:
            with self.subTest(member):
                self.assert_refused(self.client.send_event(self.event(**{member: ""})), "/" + member)

    def test_a_monetary_event_needs_an_amount_and_a_currency(self):
        for event_type in MONETARY:
            for member in ("amount", "currency"):
                with self.subTest(event_type, without=member):
                    event = self.event(event_type, **{member: ...})
                    self.assert_refused(self.client.send_event(event), "/" + member)

    def test_a_wager_may_come_with_or_without_its_money(self):
        for event_type in WAGERS:
            with self.subTest(event_type):
                self.accept(self.event(event_type))
                self.accept(self.event(event_type, amount="4.20", currency="EUR"))

    def test_a_registration_may_name_its_click_and_country(self):
        self.accept(self.event("registration", click_id="0190a5b2-7c11-7000-8000-000000000001", country="DE"))

    def test_an_unknown_event_type_is_refused(self):
        for event_type in ("jackpot", "Registration", "registration ", "ngr-update"):
            with self.subTest(event_type):
                self.assert_refused(self.client.send_event(self.event(event_type=event_type)), "/event_type")

    def test_every_error_of_an_event_is_reported_with_its_pointer(self):
        answer = self.client.send_event(self.event("deposit", amount=..., currency="EURO"))
        problem = self.assert_problem(answer, 400)
        self.assertTrue({"/amount", "/currency"} & {error["pointer"] for error in problem["errors"]})


class Formats(ServiceCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.service.stop()
        cls.another_operator = cls.service.init("Another Operator")
        cls.service.start()

    def test_a_currency_is_three_letters_of_any_case(self):
        for currency in ("EUR", "eur", "UsD"):
            with self.subTest(currency):
                self.accept(self.event("deposit", currency=currency))

    def test_a_currency_of_another_form_is_refused(self):
        for currency in ("", "EU", "E1R", "EU R", "€UR", "ÄÖÜ", 978, None, ["EUR"]):
            with self.subTest(currency):
                self.assert_refused(self.client.send_event(self.event("deposit", currency=currency)), "/currency")

    def test_a_longer_currency_that_the_operator_has_not_declared_is_refused(self):
        for currency in ("USDT", "EURO", "ABCDEFGHIJK"):
            with self.subTest(currency):
                self.assert_refused(self.client.send_event(self.event("deposit", currency=currency)), "/currency")

    def test_a_country_is_two_letters_of_any_case(self):
        for country in ("DE", "de", "mT"):
            with self.subTest(country):
                self.accept(self.event(country=country))

    def test_a_country_of_another_form_is_refused(self):
        for country in ("", "D", "DEU", "D1", "Ä1", 49, ["DE"]):
            with self.subTest(country):
                self.assert_refused(self.client.send_event(self.event(country=country)), "/country")

    def test_an_event_time_is_iso_8601_in_utc_or_with_an_offset(self):
        for moment in ("2026-03-10T14:05:06Z", "2026-03-10T14:05:06.7Z", "2026-03-10T14:05:06.789Z",
                       "2026-03-10T14:05:06.789012Z", "2026-03-10T16:05:06+02:00", "2026-03-10T08:35:06-05:30",
                       "2024-02-29T00:00:00Z"):
            with self.subTest(moment):
                self.accept(self.event(event_time=moment))

    def test_an_event_time_of_another_form_is_refused(self):
        for moment in ("2026-03-10T14:05:06", "2026-03-10", "10.03.2026 14:05", "yesterday", "2026-13-10T14:05:06Z",
                       "2026-02-29T14:05:06Z", "2026-03-10T25:05:06Z", "2026-03-10T14:61:06Z",
                       "2026-03-10T14:05:06+25:00", "2026-03-10T14:05:06Z ", " 2026-03-10T14:05:06Z",
                       "2026-03-10T14:05:06.Z", "1773151506", 1773151506):
            with self.subTest(moment):
                self.assert_refused(self.client.send_event(self.event(event_time=moment)), "/event_time")

    def test_an_event_time_may_be_up_to_a_day_ahead(self):
        self.accept(self.event(event_time=hours_from_now(23.5)))
        self.assert_refused(self.client.send_event(self.event(event_time=hours_from_now(24.5))), "/event_time")

    def test_an_event_time_more_than_ten_years_in_the_past_is_refused(self):
        ten_years = 24 * 365.25 * 10
        self.accept(self.event(event_time=hours_from_now(48 - ten_years)))
        for moment in (hours_from_now(-48 - ten_years), "1970-01-01T00:00:00Z", "0001-01-01T00:00:00Z"):
            with self.subTest(moment):
                self.assert_refused(self.client.send_event(self.event(event_time=moment)), "/event_time")

    def test_a_brand_chooses_how_old_its_events_may_be(self):
        brand = self.client.api("POST", "/brands", {"name": "History", "maxEventAgeYears": 30}).json()["id"]
        old = hours_from_now(-24 * 365 * 20)
        self.accept(self.event(event_time=old, brand_id=brand))
        self.assertEqual(self.client.api("PATCH", "/brands/" + brand, {"maxEventAgeYears": 1}).status, 200)
        self.assert_refused(self.client.send_event(self.event(event_time=old, brand_id=brand)), "/event_time")

    def test_a_day_ahead_is_measured_in_real_time_and_not_in_the_digits_of_the_offset(self):
        ahead = hours_from_now(30).replace("Z", "+10:00")
        self.accept(self.event(event_time=ahead))
        late = hours_from_now(20).replace("Z", "-10:00")
        self.assert_refused(self.client.send_event(self.event(event_time=late)), "/event_time")

    def test_a_brand_must_be_one_of_the_operators_own(self):
        foreign = self.another_operator.brand_id
        for brand in ("0190a5b2-7c11-7000-8000-000000000001", "not-a-brand", foreign):
            with self.subTest(brand):
                self.assert_refused(self.client.send_event(self.event(brand_id=brand)), "/brand_id")


class Lengths(ServiceCase):
    def test_references_and_keys_may_have_255_code_points(self):
        for character in ("a", "é", "語", "😀"):
            for member in ("player_external_ref", "idempotency_key"):
                with self.subTest(member, character=character):
                    unique = fresh_key("long")
                    text = unique + character * (255 - len(unique))
                    self.accept(self.event(**{member: text}))
                    self.assert_refused(self.client.send_event(self.event(**{member: text + character})), "/" + member)

    def test_references_and_keys_have_no_control_characters(self):
        for character in CONTROL_CHARACTERS:
            for member in ("player_external_ref", "idempotency_key"):
                with self.subTest(member, character=character):
                    event = self.event(**{member: fresh_key("control") + character + "x"})
                    self.assert_refused(self.client.send_event(event), "/" + member)

    def test_an_unpaired_surrogate_is_refused(self):
        text = json.dumps(self.event(idempotency_key="HALF")).replace("HALF", "\\ud83d" + fresh_key())
        self.assert_problem(self.client.send_body(text), 400)

    def test_spaces_and_punctuation_are_ordinary_characters(self):
        self.accept(self.event(idempotency_key=fresh_key("a b/c:d|e'f\"g\\h")))

    def test_product_and_game_are_labels_of_up_to_255_characters(self):
        for member in ("product", "game"):
            with self.subTest(member):
                self.accept(self.event("wager_placed", **{member: "ü" * 255}))
                refused = self.client.send_event(self.event("wager_placed", **{member: "ü" * 256}))
                self.assert_refused(refused, "/" + member)


if __name__ == "__main__":
    unittest.main()
