"""JSON answers are compressed for clients that ask for it. Request bodies must not be compressed."""

import gzip
import json
import unittest

from tests.support.case import ServiceCase
from tests.support.client import API, compose

GZIP = {"Accept-Encoding": "gzip"}
DIMENSIONS = API + "/reports/dimensions"
BRANDS = 200
LONG_NAME = 180


class Answers(ServiceCase):
    def read(self, path: str, headers: dict | None = None):
        answer = self.client.request("GET", path, headers=headers)
        self.assertEqual(answer.status, 200, answer.body)
        return answer

    def assert_compressed(self, path: str):
        plain, compressed = self.read(path), self.read(path, GZIP)
        self.assertIsNone(plain.header("Content-Encoding"))
        self.assertEqual(compressed.header("Content-Encoding"), "gzip")
        self.assertEqual(compressed.header("Vary"), "Accept-Encoding")
        self.assertEqual(compressed.header("Content-Type"), plain.header("Content-Type"))
        self.assertEqual(gzip.decompress(compressed.body), plain.body)
        self.assertLess(len(compressed.body), len(plain.body) / 2)

    def test_a_json_answer_is_compressed(self):
        self.assert_compressed(DIMENSIONS)

    def test_a_long_json_answer_is_compressed_in_pieces(self):
        for number in range(BRANDS):
            name = f"Brand {number} ".ljust(LONG_NAME, "x")
            self.assertEqual(self.client.api("POST", "/brands", {"name": name}).status, 201)
        self.assertGreater(len(self.read(API + f"/brands?limit={BRANDS}").body), 65_536)
        self.assert_compressed(API + f"/brands?limit={BRANDS}")
        self.assertEqual(self.read("/healthz").status, 200)

    def test_a_client_may_refuse_the_compression(self):
        for accepted in ("identity", "gzip;q=0", "br"):
            self.assertIsNone(self.read(DIMENSIONS, {"Accept-Encoding": accepted}).header("Content-Encoding"))

    def test_short_answers_and_errors_are_plain(self):
        self.assertIsNone(self.read("/healthz", GZIP).header("Content-Encoding"))
        wrong = json.dumps({f"member{number}": 0 for number in range(100)})
        answer = self.client.request("POST", API + "/brands", wrong, GZIP)
        self.assert_problem(answer, 400)
        self.assertGreater(len(answer.body), 2000)
        self.assertIsNone(answer.header("Content-Encoding"))

    def test_a_head_announces_the_plain_answer(self):
        with self.service.raw() as raw:
            headers = {"X-API-Key": self.service.account.api_key, "Accept-Encoding": "gzip"}
            raw.send(compose("HEAD", DIMENSIONS, headers))
            head = raw.read_response(to_head=True)
            self.assertEqual(int(head.header("Content-Length")), len(self.read(DIMENSIONS).body))


class Requests(ServiceCase):
    def test_an_encoded_body_is_refused(self):
        body = gzip.compress(json.dumps(self.event()).encode())
        brand = f"/brands/{self.service.account.brand_id}"
        for method, path in (("POST", "/events"), ("POST", "/brands"), ("PATCH", brand), ("POST", "/auth/login"),
                             ("POST", "/report-presets/x/rotate-token")):
            for encoding in ("gzip", "br", "identity, gzip"):
                with self.subTest(path=path, encoding=encoding):
                    answer = self.client.request(method, API + path, body, {"Content-Encoding": encoding})
                    self.assertEqual(self.assert_problem(answer, 415)["code"], "unsupported_encoding")
                    self.assertEqual(answer.header("Accept-Encoding"), "identity")

    def test_the_key_comes_first(self):
        with self.service.stranger() as stranger:
            answer = stranger.request("POST", API + "/events", b"x", {"Content-Encoding": "gzip"})
        self.assert_problem(answer, 401)

    def test_a_refused_body_does_not_arrive(self):
        with self.service.raw() as raw:
            raw.send(compose("POST", API + "/events", {
                "X-API-Key": self.service.account.api_key, "Content-Encoding": "gzip", "Expect": "100-continue",
                "Content-Length": "100"}))
            answer = raw.read_response()
            self.assert_problem(answer, 415)
            self.assertIsNotNone(answer.header("X-RateLimit-Limit"))

    def test_identity_is_no_encoding(self):
        answer = self.client.send_event(self.event(), {"Content-Encoding": "identity"})
        self.assertEqual(answer.status, 202)


class OtherOrigins(ServiceCase):
    def test_no_answer_allows_another_origin(self):
        asked = {"Origin": "https://elsewhere.test", "Access-Control-Request-Method": "POST"}
        for method, path in (("OPTIONS", API + "/events"), ("GET", API + "/brands"), ("GET", "/healthz")):
            with self.subTest(path):
                answer = self.client.request(method, path, headers=asked)
                allowed = [name for name in answer.headers if name.lower().startswith("access-control-")]
                self.assertEqual(allowed, [])


if __name__ == "__main__":
    unittest.main()
