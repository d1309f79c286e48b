"""Workers that keep the service busy. Each repeats its turn, and all of them can be paused."""

import contextlib
import threading
import time
import traceback

RETRY_PAUSE_SECONDS = 0.02


class Worker(threading.Thread):
    """Repeats `turn` until it is ended, and records its findings."""

    def __init__(self):
        super().__init__(daemon=True)
        self.findings: list[str] = []
        self._ended = threading.Event()
        self._open = threading.Event()
        self._open.set()
        self._at_work = threading.Lock()

    def run(self):
        try:
            while not self._ended.is_set():
                self._open.wait()
                with self._at_work:
                    self.turn()
        except Exception:
            self.findings.append(f"{type(self).__name__} cannot go on: {traceback.format_exc()}")
        finally:
            self.leave()

    def turn(self):
        """One unit of work, including retries."""
        raise NotImplementedError

    def leave(self):
        """Closes the connections of the worker."""

    def end(self):
        self._ended.set()
        self._open.set()

    def pause(self):
        """Returns when the current turn is complete."""
        self._open.clear()
        self._at_work.acquire()

    def resume(self):
        self._open.set()
        self._at_work.release()


class Crew:
    """All workers. Use as a context manager: they work inside."""

    def __init__(self, workers: list[Worker]):
        self._workers = workers

    def __enter__(self) -> "Crew":
        for worker in self._workers:
            worker.start()
        return self

    def __exit__(self, *_):
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.join()

    @contextlib.contextmanager
    def paused(self):
        """Inside, no worker sends anything. The service must be running first, so that every turn can complete."""
        for worker in self._workers:
            worker.pause()
        try:
            yield
        finally:
            for worker in self._workers:
                worker.resume()

    @property
    def findings(self) -> list[str]:
        return [finding for worker in self._workers for finding in worker.findings]


class Interval:
    """A time with other promises, which a fault begins and ends."""

    def __init__(self):
        self.lasts = False
        self._ended_at = 0.0

    def begin(self):
        self.lasts = True

    def end(self):
        self._ended_at = time.monotonic()
        self.lasts = False

    @property
    def ended(self) -> bool:
        """Whether it has begun and ended at least once."""
        return self._ended_at > 0

    def touches(self, since: float) -> bool:
        """Whether a part of it is between this time and now."""
        return self.lasts or self._ended_at >= since


class Promises:
    """What the service does not promise while a fault lasts."""

    def __init__(self):
        # Journal and ledger may be unavailable, so that visitors get responses without them.
        self.no_journal = Interval()
        # The standby does not follow. If it is promoted, it lacks what was acknowledged since then.
        self.no_standby = Interval()
