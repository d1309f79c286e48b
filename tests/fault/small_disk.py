"""A small disk in memory for a data folder, which can be full at any moment. Mounting it needs root."""

import os
import subprocess
import tempfile
from pathlib import Path

BYTES = 2 << 30


class SmallDisk:
    """Use as a context manager. To fill the disk, nothing is written: its size shrinks to the used space."""

    def __enter__(self) -> "SmallDisk":
        if os.geteuid() != 0:
            raise PermissionError("The full disk test needs root, because it mounts a small tmpfs.")
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-disk-"))
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={BYTES}", "tmpfs", self.folder], check=True)
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", self.folder], check=True)
        self.folder.rmdir()

    def fill(self):
        """Removes the free space. Space that is freed afterwards is removed by the next call."""
        state = os.statvfs(self.folder)
        used = (state.f_blocks - state.f_bfree) * state.f_frsize
        # If more was written since, the disk cannot become that small, and the next call repeats it.
        self._resize(used)

    def free(self):
        if not self._resize(BYTES):
            raise RuntimeError("The small disk cannot get its size back.")

    def _resize(self, size: int) -> bool:
        return subprocess.run(["mount", "-o", f"remount,size={size}", self.folder], capture_output=True,
                              check=False).returncode == 0
