"""Those who put the service to work: each does its turn again and again, and all of them can be made to pause."""

import contextlib
import threading
import time
import traceback

RETRY_PAUSE_SECONDS = 0.02


class Worker(threading.Thread):
    """Does `turn` until it is ended. What it finds out of order it writes down."""

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
        """One thing that it does, retries included."""
        raise NotImplementedError

    def leave(self):
        """Closes what it holds."""

    def end(self):
        self._ended.set()
        self._open.set()

    def pause(self):
        """Returns when the turn under way is over."""
        self._open.clear()
        self._at_work.acquire()

    def resume(self):
        self._open.set()
        self._at_work.release()


class Crew:
    """All who work together. Use as a context manager: they work inside."""

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
        """Nothing is sent inside. The service must be up when it begins, so that every turn comes to its end."""
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


class Weather:
    """Whether the ledger may be away, so that visitors are answered without it."""

    def __init__(self):
        self._rough = False
        self._cleared_at = 0.0

    def worsen(self):
        self._rough = True

    def clear_up(self):
        self._cleared_at = time.monotonic()
        self._rough = False

    def was_rough(self, since: float) -> bool:
        return self._rough or self._cleared_at >= since
