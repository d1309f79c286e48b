"""A running `fairlead serve --demo` on a data folder of its own."""

import re
import select
import shutil
import tempfile
import time
from pathlib import Path

from tests.support.client import Address
from tests.support.service import Account, Service

READY = re.compile(r"^fairlead is ready at http://([^:]+):(\d+)$", re.MULTILINE)
# Sanitizer builds on a shared machine make the history slowly. Nothing waits this long when all is well.
MAKING_SECONDS_MAX = 900


class Demo(Service):
    """Its `welcome` is what it has printed for people, and its account the one that they are given."""

    welcome = ""

    @classmethod
    def create(cls, days: int) -> "Demo":
        folder = Path(tempfile.mkdtemp(prefix="fairlead-demo-"))
        demo = cls(folder / "data", demo_days=days)
        demo._cleanups.append(lambda: shutil.rmtree(folder, ignore_errors=True))
        return demo

    def _await_ready(self) -> Address:
        output, text, deadline = self._process.stdout, b"", time.monotonic() + MAKING_SECONDS_MAX
        # The curl is the last thing that is printed.
        while not text.endswith(b"}'\n\n") and time.monotonic() < deadline:
            if not select.select([output], [], [], 0.5)[0]:
                continue
            piece = output.read1(4096)
            if not piece:
                break
            text += piece
        self.welcome = text.decode()
        matched = READY.search(self.welcome)
        if not matched:
            self.kill()
            raise RuntimeError(f"The demo did not become ready. Its log ends:\n{self.log_tail()}")
        self.account = Account("", self.printed(r'"brand_id": "([^"]+)"'), self.printed(r"API key +(\S+)"),
                               self.printed(r"(\S+@\S+) \(admin\)"), self.printed(r"password is (\S+)"))
        return matched.group(1), int(matched.group(2))

    def printed(self, pattern: str) -> str:
        found = re.search(pattern, self.welcome)
        if not found:
            raise AssertionError(f"The demo has not printed {pattern}: {self.welcome}")
        return found.group(1)

    def url(self) -> str:
        return f"http://{self.address[0]}:{self.address[1]}"
