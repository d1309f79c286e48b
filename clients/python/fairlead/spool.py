"""A file that keeps events while the service cannot be reached.

`PATH` has the waiting events, one JSON object per line. To send them, the file is renamed to `PATH.sending`, which never
changes. `PATH.sent` is the number of its bytes that the service has acknowledged. An event that the service refuses is
appended to `PATH.refused` with its errors. After a crash some events may be sent again; their idempotency keys make them
duplicates. Several processes may use the same path; one of them sends at a time.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from fairlead.errors import ApiError, SpoolFull

BATCH_EVENTS_MAX = 100
BATCH_BYTES_MAX = 1_000_000
# Statuses that concern the body. Smaller batches find the event that causes them.
BODY_STATUSES = (400, 413)

# Sends a batch of lines and returns the entries of its results.
Send = Callable[[list[bytes]], list[dict[str, Any]]]


@dataclass
class Flushed:
    """What became of the events of the spool."""

    accepted: int = 0
    duplicates: int = 0
    refused: list[dict[str, Any]] = field(default_factory=list)  # {event, errors}, also in PATH.refused.


class Spool:
    def __init__(self, path: str | os.PathLike[str], bytes_max: int = 64 * 1024 * 1024):
        self.path = os.fspath(path)
        self.bytes_max = bytes_max

    def append(self, lines: list[bytes]):
        """Returns when the lines are on disk. Raises SpoolFull without keeping any of them."""
        data = b"".join(line + b"\n" for line in lines)
        with self._locked("lock"):
            if self._size() + len(data) > self.bytes_max:
                raise SpoolFull(f"{self.path} has reached {self.bytes_max} bytes")
            is_new = not os.path.exists(self.path)
            with open(self.path, "ab") as file:
                end = _drop_torn_line(self.path, file.fileno())
                try:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                except OSError:
                    os.ftruncate(file.fileno(), end)
                    raise
            if is_new:
                self._sync_folder()

    def is_empty(self) -> bool:
        return self._size() == 0

    def flush(self, send: Send) -> Flushed:
        """Sends everything, oldest first. What an exception of `send` leaves is sent by the next call."""
        flushed = Flushed()
        with self._locked("flush-lock", wait=False) as held:
            while held and self._take():
                self._send_taken(send, flushed)
        return flushed

    def _size(self) -> int:
        return sum(os.path.getsize(path) for path in (self.path, self.path + ".sending") if os.path.exists(path))

    def _take(self) -> bool:
        """Renames the waiting events for sending. False if there are none."""
        if os.path.exists(self.path + ".sending"):
            return True
        with self._locked("lock"):
            if not os.path.exists(self.path) or os.path.getsize(self.path) == 0:
                return False
            # The mark of an earlier file must not count for this one.
            _remove(self.path + ".sent")
            self._sync_folder()
            os.rename(self.path, self.path + ".sending")
            self._sync_folder()
        return True

    def _send_taken(self, send: Send, flushed: Flushed):
        with open(self.path + ".sending", "rb") as file:
            file.seek(self._sent())
            while lines := _next_lines(file):
                self._send_lines(send, lines, flushed)
                self._mark(file.tell())
        os.unlink(self.path + ".sending")
        self._sync_folder()
        _remove(self.path + ".sent")

    def _send_lines(self, send: Send, lines: list[bytes], flushed: Flushed):
        good = []
        for line in lines:
            if _is_object(line):
                good.append(line)
            else:
                self._refuse(line, [{"pointer": "", "code": "invalid_json", "detail": "the line is damaged"}], flushed)
        if good:
            self._send_good(send, good, flushed)

    def _send_good(self, send: Send, lines: list[bytes], flushed: Flushed):
        try:
            results = send(lines)
        except ApiError as error:
            if error.status not in BODY_STATUSES:
                raise
            if len(lines) > 1:
                self._send_good(send, lines[:len(lines) // 2], flushed)
                self._send_good(send, lines[len(lines) // 2:], flushed)
            else:
                self._refuse(lines[0], [{"pointer": "", "code": error.code, "detail": error.detail}], flushed)
            return
        for line, entry in zip(lines, results, strict=True):
            if entry["status"] == "error":
                self._refuse(line, entry.get("errors") or [entry["error"]], flushed)
            elif entry["status"] == "accepted":
                flushed.accepted += 1
            else:
                flushed.duplicates += 1

    def _refuse(self, line: bytes, errors: list[dict[str, Any]], flushed: Flushed):
        path = self.path + ".refused"
        if os.path.exists(path) and os.path.getsize(path) > self.bytes_max:
            raise SpoolFull(f"{path} has reached {self.bytes_max} bytes. Look at the refused events and remove the file")
        refused = {"event": _readable(line), "errors": errors}
        with open(path, "ab") as file:
            file.write(json.dumps(refused).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        flushed.refused.append(refused)

    def _sent(self) -> int:
        try:
            with open(self.path + ".sent", "rb") as file:
                return int(file.read() or 0)
        except FileNotFoundError:
            return 0

    def _mark(self, sent: int):
        with open(self.path + ".sent.new", "wb") as file:
            file.write(str(sent).encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(self.path + ".sent.new", self.path + ".sent")

    def _sync_folder(self):
        folder = os.open(os.path.dirname(os.path.abspath(self.path)), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    @contextmanager
    def _locked(self, name: str, wait: bool = True) -> Iterator[bool]:
        with open(f"{self.path}.{name}", "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                yield False
                return
            yield True


def _drop_torn_line(path: str, descriptor: int) -> int:
    """Cuts off the part of a line that a crash has left, and returns the end. Nobody was told that it is kept."""
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        end, step = size, 64 * 1024
        while end > 0:
            start = max(0, end - step)
            file.seek(start)
            newline = file.read(end - start).rfind(b"\n")
            if newline >= 0:
                end = start + newline + 1
                break
            end = start
    if end != size:
        os.ftruncate(descriptor, end)
    return end


def _next_lines(file) -> list[bytes]:
    lines: list[bytes] = []
    size = 0
    while len(lines) < BATCH_EVENTS_MAX:
        place = file.tell()
        line = file.readline()
        if not line.endswith(b"\n"):
            break  # A line without an end was never acknowledged.
        if lines and size + len(line) > BATCH_BYTES_MAX:
            file.seek(place)
            break
        lines.append(line[:-1])
        size += len(line)
    return lines


def _is_object(line: bytes) -> bool:
    return isinstance(_readable(line), dict)


def _readable(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return line.decode(errors="replace")


def _remove(path: str):
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
