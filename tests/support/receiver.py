"""A real HTTP receiver on loopback. It stores the requests that it receives and sends the answers that a test sets."""

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


class Listener(ThreadingHTTPServer):
    """A server with a queue that is long enough for many connections at once on a slow machine."""

    daemon_threads = True
    request_queue_size = 128


class Receiver:
    """Answers with the status that `refused` has for the message, else with the next item of `answers` (a status, or a
    status and headers), else with `always`, else 200."""

    def __init__(self):
        self.received: list[Received] = []
        self.answers: list = []
        self.refused: dict[str, int] = {}  # By the id of the message.
        self.always: int | None = None
        self.delay_seconds = 0.0
        self._lock = threading.Lock()
        self._server = Listener(("127.0.0.1", 0), self._handler())
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

    def _answer(self, message: str | None) -> tuple[int, dict]:
        if message in self.refused:
            return self.refused[message], {}
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
                # The body can be a file that is not text.
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode(errors="surrogateescape")
                with receiver._lock:
                    receiver.received.append(Received(self.command, self.path, dict(self.headers), body, time.time()))
                time.sleep(receiver.delay_seconds)
                status, headers = receiver._answer(self.headers.get("X-Fairlead-Message"))
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
