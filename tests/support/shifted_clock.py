"""A wall clock that a test can set while the service runs, by a library that is loaded into the service."""

import os
import struct
from contextlib import contextmanager
from pathlib import Path

from tests.support.program import REPOSITORY

LIBRARY = REPOSITORY / os.environ.get("FAIRLEAD_SHIFTED_CLOCK", "build/release/libshifted_clock.so")

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
YEAR = 365 * DAY


class ShiftedClock:
    """The clock of programs that are started inside `used`."""

    def __init__(self, file: Path):
        self._file = file
        self._file.write_bytes(struct.pack("=q", 0))

    def shift(self, seconds: int):
        """Sets how far the clock is ahead of the true time, at once and also in running programs."""
        with open(self._file, "r+b") as file:
            file.write(struct.pack("=q", seconds))

    @contextmanager
    def used(self):
        values = {"LD_PRELOAD": str(LIBRARY), "SHIFTED_CLOCK": str(self._file)}
        os.environ.update(values)
        try:
            yield
        finally:
            for name in values:
                del os.environ[name]
