"""A private PgBouncer in front of a PostgreSQL server."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.support.ports import free_port
from tests.support.postgres import query
from tests.support.waiting import wait_until

PROGRAM = "/usr/sbin/pgbouncer"


class PrivatePgBouncer:
    """Use as a context manager. `url` reaches the same database as the given URL, through PgBouncer."""

    def __init__(self, url: str, pool_mode: str):
        self.folder = Path(tempfile.mkdtemp(prefix="fairlead-pgbouncer-"))
        self.port = free_port()
        parts = urlsplit(url)
        self.url = urlunsplit(parts._replace(netloc=f"{parts.username}@127.0.0.1:{self.port}"))
        (self.folder / "users.txt").write_text(f'"{parts.username}" ""\n')
        (self.folder / "pgbouncer.ini").write_text(
            f"[databases]\n* = host=127.0.0.1 port={parts.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n"
            f"listen_port = {self.port}\nunix_socket_dir =\nauth_type = trust\nauth_file = {self.folder}/users.txt\n"
            f"pool_mode = {pool_mode}\ndefault_pool_size = 60\nlogfile = {self.folder}/log\n")

    def __enter__(self) -> "PrivatePgBouncer":
        command = [PROGRAM, str(self.folder / "pgbouncer.ini")]
        if os.geteuid() == 0:
            for path in (self.folder, *self.folder.iterdir()):
                shutil.chown(path, "postgres", "postgres")
            command = ["runuser", "-u", "postgres", "--", *command]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL, cwd="/")
        wait_until(self._answers, "PgBouncer answers")
        return self

    def _answers(self) -> bool:
        try:
            return query(self.url, "SELECT 1") == ["1"]
        except RuntimeError:
            return False

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
