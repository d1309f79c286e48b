"""Runs the engine through the program `commission_histories`, which reads histories and prints their results."""

import json
import os
import subprocess
from pathlib import Path

BUILT = Path(__file__).resolve().parents[3] / "build/release/commission_histories"
PROGRAM = Path(os.environ.get("FAIRLEAD_HISTORIES", BUILT))


class Engine:
    """One process that plays any number of histories, each from an empty state."""

    def __enter__(self):
        self.process = subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def play(self, steps):
        self.process.stdin.write(json.dumps(steps).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"died": self.process.wait()}


def results(histories):
    with Engine() as engine:
        return [engine.play(steps) for steps in histories]
