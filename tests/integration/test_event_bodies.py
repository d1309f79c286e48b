"""The body of a request to the Events API must be one valid JSON document."""

import json
import unittest

from tests.support.case import ServiceCase

# Each value is put into an unknown member. The service ignores the meaning of the member, but must check its syntax.
BROKEN_VALUES = ("tru", "nul", "01", "1.", ".5", "-", "+1", "1e", "0x1", "NaN", "'a'", '"\\q"', '"\\u12"', '"a\nb"',
                 "[1,,2]", "[1 2]", "[1,]", '{"a":1,}', '{"a" 1}', "{a:1}", "[}", '"open', "")


class Bodies(ServiceCase):
    def text(self, **members) -> str:
        return json.dumps(self.event(**members))

    def with_member(self, value: str) -> str:
        """A valid event with one additional member, whose value is exactly this text."""
        return self.text()[:-1] + f', "extra": {value}}}'

    def test_a_body_with_invalid_json_is_refused(self):
        good = self.text()
        for body in ("", " ", "\n", "{", "}", good[:-1], good + "x", good + good, good + "]", "hello",
                     "event_type=deposit", good.replace('"', "'"), good.replace(":", "="), "\x00" + good):
            with self.subTest(body[:30]):
                self.assert_problem(self.client.send_body(body), 400)

    def test_invalid_json_is_refused_even_in_an_unknown_member(self):
        for value in BROKEN_VALUES:
            with self.subTest(value):
                self.assert_problem(self.client.send_body(self.with_member(value)), 400)

    def test_a_body_that_is_not_an_object_is_refused(self):
        for body in ("[]", "[" + self.text() + "]", '"text"', "7", "true", "null"):
            with self.subTest(body[:20]):
                self.assert_problem(self.client.send_body(body), 400)

    def test_an_empty_object_lacks_required_members(self):
        self.assert_refused(self.client.send_body("{}"), "/event_type")

    def test_a_member_must_not_be_given_twice(self):
        for again in ('"amount": 1', '"amount": 25.5', '"\\u0061mount": 1', '"brand_id": "x"', '"event_time": "y"'):
            with self.subTest(again):
                body = self.text(event_type="deposit", amount=25.5, currency="EUR")[:-1] + f", {again}}}"
                self.assert_problem(self.client.send_body(body), 400)

    def test_an_unknown_member_must_not_be_given_twice_either(self):
        self.assert_problem(self.client.send_body(self.text(extra=1)[:-1] + ', "extra": 2}'), 400)
        self.assert_problem(self.client.send_body(self.with_member('{"a": 1, "a": 2}')), 400)

    def test_more_than_eight_levels_are_refused(self):
        for levels_below_the_event, status in ((7, 202), (8, 400), (9, 400), (1000, 400), (100_000, 400)):
            for opening, closing in (("[", "]"), ('{"a":', "}")):
                with self.subTest(levels_below_the_event, opening=opening):
                    value = opening * levels_below_the_event + "1" + closing * levels_below_the_event
                    self.assertEqual(self.client.send_body(self.with_member(value)).status, status)

    def test_a_batch_with_a_very_deep_event_is_refused(self):
        deep = self.with_member("[" * 50 + "]" * 50)
        self.assertEqual(self.client.send_body(f'{{"events": [{deep}]}}').status, 400)

    def test_invalid_utf_8_is_refused(self):
        for bytes_ in (b"\xff", b"\xc3", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf5\x80\x80\x80", b"\xe2\x82"):
            for member in ("player_external_ref", "extra"):
                with self.subTest(member, bytes=bytes_):
                    body = self.text(**{member: "MARK"}).encode().replace(b"MARK", b"a" + bytes_ + b"b")
                    self.assert_problem(self.client.send_body(body), 400)

    def test_utf_8_and_escapes_mean_the_same_key(self):
        event = self.event()
        event["idempotency_key"] += "-é😀"
        self.assertEqual(self.client.send_body(json.dumps(event, ensure_ascii=True)).status, 202)
        answer = self.client.send_body(json.dumps(event, ensure_ascii=False))
        self.assertEqual(answer.status, 200)
        self.assertEqual(answer.json()["result"]["idempotency_key"], event["idempotency_key"])

    def test_space_between_the_tokens_is_free(self):
        self.assertEqual(self.client.send_body(" \r\n\t" + json.dumps(self.event(), indent=4) + "\r\n ").status, 202)

    def test_the_content_type_does_not_matter(self):
        for content_type in ("application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded", ""):
            with self.subTest(content_type):
                self.assertEqual(self.client.send_event(self.event(), {"Content-Type": content_type}).status, 202)
        with self.service.client() as client:
            self.assertEqual(client.request("POST", "/api/v1/events", self.text()).status, 202)


class Answers(ServiceCase):
    def test_a_response_has_exactly_the_documented_members(self):
        answer = self.client.send_event(self.event())
        self.assertEqual(list(answer.json()), ["result"])
        self.assertEqual(set(answer.json()["result"]), {"event_id", "idempotency_key", "status"})
        self.assertEqual(answer.header("Content-Type").split(";")[0], "application/json")

    def test_every_response_has_a_request_id(self):
        answers = [self.client.send_event(self.event()), self.client.send_body("{"), self.client.api("GET", "/nowhere")]
        names = [answer.header("X-Request-Id") for answer in answers]
        self.assertTrue(all(names), names)
        self.assertEqual(len(set(names)), len(names))

    def test_a_key_with_special_characters_is_returned_unchanged(self):
        event = self.event()
        event["idempotency_key"] += " \"quoted\" back\\slash / <tag> & é 語 😀 \u2028"
        self.accept(event)

    def test_an_error_reveals_no_internals(self):
        answer = self.client.send_body(self.event_with_a_quote_in_its_brand())
        text = answer.body.decode().lower()
        for word in ("sqlite", "postgres", "select", "insert", "exception", "simdjson", ".cpp", "boost"):
            self.assertNotIn(word, text)
        self.assertEqual(answer.status, 400)

    def event_with_a_quote_in_its_brand(self) -> str:
        return json.dumps(self.event(brand_id="'; DROP TABLE events; --"))


if __name__ == "__main__":
    unittest.main()
