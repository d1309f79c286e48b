"""A private ClickHouse server on a loopback address, and new databases in it.

Usage as a program: python3 -m tests.support.clickhouse run -- COMMAND…
starts a server, runs the command with FAIRLEAD_TEST_CLICKHOUSE set to its address, and stops the server.
"""

import atexit
import ctypes
import functools
import http.client
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from urllib.parse import quote, unquote, urlencode, urlsplit
from xml.sax.saxutils import escape

from tests.support.ports import free_port
from tests.support.private_server import database_at, fresh_name, run_beside

VARIABLE = "FAIRLEAD_TEST_CLICKHOUSE"
NONE = "none"  # The system has no ClickHouse. Tests that need one are skipped.
USER = "fairlead"
PASSWORD = "a secret/of:tests"
SERVER_SECONDS_MAX = 120
STOP_SECONDS_MAX = 30
START_ATTEMPTS_MAX = 5
PR_SET_PDEATHSIG = 1

# Small caches and few threads, because several of these servers can run at the same time on a small machine.
CONFIG = """<?xml version="1.0"?>
<yandex>
    <logger><level>warning</level><log>{folder}/log</log><errorlog>{folder}/errors</errorlog></logger>
    <http_port>{port}</http_port>
    <listen_host>127.0.0.1</listen_host>
    <path>{folder}/data/</path>
    <tmp_path>{folder}/temporary/</tmp_path>
    <users_config>{folder}/users.xml</users_config>
    <default_profile>default</default_profile>
    <default_database>default</default_database>
    <timezone>UTC</timezone>
    <mark_cache_size>33554432</mark_cache_size>
    <uncompressed_cache_size>1048576</uncompressed_cache_size>
    <max_concurrent_queries>100</max_concurrent_queries>
    <keep_alive_timeout>10</keep_alive_timeout>
    <mlock_executable>false</mlock_executable>
    {more}
</yandex>
"""

USERS = """<?xml version="1.0"?>
<yandex>
    <profiles><default><max_memory_usage>2000000000</max_memory_usage><max_threads>2</max_threads></default></profiles>
    <quotas><default/></quotas>
    <users>
        <{user}>
            <password>{password}</password>
            <networks><ip>127.0.0.1</ip></networks>
            <profile>default</profile>
            <quota>default</quota>
        </{user}>
    </users>
</yandex>
"""


def is_missing() -> bool:
    """`./dev test` says so on systems that have no package of ClickHouse."""
    return os.environ.get(VARIABLE) == NONE


