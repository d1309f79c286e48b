"""A running `fairlead serve --demo` with its own data folder."""

import re
import select
import shutil
import tempfile
import time
from pathlib import Path

from tests.support.client import Address
from tests.support.service import Account, Service

READY = re.compile(r"^fairlead is ready at http://([^:]+):(\d+)$", re.MULTILINE)
# Sanitizer builds on a shared machine create the history slowly. A healthy run takes much less time.
MAKING_SECONDS_MAX = 900


class Demo(Service):
    """`welcome` is the text that the demo prints for people; the account is the one in that text."""

    welcome = ""

    @classmethod
    def create(cls, days: int) -> "Demo":
        folder = Path(tempfile.mkdtemp(prefix="fairlead-demo-"))
        demo = cls(folder / "data", demo_days=days)
        demo._cleanups.append(lambda: shutil.rmtree(folder, ignore_errors=True))
        return demo

    def _await_ready(self) -> Address:
        output, text, deadline = self._process.stdout, b"", time.monotonic() + MAKING_SECONDS_MAX
        # The curl command is the last text that the demo prints.
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
            raise AssertionError(f"The demo did not print {pattern}: {self.welcome}")
        return found.group(1)

    def url(self) -> str:
        return f"http://{self.address[0]}:{self.address[1]}"
