"""Requests with bad framing, or that are too large or too slow, get a response, and none can hide another request."""

import json
import socket
import time
import unittest

from tests.support.case import ServiceCase
from tests.support.client import API, RawConnection, Response, compose

MEBIBYTE = 1024 * 1024


class FramingCase(ServiceCase):
    @classmethod
    def prepare(cls):
        cls.key = cls.service.create_key(requestsPerMinute=100_000)["key"]

    def headers(self, *more: tuple[str, str]) -> list[tuple[str, str]]:
        return [("Host", "fairlead.test"), ("X-API-Key", self.key), *more]

    def post(self, *more: tuple[str, str], body: bytes = b"") -> bytes:
        """A request to the Events API with exactly these framing headers."""
        return compose("POST", API + "/events", self.headers(*more), body, length=False)

    def exchange(self, request: bytes) -> tuple[Response, bytes]:
        with self.service.raw() as raw:
            raw.send(request)
            return raw.read_response(), raw.rest()

    def assert_refused_and_closed(self, request: bytes, status: int = 400):
        answer, rest = self.exchange(request)
        self.assert_problem(answer, status)
        self.assertEqual(answer.header("Connection"), "close")
        self.assertEqual(rest, b"")


class Framing(FramingCase):
    def chunked(self, *pieces: bytes) -> bytes:
        return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)

    def test_chunked_bodies_are_read(self):
        body = json.dumps(self.event()).encode()
        with self.service.raw() as raw:
            for coded in (self.chunked(body, b""), self.chunked(body[:10], body[10:11], body[11:], b"")):
                raw.send(self.post(("Transfer-Encoding", "chunked"), body=coded))
                self.assertIn(raw.read_response().status, (200, 202))

    def test_a_chunked_body_may_come_byte_by_byte(self):
        body = json.dumps(self.event()).encode()
        with self.service.raw() as raw:
            raw.send(self.post(("Transfer-Encoding", "chunked"), body=self.chunked(body)))
            for byte in b"0\r\n\r\n":
                time.sleep(0.02)  # So that each byte arrives separately.
                raw.send(bytes([byte]))
            self.assertEqual(raw.read_response().status, 202)

    def test_a_key_in_a_trailer_is_ignored(self):
        coded = b"2\r\n{}\r\n0\r\nX-API-Key: %s\r\n\r\n" % self.key.encode()
        request = compose("POST", API + "/events", [("Host", "fairlead.test"), ("Transfer-Encoding", "chunked")], coded,
                          length=False)
        with self.service.raw() as raw:
            raw.send(request)
            self.assert_problem(raw.read_response(), 401)

    def test_chunk_extensions_and_trailers_are_ignored(self):
        body = json.dumps(self.event()).encode()
        coded = b"%x;name=value\r\n%s\r\n0\r\nX-Trailer: 1\r\n\r\n" % (len(body), body)
        with self.service.raw() as raw:
            raw.send(self.post(("Transfer-Encoding", "chunked"), body=coded))
            self.assertEqual(raw.read_response().status, 202)
            raw.send(compose("GET", "/healthz"))
            self.assertEqual(raw.read_response().status, 200)

    def test_a_chunk_with_a_wrong_size_is_refused(self):
        for coded in (b"zz\r\n{}\r\n0\r\n\r\n", b"-1\r\n{}\r\n0\r\n\r\n", b"2\r\n{}x\r\n0\r\n\r\n",
                      b"ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"):
            with self.subTest(coded):
                self.assert_refused_and_closed(self.post(("Transfer-Encoding", "chunked"), body=coded))

    def test_a_transfer_encoding_other_than_chunked_is_refused(self):
        for coding in ("gzip", "gzip, chunked", "chunked, gzip", "identity", "chunked, chunked", "xchunked",
                       "chunked;q=1", ""):
            with self.subTest(coding):
                self.assert_refused_and_closed(self.post(("Transfer-Encoding", coding), body=b"0\r\n\r\n"))

    def test_two_transfer_encodings_are_refused(self):
        pair = ("Transfer-Encoding", "chunked")
        self.assert_refused_and_closed(self.post(pair, ("Transfer-Encoding", "identity"), body=b"0\r\n\r\n"))
        self.assert_refused_and_closed(self.post(("Transfer-Encoding", "identity"), pair, body=b"0\r\n\r\n"))

    def test_a_length_together_with_chunks_is_refused_and_hides_no_request(self):
        hidden = self.event()
        inner = compose("POST", API + "/events", {"X-API-Key": self.key}, json.dumps(hidden).encode())
        body = b"0\r\n\r\n" + inner
        length, coding = ("Content-Length", str(len(body))), ("Transfer-Encoding", "chunked")
        self.assert_refused_and_closed(self.post(length, coding, body=body))
        self.assert_refused_and_closed(self.post(coding, length, body=body))
        self.accept(hidden)

    def test_two_lengths_that_differ_are_refused_and_hide_no_request(self):
        hidden = self.event()
        inner = compose("POST", API + "/events", {"X-API-Key": self.key}, json.dumps(hidden).encode())
        short, long = ("Content-Length", "2"), ("Content-Length", str(2 + len(inner)))
        self.assert_refused_and_closed(self.post(short, long, body=b"{}" + inner))
        self.assert_refused_and_closed(self.post(long, short, body=b"{}" + inner))
        self.accept(hidden)

    def test_a_length_that_is_not_a_number_is_refused(self):
        for length in ("abc", "-1", "+2", "2 2", "2, 3", "0x2", "1e1", "", "99999999999999999999999999"):
            with self.subTest(length):
                answer, rest = self.exchange(self.post(("Content-Length", length), body=b"{}"))
                self.assertIn(answer.status, (400, 413))
                self.assertEqual(rest, b"")

    def test_a_folded_header_is_refused(self):
        self.assert_refused_and_closed(compose("GET", "/healthz", [("Host", "a"), ("X-Note", "one\r\n two")]))
        self.assert_refused_and_closed(compose("GET", "/healthz", [("Host", "a"), ("X-Note", "one\r\n\ttwo")]))

    def test_a_request_has_exactly_one_host(self):
        self.assert_refused_and_closed(b"GET /healthz HTTP/1.1\r\nX-Note: none\r\n\r\n")
        self.assert_refused_and_closed(compose("GET", "/healthz", [("Host", "a"), ("Host", "b")]))
        self.assert_refused_and_closed(compose("GET", "/healthz", [("Host", "a"), ("Host", "a")]))

    def test_an_absolute_target_is_a_path(self):
        for target in ("http://fairlead.test/healthz", "HTTPS://fairlead.test:8443/healthz?x=1"):
            with self.subTest(target), self.service.raw() as raw:
                raw.send(compose("GET", target))
                self.assertEqual(raw.read_response().status, 200)

    def test_the_host_of_an_absolute_target_counts(self):
        """A session may change something only from a page of the host that was asked for."""
        request = compose("POST", "http://asked.test" + API + "/auth/login",
                          [("Host", "other.test"), ("Origin", "https://other.test"), ("Content-Length", "2")])
        self.assertEqual(self.exchange(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n{}"))[0].status, 403)
        request = request.replace(b"Origin: https://other.test", b"Origin: https://asked.test")
        self.assertEqual(self.exchange(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n{}"))[0].status, 400)

    def test_an_invalid_request_head_is_refused(self):
        good = b"GET /healthz HTTP/1.1\r\nHost: a\r\n"
        for request in (b"nonsense\r\n\r\n", b"GET\r\n\r\n", b"GET /healthz\r\n\r\n",
                        b"GET /healthz HTTP/x\r\nHost: a\r\n\r\n", b"GET /healthz HTTP/1.1\r\nHost : a\r\n\r\n",
                        b"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", b"G@T /healthz HTTP/1.1\r\nHost: a\r\n\r\n",
                        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", good + b"no colon\r\n\r\n",
                        good + b": empty\r\n\r\n", good + b"X-Note: a\x00b\r\n\r\n"):
            with self.subTest(request):
                answer, rest = self.exchange(request)
                self.assertIn(answer.status, (400, 501, 505))
                self.assertEqual(rest, b"")


class Sizes(FramingCase):
    def padded(self, size: int) -> bytes:
        body = json.dumps(self.event()).encode()
        return body + b" " * (size - len(body))

    def test_a_head_over_8_kibibytes_is_refused(self):
        for headers in ([("X-Long", "a" * 9000)], [(f"X-{n}", "a" * 50) for n in range(200)]):
            self.assert_refused_and_closed(compose("GET", "/healthz", headers), 431)

    def test_a_long_target_is_refused(self):
        for length in (9000, 100_000):
            self.assert_refused_and_closed(compose("GET", API + "/brands?search=" + "a" * length), 414)

    def test_a_head_below_8_kibibytes_is_served(self):
        answer, _ = self.exchange(compose("GET", "/healthz", [("X-Long", "a" * 7900), ("Connection", "close")]))
        self.assertEqual(answer.status, 200)

    def test_a_body_of_one_mebibyte_is_read(self):
        self.assertEqual(self.open_client(self.key).send_body(self.padded(MEBIBYTE)).status, 202)

    def test_a_body_over_one_mebibyte_is_refused(self):
        body = self.padded(MEBIBYTE + 1)
        self.assert_problem(self.open_client(self.key).send_body(body), 413)
        self.assertEqual(self.open_client(self.key).send_body(body[:-1]).status, 202)

    def test_a_chunked_body_over_one_mebibyte_is_refused(self):
        piece = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        answer, _ = self.exchange(self.post(("Transfer-Encoding", "chunked"), ("Connection", "close"),
                                            body=piece * 17 + b"0\r\n\r\n"))
        self.assert_problem(answer, 413)

    def test_a_client_that_is_still_sending_gets_the_response(self):
        size = 7 * MEBIBYTE
        with self.service.raw() as raw:
            raw.send(self.post(("Content-Length", str(size)), ("Connection", "close")))
            for _ in range(size // MEBIBYTE):
                raw.send(b" " * MEBIBYTE)
            self.assert_problem(raw.read_response(), 413)

    def test_a_client_that_never_stops_sending_is_disconnected(self):
        with self.service.raw() as raw:
            raw.send(self.post(("Content-Length", str(2000 * MEBIBYTE))))
            with self.assertRaises(OSError):
                for _ in range(1000):
                    raw.send(b" " * MEBIBYTE)

    def test_a_body_is_refused_for_its_size_on_every_path(self):
        body = json.dumps({"name": "x" * MEBIBYTE}).encode()
        for path in ("/brands", "/api-keys"):
            self.assert_problem(self.open_client(self.key).request("POST", API + path, body), 413)


class Patience(FramingCase):
    settings = {"request_timeout_ms": 4000, "idle_timeout_ms": 60_000}

    def dribble(self, raw: RawConnection, data: bytes) -> Response:
        """Sends one byte at a time, without long pauses, until the service closes the connection."""
        raw.socket.settimeout(0.1)
        for position in range(len(data)):
            try:
                raw.send(data[position:position + 1])
                if raw.socket.recv(1, socket.MSG_PEEK):
                    break
            except TimeoutError:
                continue
            except OSError:
                break
        else:
            self.fail("The service did not close the connection of a slow client.")
        raw.socket.settimeout(60)
        return raw.read_response()

    def test_a_slow_head_times_out(self):
        with self.service.raw() as raw:
            started = time.monotonic()
            raw.send(b"GET /healthz HTTP/1.1\r\nHost: a\r\n")
            self.assert_problem(raw.read_response(), 408)
            self.assertGreater(time.monotonic() - started, 3.5)
            self.assertEqual(raw.rest(), b"")

    def test_a_slow_body_times_out(self):
        with self.service.raw() as raw:
            raw.send(self.post(("Content-Length", "100"), body=b"{"))
            self.assert_problem(raw.read_response(), 408)
            self.assertEqual(raw.rest(), b"")

    def test_the_deadline_is_for_the_whole_request_and_not_for_each_byte(self):
        head = b"GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: " + b"a" * 1000
        with self.service.raw() as raw:
            self.assertEqual(self.dribble(raw, head).status, 408)
        with self.service.raw() as raw:
            raw.send(self.post(("Content-Length", "1000")))
            self.assertEqual(self.dribble(raw, b" " * 999).status, 408)

    def test_a_pause_between_requests_is_not_a_slow_request(self):
        with self.service.raw() as raw:
            raw.send(compose("GET", "/healthz"))
            self.assertEqual(raw.read_response().status, 200)
            time.sleep(5)
            raw.send(compose("GET", "/healthz"))
            self.assertEqual(raw.read_response().status, 200)

    def test_slow_clients_do_not_hold_up_others(self):
        slow = [self.service.raw() for _ in range(50)]
        try:
            for raw in slow:
                raw.send(b"POST /api/v1/events HTTP/1.1\r\n")
            self.accept(self.event())
        finally:
            for raw in slow:
                raw.close()


class Expectations(FramingCase):
    def test_an_expectation_gets_100_continue(self):
        body = json.dumps(self.event()).encode()
        with self.service.raw() as raw:
            raw.send(self.post(("Expect", "100-continue"), ("Content-Length", str(len(body)))))
            self.assertEqual(raw.read_response().status, 100)
            raw.send(body)
            self.assertEqual(raw.read_response().status, 202)

    def test_an_expectation_of_a_large_body_is_refused_before_the_body(self):
        with self.service.raw() as raw:
            raw.send(self.post(("Expect", "100-continue"), ("Content-Length", str(2 * MEBIBYTE))))
            self.assert_problem(raw.read_response(), 413)


class ConnectionBound(ServiceCase):
    settings = {"max_connections": 8}

    def served(self, raw: RawConnection) -> bool:
        """Whether this connection gets a response soon. At the limit, the service may refuse, close, or wait."""
        raw.socket.settimeout(1)
        try:
            raw.send(compose("GET", "/nowhere"))
            return raw.read_response().status == 404
        except OSError:
            return False

    def test_the_number_of_connections_is_limited(self):
        held = [self.service.raw() for _ in range(8)]
        extra = []
        try:
            self.assert_all_served(held)
            extra = [self.service.raw() for _ in range(4)]
            self.assertEqual([self.served(raw) for raw in extra], [False] * 4)
            self.assert_all_served(held)
        finally:
            for raw in held + extra:
                raw.close()
        self.assert_served_again()

    def assert_all_served(self, connections: list[RawConnection]):
        for raw in connections:
            raw.send(compose("GET", "/nowhere"))
            self.assertEqual(raw.read_response().status, 404)

    def assert_served_again(self):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            with self.service.raw() as raw:
                if self.served(raw):
                    return
        self.fail("The service did not accept a new connection after others were closed.")


if __name__ == "__main__":
    unittest.main()
