"""Runs the tests of a client library, which are written in its language, against a real service behind a proxy."""

import os
import subprocess
import tempfile
from pathlib import Path

from tests.support.case import ServiceCase
from tests.support.faulty_proxy import FaultyProxy

CLIENTS = Path(__file__).resolve().parents[2] / "clients"
SECONDS_MAX = 1800


class ClientCase(ServiceCase):
    settings = {"key_requests_per_minute": 1000000}

    @classmethod
    def prepare(cls):
        cls.proxy = FaultyProxy(cls.service.address)
        cls.addClassCleanup(cls.proxy.close)

    def run_in(self, folder: Path, *command: str, **environment: str) -> str:
        """Runs a command, which must succeed, and returns its output."""
        scratch = tempfile.TemporaryDirectory(prefix="fairlead-client-")
        self.addCleanup(scratch.cleanup)
        given = {"FAIRLEAD_URL": self.proxy.url, "FAIRLEAD_KEY": self.service.account.api_key,
                 "FAIRLEAD_BRAND": self.service.account.brand_id, "FAIRLEAD_SCRATCH": scratch.name,
                 "FAIRLEAD_VECTORS": str(CLIENTS / "webhook-vectors.json"), "TZ": "UTC"}
        done = subprocess.run(command, cwd=folder, env=os.environ | given | environment, capture_output=True, text=True,
                              timeout=SECONDS_MAX, check=False)
        self.assertEqual(done.returncode, 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr
