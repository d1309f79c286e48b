"""Two clients for the service: a normal keep-alive client, and a raw connection for invalid requests."""

import http.client
import json
import select
import socket
from dataclasses import dataclass
from email.message import Message

API = "/api/v1"
# Longer than the time after which the service itself gives up.
TIMEOUT_SECONDS = 120
Address = tuple[str, int]


@dataclass(frozen=True)
class Response:
    status: int
    headers: Message
    body: bytes

    def json(self):
        return json.loads(self.body)

    def header(self, name: str) -> str | None:
        return self.headers.get(name)


class Client:
    """One keep-alive connection, which is opened again when the service has closed it. Do not share it between threads."""

    def __init__(self, address: Address, api_key: str | None = None, source: str | None = None,
                 timeout: float = TIMEOUT_SECONDS):
        self.api_key = api_key
        bound = (source, 0) if source else None
        self._connection = http.client.HTTPConnection(*address, timeout=timeout, source_address=bound)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._connection.close()

    def connect(self):
        self._connection.connect()

    def request(self, method: str, path: str, body: bytes | str | None = None, headers: dict | None = None) -> Response:
        """Sends one request unchanged. The API key of this client is added unless `headers` has one."""
        sent = {"X-API-Key": self.api_key} if self.api_key else {}
        sent |= headers or {}
        if isinstance(body, str):
            body = body.encode()
        if self._is_dropped():
            self._connection.close()
        try:
            self._connection.request(method, path, body, sent)
            answer = self._connection.getresponse()
            return Response(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise

    def _is_dropped(self) -> bool:
        """Whether the idle connection was closed: there is nothing else to read between two requests."""
        idle = self._connection.sock
        if idle is None:
            return False
        readable = select.poll()
        readable.register(idle, select.POLLIN)
        return bool(readable.poll(0))

    def api(self, method: str, path: str, document=None, headers: dict | None = None) -> Response:
        """Sends a JSON document to a path below /api/v1."""
        body = None if document is None else json.dumps(document)
        return self.request(method, API + path, body, {"Content-Type": "application/json"} | (headers or {}))

    def send_event(self, event: dict, headers: dict | None = None) -> Response:
        return self.api("POST", "/events", event, headers)

    def send_batch(self, events: list, headers: dict | None = None) -> Response:
        return self.api("POST", "/events", {"events": events}, headers)

    def send_body(self, body: bytes | str, headers: dict | None = None) -> Response:
        """Sends exactly these bytes to the Events API."""
        return self.request("POST", API + "/events", body, {"Content-Type": "application/json"} | (headers or {}))


def compose(method: str, path: str, headers: dict | list | None = None, body: bytes = b"", length=True) -> bytes:
    """Builds the bytes of a request. Headers in a list of pairs may repeat; `length` adds Content-Length."""
    pairs = list(headers.items()) if isinstance(headers, dict) else list(headers or [])
    if not any(name.lower() == "host" for name, _ in pairs):
        pairs.insert(0, ("Host", "fairlead.test"))
    if body and length:
        pairs.append(("Content-Length", str(len(body))))
    head = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in pairs)
    return head.encode("latin-1") + b"\r\n" + body


class RawConnection:
    """A raw connection, for requests that a normal client does not send."""

    def __init__(self, address: Address, source: str | None = None, timeout: float = TIMEOUT_SECONDS):
        bound = (source, 0) if source else None
        self.socket = socket.create_connection(address, timeout=timeout, source_address=bound)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._reader = self.socket.makefile("rb")

    def __enter__(self) -> "RawConnection":
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._reader.close()
        self.socket.close()

    def send(self, data: bytes):
        self.socket.sendall(data)

    def read_response(self, to_head: bool = False) -> Response:
        """Reads one response, which may be an interim one. `to_head`: the request was a HEAD."""
        status_line = self._reader.readline(65536)
        if not status_line:
            raise ConnectionError("The connection ended before a response came.")
        status = int(status_line.split()[1])
        headers = http.client.parse_headers(self._reader)
        if to_head or status < 200 or status in (204, 304):
            return Response(status, headers, b"")
        return Response(status, headers, self._read_body(headers))

    def _read_body(self, headers: Message) -> bytes:
        length = int(headers["Content-Length"])
        body = self._reader.read(length)
        if len(body) != length:
            raise ConnectionError(f"The response ended after {len(body)} of {length} bytes.")
        return body

    def rest(self) -> bytes:
        """Reads until the service closes the connection. A reset counts as a close."""
        try:
            return self._reader.read()
        except ConnectionResetError:
            return b""
