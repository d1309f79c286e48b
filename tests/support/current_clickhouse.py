"""A current ClickHouse for the contract suite: the engine of npm's @chdb packages behind a small HTTP server.

Debian has only ClickHouse 18.16. `./dev check engines` installs the library and runs the suite on it:
python3 -m tests.support.current_clickhouse run -- COMMAND…
starts a server, runs the command with FAIRLEAD_TEST_CLICKHOUSE set to its address, and stops the server. CHDB_LIBRARY is
the path of libchdb.so. CHDB_PYTHON can name another command for Python, for example one for another architecture.

The engine has no HTTP interface, no users and no ids of statements. The server checks the password itself, runs one
statement at a time, and inserts from files, so it cannot show a statement that is still being received.
"""

import ctypes
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qsl, quote, urlsplit

from tests.support.private_server import run_beside

VARIABLE = "FAIRLEAD_TEST_CLICKHOUSE"
USER = "fairlead"
PASSWORD = "a secret/of:tests"
NOT_SETTINGS = ("query", "query_id", "wait_end_of_query", "database")
AUTHENTICATION_FAILED = "Code: 516. DB::Exception: the user or the password is wrong"


class Failed(Exception):
    """The engine refused a statement. The text begins with its code."""


class Engine:
    """One connection to the engine. A statement runs alone, with its own settings."""

    def __init__(self, library: str, folder: str):
        self._folder = folder
        self._lock = threading.Lock()
        self._library = ctypes.CDLL(library)
        self._declare()
        words = (ctypes.c_char_p * 2)(b"chdb", f"--path={folder}/data".encode())
        connection = self._library.chdb_connect(len(words), words)
        if not connection:
            raise RuntimeError("the engine cannot open its folder")
        self._connection = connection[0]

    def _declare(self):
        pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
        for name, result, arguments in (("chdb_connect", ctypes.POINTER(pointer), [ctypes.c_int, ctypes.POINTER(text)]),
                                        ("chdb_query_n", pointer, [pointer, text, size, text, size]),
                                        ("chdb_result_error", text, [pointer]),
                                        ("chdb_result_buffer", pointer, [pointer]),
                                        ("chdb_result_length", size, [pointer]),
                                        ("chdb_destroy_query_result", None, [pointer])):
            function = getattr(self._library, name)
            function.restype, function.argtypes = result, arguments

    def run(self, sql: bytes, data: bytes, settings: dict[str, str]) -> bytes:
        with self._lock:
            try:
                self._set({name: "'" + value.replace("'", "") + "'" for name, value in settings.items()})
                return self._insert(sql, data) if data else self._ask(sql)
            finally:
                self._set(dict.fromkeys(settings, "DEFAULT"))

    def _set(self, settings: dict[str, str]):
        if settings:
            self._ask(("SET " + ", ".join(f"{name} = {value}" for name, value in settings.items())).encode())

    def _insert(self, sql: bytes, data: bytes) -> bytes:
        with tempfile.NamedTemporaryFile(dir=self._folder) as file:
            file.write(data)
            file.flush()
            return self._ask(sql.replace(b" FORMAT ", f" FROM INFILE '{file.name}' FORMAT ".encode(), 1))

    def _ask(self, sql: bytes) -> bytes:
        plain = b"TabSeparated"
        result = self._library.chdb_query_n(self._connection, sql, len(sql), plain, len(plain))
        try:
            problem = self._library.chdb_result_error(result)
            if problem:
                raise Failed(problem.decode(errors="replace"))
            length = self._library.chdb_result_length(result)
            return ctypes.string_at(self._library.chdb_result_buffer(result), length) if length else b""
        finally:
            self._library.chdb_destroy_query_result(result)


class Bridge(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    engine: Engine

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        asked = dict(parse_qsl(urlsplit(self.path).query))
        settings = {name: value for name, value in asked.items() if name not in NOT_SETTINGS}
        if (self.headers.get("X-ClickHouse-User"), self.headers.get("X-ClickHouse-Key")) != (USER, PASSWORD):
            return self.answer(403, AUTHENTICATION_FAILED.encode())
        query = asked.get("query", "").encode()
        try:
            self.answer(200, self.engine.run(query or body, body if query else b"", settings))
        except Failed as problem:
            self.answer(500, str(problem).encode())

    def answer(self, status: int, content: bytes):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """The output of the tests stays readable."""


def serve(folder: str):
    """Prints the port and the version of the engine, then serves until the process is killed."""
    Bridge.engine = Engine(os.environ["CHDB_LIBRARY"], folder)
    version = Bridge.engine.run(b"SELECT version()", b"", {}).decode().strip()
    with ThreadingHTTPServer(("127.0.0.1", 0), Bridge) as server:
        print(json.dumps({"port": server.server_port, "version": version}), flush=True)
        server.serve_forever()


class CurrentClickHouse:
    """A process with the engine in a temporary folder. A crash of the engine ends only this process."""

    def __enter__(self) -> "CurrentClickHouse":
        if not Path(os.environ.get("CHDB_LIBRARY", "")).is_file():
            raise FileNotFoundError("Set CHDB_LIBRARY to the path of libchdb.so.")
        self.folder = tempfile.mkdtemp(prefix="fairlead-chdb-")
        python = shlex.split(os.environ.get("CHDB_PYTHON", sys.executable))
        self._process = subprocess.Popen([*python, "-m", __spec__.name, "serve", self.folder], stdout=subprocess.PIPE, text=True)
        line = self._process.stdout.readline()
        if not line:
            self.__exit__()
            raise RuntimeError("the engine did not start")
        started = json.loads(line)
        print(f"ClickHouse {started['version']} (chdb)", file=sys.stderr)
        self.url = f"clickhouse://{USER}:{quote(PASSWORD, safe='')}@127.0.0.1:{started['port']}/default"
        return self

    def __exit__(self, *_):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2])
    else:
        sys.exit(run_beside(CurrentClickHouse, VARIABLE, "tests.support.current_clickhouse", sys.argv[1:]))
