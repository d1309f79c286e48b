"""A real HTTP receiver on loopback, which notes what it gets and answers as it is told."""

import threading
import time
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True)
class Received:
    """One request."""

    method: str
    target: str
    headers: dict
    body: str
    at: float

    @property
    def lowered(self) -> dict:
        """The headers by their names in lower case."""
        return {name.lower(): value for name, value in self.headers.items()}

    @property
    def message(self) -> str:
        return self.headers["X-Fairlead-Message"]

    @property
    def values(self) -> dict:
        """The parameters of the URL, each with its first value; empty ones too."""
        return {name: values[0] for name, values in parse_qs(urlsplit(self.target).query, keep_blank_values=True).items()}


class Receiver:
    """Answers 200 unless `answers` has another status (and headers) for the next requests."""

    def __init__(self):
        self.received: list[Received] = []
        self.answers: list = []
        self.always: int | None = None
        self.delay_seconds = 0.0
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        # A client that gives up while it waits is expected.
        self._server.handle_error = lambda *_: None
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def close(self):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self) -> tuple[int, dict]:
        with self._lock:
            if self.answers:
                answer = self.answers.pop(0)
                return answer if isinstance(answer, tuple) else (answer, {})
        return self.always or 200, {}

    def _handler(self):
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                # Files need not be text.
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(errors="surrogateescape")
                with receiver._lock:
                    receiver.received.append(Received(self.command, self.path, dict(self.headers), body, time.time()))
                time.sleep(receiver.delay_seconds)
                status, headers = receiver._answer()
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "2")
                self.end_headers()
                self.wfile.write(b"ok")

            do_POST = do_GET

            def log_message(self, *_):
                pass

        return Handler