@functools.cache
def program() -> str:
    """Debian installs the program outside the usual PATH; the packages of ClickHouse install it elsewhere."""
    if is_missing():
        raise unittest.SkipTest("this system has no ClickHouse")
    found = shutil.which("clickhouse-server", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/bin")
    if not found:
        raise FileNotFoundError("ClickHouse is not installed. Install Debian's package clickhouse-server.")
    return found


def end_with_parent():
    """Runs in the child process before it starts the server, so that the server never outlives the tests."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class PrivateClickHouse:
    """A server in a temporary folder that runs as the current user. It keeps its port over restarts. `more` is added to
    its configuration."""

    def __init__(self, more: str = ""):
        program()
        self.more = more
        self.folder = tempfile.mkdtemp(prefix="fairlead-clickhouse-")
        self.port = 0
        self._process: subprocess.Popen | None = None
        Path(self.folder, "users.xml").write_text(USERS.format(user=USER, password=escape(PASSWORD)))

    @property
    def url(self) -> str:
        return f"clickhouse://{USER}:{quote(PASSWORD, safe='')}@127.0.0.1:{self.port}/default"

    def __enter__(self) -> "PrivateClickHouse":
        self.start()
        return self

    def __exit__(self, *_):
        self.close()

    def start(self):
        """Another process can take the port before the server does, so the first start may try another port."""
        attempts = 1 if self.port else START_ATTEMPTS_MAX
        for attempt in range(1, attempts + 1):
            port = self.port or free_port()
            if self._start(port):
                self.port = port
                return
            if attempt == attempts:
                raise RuntimeError(f"ClickHouse did not start: {self._said()}")

    def stop(self):
        """Stops the server with a normal shutdown. Version 18.16 sometimes hangs while it stops; then it is killed."""
        try:
            self._end(signal.SIGTERM, STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            print("ClickHouse did not stop in time and was killed.", file=sys.stderr)

    def kill(self):
        """Kills the server, as a crash would."""
        self._end(signal.SIGKILL)

    def pause(self):
        """Stops the server's process with its connections open: it neither answers nor refuses."""
        self._process.send_signal(signal.SIGSTOP)

    def resume(self):
        self._process.send_signal(signal.SIGCONT)

    def close(self):
        if self._process:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _start(self, port: int) -> bool:
        config = Path(self.folder, "config.xml")
        config.write_text(CONFIG.format(folder=escape(self.folder), port=port, more=self.more))
        with open(Path(self.folder, "output"), "ab") as output:
            self._process = subprocess.Popen([program(), f"--config-file={config}"], stdin=subprocess.DEVNULL,
                                             stdout=output, stderr=output, cwd=self.folder,
                                             preexec_fn=end_with_parent)
        deadline = time.monotonic() + SERVER_SECONDS_MAX
        while time.monotonic() < deadline and self._process.poll() is None:
            if self._answers(port):
                return True
            time.sleep(0.05)
        self._end(signal.SIGKILL)
        return False

    def _answers(self, port: int) -> bool:
        """Whether our own server answers at the port. Only our server has the password."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("POST", "/", "SELECT 1", {"X-ClickHouse-User": USER, "X-ClickHouse-Key": PASSWORD})
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def _end(self, number: signal.Signals, seconds_max: float = SERVER_SECONDS_MAX):
        process, self._process = self._process, None
        process.send_signal(signal.SIGCONT)  # A stopped process handles no other signal.
        process.send_signal(number)
        try:
            process.wait(seconds_max)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def _said(self) -> str:
        return "\n".join(Path(self.folder, name).read_text(errors="replace")[-4000:]
                         for name in ("output", "errors") if Path(self.folder, name).exists())


@functools.cache
def shared_url() -> str:
    """The server that all suites of this process share: the one in the environment, otherwise a private one."""
    given = os.environ.get(VARIABLE)
    if given and given != NONE:
        return given
    server = PrivateClickHouse()
    atexit.register(server.close)
    server.start()
    return server.url


def query(url: str, sql: str, data: bytes = b"", **settings) -> list[str]:
    """Runs SQL over HTTP and returns the lines of the response, with columns separated by tabs."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port or 8123, timeout=SERVER_SECONDS_MAX)
    try:
        target = "/?" + urlencode({"database": parts.path.lstrip("/"), "query": sql, **settings})
        connection.request("POST", target, data, {"X-ClickHouse-User": unquote(parts.username or "default"),
                                                  "X-ClickHouse-Key": unquote(parts.password or "")})
        response = connection.getresponse()
        text = response.read().decode(errors="replace")
    finally:
        connection.close()
    if response.status != 200:
        raise RuntimeError(f"ClickHouse: {text}")
    return text.splitlines()


def fresh_database(server_url: str | None = None) -> str:
    """Creates an empty database and returns its URL."""
    url = server_url or shared_url()
    name = fresh_name()
    query(url, f"CREATE DATABASE {name}")
    return database_at(url, name)


def drop_database(url: str):
    name = urlsplit(url).path.lstrip("/")
    query(database_at(url, "default"), f"DROP DATABASE IF EXISTS {name}")


if __name__ == "__main__":
    sys.exit(run_beside(PrivateClickHouse, VARIABLE, "tests.support.clickhouse", sys.argv[1:]))
