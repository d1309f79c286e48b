"""The client: events, all other operations, retries and the spool."""

from __future__ import annotations

import email.utils
import http.client
import json
import random
import threading
import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from fairlead import types
from fairlead.errors import ApiError, InvalidRequest, Unavailable
from fairlead.operations import Operations
from fairlead.spool import BATCH_BYTES_MAX, BATCH_EVENTS_MAX, Flushed, Spool

RETRIED = (429, 500, 502, 503, 504)
BACK_OFF_SECONDS = 0.5
BACK_OFF_SECONDS_MAX = 30.0
VERSION = "0.2.0"


class Client(Operations):
    """A client of one operator. Safe from several threads, which wait for each other.

    `base_url` is the address of the service, with or without /api/v1. A request that finds no service, or a busy one
    (429, 5xx), is sent again up to `attempts_max` times, after the seconds that the service names in Retry-After or after
    a growing pause. Events carry their idempotency keys and other POSTs get one, so nothing is done twice. A pause over
    `wait_seconds_max` is not waited for: the call raises Unavailable with `retry_after`.
    """

    def __init__(self, base_url: str, api_key: str, *, spool: Spool | str | None = None, timeout_seconds: float = 30,
                 attempts_max: int = 5, wait_seconds_max: float = 60, sleep: Callable[[float], None] = time.sleep):
        address = urlsplit(base_url.rstrip("/").removesuffix("/api/v1") + "/api/v1")
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError("base_url must be an http or https URL")
        make = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        self._connection = make(address.hostname, address.port, timeout=timeout_seconds)
        self._path = address.path
        self._api_key = api_key
        self._spool = Spool(spool) if isinstance(spool, str) else spool
        self._attempts_max = attempts_max
        self._wait_seconds_max = wait_seconds_max
        self._sleep = sleep
        self._lock = threading.Lock()
        self._flush_at = 0.0  # Monotonic; the next time that `record` tries to empty the spool.

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._connection.close()

    # --- events

    def send_event(self, event: types.Event, *, dry_run: bool = False) -> types.SingleResult:
        """Sends one event. Raises InvalidRequest with all errors if the event is invalid."""
        return self._send_event(event, dry_run, self._attempts_max)

    def send_events(self, events: Iterable[types.Event], *, dry_run: bool = False) -> types.BatchResult:
        """Sends any number of events in batches of up to 100, and returns one result for all.

        An invalid event does not stop the others: its entry has the status `error` and its errors. After Unavailable some
        batches may be stored; send all events again, their keys make them duplicates.
        """
        total: types.BatchResult = {"summary": {"total": 0, "accepted": 0, "duplicates": 0, "errors": 0}, "results": []}
        for lines in _batches(events):
            answer = self._send_lines(lines, dry_run)
            for name in total["summary"]:
                total["summary"][name] += answer["summary"][name]
            total["results"] += answer["results"]
        return total

    def batch(self, size: int = BATCH_EVENTS_MAX) -> Batch:
        """Collects events and sends them when there are `size` of them: `with client.batch() as batch: batch.add(…)`."""
        return Batch(self, size)

    def record(self, event: types.Event) -> types.SingleResult | None:
        """Sends the event, or keeps it in the spool if the service cannot be reached. Returns None if it was kept.

        It tries once and does not wait. While events wait in the spool, new ones queue behind them, and `record` tries to
        empty the spool from time to time. Call `flush` at the start and the end of the program and by a timer.
        """
        spool = self._needed_spool()
        line = _line(event)
        if not event.get("idempotency_key"):
            raise ValueError("an event needs an idempotency_key")
        if spool.is_empty():
            try:
                return self._send_event(event, False, attempts_max=1)
            except Unavailable as error:
                spool.append([line])
                self._postpone(error)
                return None
        spool.append([line])
        if time.monotonic() >= self._flush_at:
            try:
                self._flush(attempts_max=1)
            except Unavailable as error:
                self._postpone(error)
        return None

    def flush(self) -> Flushed:
        """Sends the events in the spool. Raises Unavailable if the service cannot be reached; the rest stays in the spool."""
        return self._flush(self._attempts_max)

    def _needed_spool(self) -> Spool:
        if self._spool is None:
            raise ValueError("this client has no spool")
        return self._spool

    def _flush(self, attempts_max: int) -> Flushed:
        def send(lines: list[bytes]) -> list[dict[str, Any]]:
            return self._send_lines(lines, False, attempts_max)["results"]

        return self._needed_spool().flush(send)

    def _postpone(self, error: Unavailable):
        self._flush_at = time.monotonic() + (error.retry_after or BACK_OFF_SECONDS * 10)

    def _send_event(self, event: types.Event, dry_run: bool, attempts_max: int) -> types.SingleResult:
        return self._request("POST", "/events", _dry(dry_run), _line(event), attempts_max=attempts_max)

    def _send_lines(self, lines: list[bytes], dry_run: bool, attempts_max: int | None = None) -> types.BatchResult:
        body = b'{"events":[' + b",".join(lines) + b"]}"
        try:
            return self._request("POST", "/events", _dry(dry_run), body, attempts_max=attempts_max)
        except InvalidRequest as error:
            # A batch without a valid event is answered with its results and 400.
            if "results" in error.problem:
                return error.problem
            raise

    # --- all operations

    def call(self, method: str, path: str, query: dict[str, Any] | None = None, body: Any = None) -> Any:
        """Calls any operation. The generated methods use it. Returns JSON, a text (CSV, HTML) or None."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        return self._request(method, path, query, data, headers)

    def _request(self, method: str, path: str, query: dict[str, Any] | None, body: bytes | None,
                 headers: dict[str, str] | None = None, attempts_max: int | None = None) -> Any:
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        target = self._path + path + ("?" + urlencode(given, doseq=True) if given else "")
        sent = {"X-API-Key": self._api_key, "User-Agent": "fairlead-client-python/" + VERSION, **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/json"
        attempts_left = attempts_max or self._attempts_max
        pause = BACK_OFF_SECONDS
        while True:
            attempts_left -= 1
            try:
                return self._attempt(method, target, body, sent)
            except Unavailable as error:
                # Half of the pause is random, so that many clients do not come back at the same moment.
                wait = error.retry_after if error.retry_after is not None else pause * random.uniform(0.5, 1)
                if attempts_left <= 0 or wait > self._wait_seconds_max:
                    raise
                self._sleep(wait)
                pause = min(pause * 2, BACK_OFF_SECONDS_MAX)

    def _attempt(self, method: str, target: str, body: bytes | None, headers: dict[str, str]) -> Any:
        with self._lock:
            try:
                self._connection.request(method, target, body, headers)
                answer = self._connection.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                raise Unavailable(f"the service cannot be reached: {error or type(error).__name__}") from error
        return _read_answer(answer.status, answer.headers, data)


class Batch:
    """Collects events. At the end of a `with` block the rest is sent."""

    def __init__(self, client: Client, size: int):
        self._client = client
        self._size = min(size, BATCH_EVENTS_MAX)
        self._waiting: list[types.Event] = []
        self.accepted = 0
        self.duplicates = 0
        self.spooled = 0
        self.refused: list[dict[str, Any]] = []  # {event, errors}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.flush()

    def add(self, event: types.Event):
        self._waiting.append(event)
        if len(self._waiting) >= self._size:
            self.flush()

    def flush(self):
        """Sends what was added. If the service cannot be reached, the events go to the spool; without one it raises Unavailable and
        keeps them."""
        events = self._waiting
        if not events:
            return
        try:
            answer = self._client.send_events(events)
        except Unavailable:
            if self._client._spool is None:
                raise
            self._client._spool.append([_line(event) for event in events])
            self.spooled += len(events)
            self._waiting = []
            return
        self._waiting = []
        self.accepted += answer["summary"]["accepted"]
        self.duplicates += answer["summary"]["duplicates"]
        for event, entry in zip(events, answer["results"], strict=True):
            if entry["status"] == "error":
                self.refused.append({"event": event, "errors": entry["errors"]})


def _line(event: types.Event) -> bytes:
    return json.dumps(event, separators=(",", ":")).encode()


def _batches(events: Iterable[types.Event]) -> Iterable[list[bytes]]:
    lines: list[bytes] = []
    size = 0
    for event in events:
        line = _line(event)
        if lines and (len(lines) == BATCH_EVENTS_MAX or size + len(line) > BATCH_BYTES_MAX):
            yield lines
            lines, size = [], 0
        lines.append(line)
        size += len(line) + 1
    if lines:
        yield lines


def _dry(dry_run: bool) -> dict[str, Any]:
    return {"dryRun": True} if dry_run else {}


def _text(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value


def _read_answer(status: int, headers: Any, data: bytes) -> Any:
    is_json = "json" in (headers.get("Content-Type") or "")
    try:
        document = json.loads(data) if is_json and data else data.decode(errors="replace")
    except ValueError as error:
        raise Unavailable("the answer is not complete", status) from error
    if status < 400:
        return document if data else None
    if status in RETRIED:
        detail = document.get("detail", "") if isinstance(document, dict) else ""
        raise Unavailable(f"the service answered {status} {detail}".rstrip(), status, _retry_after(headers))
    problem = document if isinstance(document, dict) else {"detail": document}
    raise (InvalidRequest if status == 400 else ApiError)(status, problem)


def _retry_after(headers: Any) -> float | None:
    """Seconds, from a number or a date."""
    text = headers.get("Retry-After")
    if not text:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return None
