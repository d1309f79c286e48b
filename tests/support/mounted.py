"""Another folder in the place of a system's folder, for the programs that a test starts. Mounting it needs root."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from tests.support import program

START = """#!/bin/sh
exec unshare --mount sh -c 'mount --bind {folder} {place} && exec "$@"' sh {binary} "$@"
"""


@contextmanager
def mounted(folder: Path, place: str):
    """Programs that are started inside find `folder` in `place`."""
    own = Path(tempfile.mkdtemp(prefix="fairlead-mounted-"))
    try:
        start = own / "fairlead"
        start.write_text(START.format(folder=folder, place=place, binary=program.binary()))
        start.chmod(0o755)
        with patch.dict(os.environ, FAIRLEAD_BIN=str(start)):
            yield
    finally:
        shutil.rmtree(own, ignore_errors=True)
