"""A disk of its own for a data folder, in memory, that can be full at any moment. Mounting it needs root."""

import os
import subprocess
import tempfile
from pathlib import Path

BYTES = 2 << 30


class SmallDisk:
    """Use as a context manager. Nothing is written to fill it: the disk shrinks to what is used."""

    def __enter__(self) -> "SmallDisk":
        if os.geteuid() != 0:
            raise PermissionError("A full disk can only be tried as root, because a small tmpfs has to be mounted.")
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-disk-"))
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={BYTES}", "tmpfs", self.folder], check=True)
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", self.folder], check=True)
        self.folder.rmdir()

    def fill(self):
        """Takes away what is free. What is freed meanwhile can be taken by the next call."""
        state = os.statvfs(self.folder)
        used = (state.f_blocks - state.f_bfree) * state.f_frsize
        # Where more has been written since, it does not become that small; then the next call will do it.
        self._resize(used)

    def free(self):
        if not self._resize(BYTES):
            raise RuntimeError("The small disk cannot be given its size again.")

    def _resize(self, size: int) -> bool:
        return subprocess.run(["mount", "-o", f"remount,size={size}", self.folder], capture_output=True,
                              check=False).returncode == 0
