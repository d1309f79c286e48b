"""A private PostgreSQL server on a loopback address, and new databases in it.

Usage as a program: python3 -m tests.support.postgres run -- COMMAND…
starts a server, runs the command with FAIRLEAD_TEST_POSTGRES set to its address, and stops the server.
"""

import atexit
import functools
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from tests.support.ports import free_port
from tests.support.private_server import database_at, fresh_name, run_beside
from tests.support.waiting import wait_until

VARIABLE = "FAIRLEAD_TEST_POSTGRES"
SERVER_SECONDS_MAX = 120

# The server that suites share never loses its machine, so it need not wait for the disk. Creating and dropping a database
# syncs hundreds of files. Servers that a test stops or kills keep PostgreSQL's own settings.
SHARED_SETTINGS = {"fsync": "off", "full_page_writes": "off"}


@functools.cache
def programs() -> str:
    """The folder with the programs of the newest installed PostgreSQL."""
    folders = [f for f in glob.glob("/usr/lib/postgresql/*/bin") if os.path.exists(f + "/initdb")]
    if not folders:
        raise FileNotFoundError("PostgreSQL is not installed. Install Debian's package postgresql.")
    return max(folders, key=lambda f: int(re.search(r"/(\d+)", f).group(1)))


def children(process_id: int) -> list[int]:
    return [int(child) for thread in Path(f"/proc/{process_id}/task").iterdir()
            for child in (thread / "children").read_text().split()]


def is_stopped(process_id: int) -> bool:
    return Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[0] == "T"


class PrivatePostgres:
    """A server in a temporary folder, with these settings. PostgreSQL refuses to run as root, so root starts it as the
    user `postgres`."""

    def __init__(self, settings: dict[str, str] | None = None):
        self.folder = tempfile.mkdtemp(prefix="fairlead-postgres-")
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._data = self.folder + "/data"
        self._settings = {"listen_addresses": "127.0.0.1", "max_connections": "200"} | (settings or {})
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        self._create()

    def _create(self):
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")

    def __enter__(self) -> "PrivatePostgres":
        self.start()
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        options = " ".join([f"-p {self.port} -k {self.folder}",
                            *(f"-c {name}={value}" for name, value in self._settings.items())])
        self._run("pg_ctl", "start", "-w", "-t", str(SERVER_SECONDS_MAX), "-D", self._data,
                  "-l", self.folder + "/log", "-o", options)

    def stop(self, mode: str = "fast"):
        """`fast` is a normal shutdown; `immediate` drops all connections, as a crash would."""
        self._run("pg_ctl", "stop", "-w", "-t", str(SERVER_SECONDS_MAX), "-D", self._data, "-m", mode)

    @property
    def running(self) -> bool:
        return os.path.exists(self._data + "/postmaster.pid")

    def restart(self, mode: str = "fast"):
        self.stop(mode)
        self.start()

    def save(self) -> str:
        """Copies the data folder of the stopped server aside, and returns the place."""
        saved = self.folder + "/saved"
        shutil.rmtree(saved, ignore_errors=True)
        subprocess.run(["cp", "-a", self._data, saved], check=True)
        return saved

    def bring_back(self, saved: str):
        """Replaces the data folder of the stopped server by a saved one."""
        shutil.rmtree(self._data)
        subprocess.run(["cp", "-a", saved, self._data], check=True)

    def follow(self, primary: "PrivatePostgres"):
        """Forgets its data and becomes a standby of another server."""
        if self.running:
            self.stop("immediate")
        shutil.rmtree(self._data)
        self._copy(primary)
        self.start()

    def _copy(self, primary: "PrivatePostgres"):
        self._run("pg_basebackup", "-D", self._data, "-d", primary.url, "-R", "-X", "stream", "-c", "fast", "--no-sync")
        # The copy must not wait for standbys because the primary does.
        settings = Path(self._data, "postgresql.auto.conf")
        kept = [line for line in settings.read_text().splitlines() if "synchronous_standby_names" not in line]
        settings.write_text("\n".join(kept) + "\n")

    def promote(self):
        self._run("pg_ctl", "promote", "-w", "-t", str(SERVER_SECONDS_MAX), "-D", self._data)

    def pause(self):
        """Stops every process of the server with its connections open: it neither answers nor refuses."""
        self._signal(signal.SIGSTOP)

    def resume(self):
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals):
        postmaster = int(Path(self._data, "postmaster.pid").read_text().split()[0])
        os.kill(postmaster, number)
        if number == signal.SIGSTOP:  # A server that still runs could open a connection that is not stopped.
            wait_until(lambda: is_stopped(postmaster), "the server is stopped")
        for process in children(postmaster):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                continue  # A connection that has just ended.

    def close(self):
        if self.running:
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str):
        command = [f"{programs()}/{program}", *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        # The server inherits this output, so reading from a pipe would never end. A file has no such problem.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                  cwd="/", check=False)
            output.seek(0)
            if done.returncode != 0:
                raise RuntimeError(f"{program} failed: {output.read().decode(errors='replace')}")


class StandbyPostgres(PrivatePostgres):
    """A copy of another private server that follows it by streaming replication until it is promoted."""

    def __init__(self, primary: PrivatePostgres, settings: dict[str, str] | None = None):
        self._primary = primary
        super().__init__(settings)

    def _create(self):
        self._copy(self._primary)

    def await_replay(self):
        """Waits until it has everything that the primary has written."""
        [written] = query(self._primary.url, "SELECT pg_current_wal_lsn()")
        wait_until(lambda: query(self.url, f"SELECT pg_last_wal_replay_lsn() >= '{written}'") == ["t"],
                   "the standby has caught up")


def any_of(database: str, *servers: PrivatePostgres) -> str:
    """The URL of a database on the primary among these servers."""
    hosts = ",".join(f"127.0.0.1:{server.port}" for server in servers)
    return f"postgresql://postgres@{hosts}/{database}?target_session_attrs=read-write"


@functools.cache
def shared_url() -> str:
    """The server that all suites of this process share: the one in the environment, otherwise a private one."""
    given = os.environ.get(VARIABLE)
    if given:
        return given
    server = PrivatePostgres(SHARED_SETTINGS)
    atexit.register(server.close)
    server.start()
    return server.url


def query(url: str, sql: str) -> list[str]:
    """Runs SQL through psql and returns the printed lines, with columns separated by |."""
    done = subprocess.run([f"{programs()}/psql", "-X", "-At", "-v", "ON_ERROR_STOP=1", "-d", url],
                          input=sql, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"psql: {done.stderr}")
    return done.stdout.splitlines()


def dump(url: str) -> str:
    """Every row of the database as text."""
    return subprocess.run([f"{programs()}/pg_dump", "--data-only", "-d", url],
                          capture_output=True, text=True, check=True).stdout


def fresh_database(server_url: str | None = None) -> str:
    """Creates an empty database and returns its URL."""
    url = server_url or shared_url()
    name = fresh_name()
    query(url, f"CREATE DATABASE {name}")
    return database_at(url, name)


def drop_database(url: str):
    name = urlsplit(url).path.lstrip("/")
    query(database_at(url, "postgres"), f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


if __name__ == "__main__":
    sys.exit(run_beside(lambda: PrivatePostgres(SHARED_SETTINGS), VARIABLE, "tests.support.postgres", sys.argv[1:]))
