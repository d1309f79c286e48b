"""Requests that normal clients do not send: malformed ones, slow ones, and thousands of log-ins."""

import http.client
import random
import socket
import threading
import time

from tests.support.client import API, Client, RawConnection, compose
from tests.support.service import Service

SLOW_CONNECTIONS = 60
FLOOD_SENDERS = 6
REFUSED_SECONDS_MAX = 120
# Each attempt costs a password hash, which takes long on a busy machine.
SLOWED_DOWN_SECONDS_MAX = 300
EVENTS = API + "/events"
SLOWED_DOWN = {429, 503}

MALFORMED = (
    b"\x00\x01\x02\x03\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: a\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET " + b"/" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nFolded: a\r\n b\r\n\r\n",
    compose("POST", EVENTS, {"Content-Length": "-1"}),
    compose("POST", EVENTS, {"Content-Length": "99999999999999999999"}),
    compose("POST", EVENTS, [("Content-Length", "2"), ("Content-Length", "3")], b"{}", length=False),
    compose("POST", EVENTS, {"Transfer-Encoding": "chunked", "Content-Length": "2"}, b"{}", length=False),
    compose("POST", EVENTS, {"Transfer-Encoding": "gzip"}, b"{}", length=False),
    compose("POST", EVENTS, {"Transfer-Encoding": "chunked"}, b"zz\r\n{}\r\n0\r\n\r\n", length=False),
    compose("POST", EVENTS, {"X-API-Key": "fairlead_\xff"}, b'{"events": ['),
    compose("POST", EVENTS, {}, b'{"a":' * 50_000),
    compose("POST", API + "/auth/login", {"Content-Type": "application/json"}, b"\xff\xfe{}"),
    compose("GET", API + "/track/click/%00%ff?relativepath=%2e%2e%2f%2e%2e"),
    compose("GET", API + "/reports/" + "x" * 4000),
)


def is_refused(service: Service, request: bytes) -> str | None:
    """None if the service refuses the request with a 4xx status or closes the connection; otherwise the error."""
    try:
        with RawConnection(service.address, timeout=REFUSED_SECONDS_MAX) as raw:
            raw.send(request)
            raw.socket.shutdown(socket.SHUT_WR)
            status = raw.read_response().status
    except TimeoutError:
        return f"{request[:80]!r} was not answered within {REFUSED_SECONDS_MAX} s"
    except (OSError, ValueError, http.client.HTTPException):
        return None
    return None if 400 <= status < 500 or status in (501, 505) else f"{request[:80]!r} was answered {status}"


def trickle(service: Service, seconds: float, chance: random.Random):
    """Many clients send their request byte by byte, and some never read the response."""
    request = compose("POST", EVENTS, {"Content-Type": "application/json"}, b"{" + b" " * 4000 + b"}")
    asked = compose("GET", "/openapi.yaml") * 50
    connections = [RawConnection(service.address) for _ in range(SLOW_CONNECTIONS)]
    deadline = time.monotonic() + seconds
    sent = [0] * len(connections)
    try:
        while time.monotonic() < deadline:
            for number, connection in enumerate(connections):
                piece = chance.randint(1, 3)
                whole = request if number % 5 else asked
                try:
                    connection.socket.sendall(whole[sent[number]:sent[number] + (piece if number % 5 else len(whole))])
                except OSError:
                    continue  # The service has closed the connection, as it should.
                sent[number] += piece if number % 5 else len(whole)
            time.sleep(0.05)
    finally:
        for connection in connections:
            connection.close()


def flood_logins(service: Service, seconds: float):
    """Wrong passwords for one account from one address, which is soon limited, and for many from everywhere."""
    since = time.monotonic()
    seen: set[int] = set()

    def send(sender: int):
        number = 0
        with Client(service.address) as client:
            while time.monotonic() < since + (seconds if seen & SLOWED_DOWN else SLOWED_DOWN_SECONDS_MAX):
                number += 1
                name, address = ("one", "203.0.113.9") if sender % 2 else (f"{sender}-{number}",
                                                                           f"198.18.{sender}.{number % 250}")
                answer = client.api("POST", "/auth/login", {"email": f"{name}@flood.example", "password": "wrong"},
                                    {"X-Forwarded-For": address})
                seen.add(answer.status)

    senders = [threading.Thread(target=send, args=(number,), daemon=True) for number in range(FLOOD_SENDERS)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    if not seen <= SLOWED_DOWN | {401} or not seen & SLOWED_DOWN:
        raise AssertionError(f"a flood of log-ins got the responses {sorted(seen)}")
