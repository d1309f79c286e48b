"""A proxy between a client library and the service, which fails as networks and services do.

The client under test plans the faults: PUT /faults with a list. Each request to the service uses the next one:
"503" and "429" are answered at once with Retry-After, "lost" is forwarded but its answer is not, "cut" is not forwarded,
and "away" cuts this request and all later ones until the next PUT. GET /requests lists the requests that were seen, with
their method, path, idempotency key and number of events, and forgets them.
"""

import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler

from tests.support.client import Address
from tests.support.receiver import Listener

NOT_FORWARDED = ("host", "connection", "content-length", "transfer-encoding")


class FaultyProxy:
    def __init__(self, service: Address):
        self.faults: list[str] = []
        self.requests: list[dict] = []
        self.lock = threading.Lock()
        proxy = self

        class Handler(_Handler):
            target = service
            owner = proxy

        self._server = Listener(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def note(self, request: dict) -> str | None:
        """Returns the fault of this request."""
        with self.lock:
            self.requests.append(request)
            if not self.faults:
                return None
            return self.faults[0] if self.faults[0] == "away" else self.faults.pop(0)

    def plan(self, faults: list[str]):
        with self.lock:
            self.faults = list(faults)

    def seen(self) -> list[dict]:
        with self.lock:
            seen, self.requests = self.requests, []
            return seen


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    target: Address
    owner: FaultyProxy

    def log_message(self, *_):
        pass

    def handle_any(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/faults":
            self.owner.plan(json.loads(body))
            return self.answer(200, {}, b"{}")
        if self.path == "/requests":
            return self.answer(200, {"Content-Type": "application/json"}, json.dumps(self.owner.seen()).encode())
        fault = self.owner.note({"method": self.command, "path": self.path, "events": _count_events(body),
                                 "idempotencyKey": self.headers.get("Idempotency-Key")})
        if fault in ("cut", "away"):
            return self.cut()
        if fault in ("503", "429"):
            problem = {"type": "about:blank", "title": "Busy", "status": int(fault), "detail": "busy", "code": "overloaded"}
            return self.answer(int(fault), {"Retry-After": "1", "Content-Type": "application/problem+json"},
                               json.dumps(problem).encode())
        answer = self.forward(body)
        if fault == "lost":
            return self.cut()
        self.answer(*answer)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = handle_any

    def forward(self, body: bytes) -> tuple[int, dict, bytes]:
        connection = http.client.HTTPConnection(*self.target, timeout=60)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in NOT_FORWARDED}
        connection.request(self.command, self.path, body or None, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        kept = {name: value for name, value in answer.getheaders() if name.lower() not in NOT_FORWARDED}
        return answer.status, kept, data

    def cut(self):
        self.close_connection = True

    def answer(self, status: int, headers: dict, body: bytes):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def _count_events(body: bytes) -> int:
    try:
        document = json.loads(body)
    except ValueError:
        return 0
    if not isinstance(document, dict):
        return 0
    return len(document["events"]) if isinstance(document.get("events"), list) else int("event_type" in document)
