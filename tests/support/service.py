"""A running fairlead with its own data folder."""

import json
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.support import postgres, program
from tests.support.client import Address, Client, RawConnection
from tests.support.ledger import Ledger, PostgresLedger, SqliteLedger
from tests.support.ports import free_port
from tests.support.processor import cpu_seconds, resident_bytes
from tests.support.waiting import SECONDS_MAX, wait_until

READY = re.compile(r"^fairlead is ready at http://(?:\[([^\]]+)\]|([^:]+)):(\d+)$")
START_SECONDS_MAX = 180
STOP_SECONDS_MAX = 180


@dataclass(frozen=True)
class Account:
    """An operator, as `init` and `operator create` print it."""

    operator_id: str
    brand_id: str
    api_key: str
    admin_email: str
    admin_password: str

    @staticmethod
    def of(printed: dict) -> "Account":
        return Account(printed["operatorId"], printed["brandId"], printed["apiKey"],
                       printed["adminEmail"], printed["adminPassword"])


class Service:
    """One node. It keeps its port over restarts, so that clients can reconnect."""

    def __init__(self, data: Path, ledger_url: str | None = None, log_path: Path | None = None, **settings):
        self.data = data
        self.ledger_url = ledger_url
        self.facts_url = settings.pop("facts", None)
        self.settings = settings
        self.flags: list[str] = []  # Flags of `serve` that are no settings.
        self.account: Account | None = None
        self.start_text = ""  # What the service has printed at its last start.
        self.admin_session: str | None = None  # See tests.support.accounts.
        self.address: Address | None = None
        self.log_path = log_path or data.parent / (data.name + ".log")
        self._process: subprocess.Popen | None = None
        self._listen = settings.pop("listen", None) or f"127.0.0.1:{free_port()}"
        self._cleanups = []

    @classmethod
    def create(cls, engine: str = "sqlite", server_url: str | None = None, **settings) -> "Service":
        """Creates a data folder with one operator (and a database, on the given server or the shared one)."""
        folder = Path(tempfile.mkdtemp(prefix="fairlead-test-"))
        url = postgres.fresh_database(server_url) if engine == "postgres" else None
        service = cls(folder / "data", url, **settings)
        service._cleanups.append(lambda: shutil.rmtree(folder, ignore_errors=True))
        if url:
            service._cleanups.append(lambda: postgres.drop_database(url))
        service.init("Harbour Gaming")
        return service

    @classmethod
    def launch(cls, engine: str = "sqlite", **settings) -> "Service":
        service = cls.create(engine, **settings)
        service.start()
        return service

    def __enter__(self) -> "Service":
        return self

    def __exit__(self, *_):
        self.close()

    def place(self) -> list[str]:
        """The flags that select the data of a command."""
        return ["--data", str(self.data), *(["--ledger", self.ledger_url] if self.ledger_url else []),
                *(["--facts", self.facts_url] if self.facts_url else [])]

    def init(self, operator: str) -> Account:
        account = Account.of(program.run_json("init", *self.place(), "--operator", operator))
        self.account = self.account or account
        return account

    def create_operator(self, name: str) -> Account:
        """Adds another operator. A service that runs on PostgreSQL sees it within a second."""
        account = Account.of(program.run_json("operator", "create", *self.place(), "--name", name))
        if self.running:
            with self.client(account.api_key) as client:
                wait_until(lambda: client.api("GET", "/brands").status == 200, "the operator's key is known")
        return account

    def start(self, *flags: str):
        """Starts the service and waits for its ready line."""
        self.spawn(*flags)
        self.address = self._await_ready()

    def spawn(self, *flags: str):
        """Starts the service without waiting for it."""
        listen = self._listen if self.address is None else f"{self._bracketed_host()}:{self.address[1]}"
        command = [program.binary(), "serve", *self.place(), "--listen", listen, *program.flags(self.settings),
                   *self.flags, *flags]
        with open(self.log_path, "ab") as log:
            self._process = subprocess.Popen(command, env=program.environment(), stdin=subprocess.DEVNULL,
                                             stdout=subprocess.PIPE, stderr=log)

    def _bracketed_host(self) -> str:
        host = self.address[0]
        return f"[{host}]" if ":" in host else host

    def _await_ready(self) -> Address:
        self.start_text = self._first_line()
        line = self.start_text.partition("\n")[0]
        matched = READY.match(line)
        if not matched:
            self.kill()
            raise RuntimeError(f"The service did not become ready. It said {line!r}. Its log ends:\n{self.log_tail()}")
        return matched.group(1) or matched.group(2), int(matched.group(3))

    def _first_line(self) -> str:
        output = self._process.stdout
        deadline = time.monotonic() + START_SECONDS_MAX
        line = b""
        while not line.endswith(b"\n") and time.monotonic() < deadline:
            if not select.select([output], [], [], 0.5)[0]:
                continue
            piece = output.read1(4096)
            if not piece:
                break
            line += piece
        return line.decode()

    @property
    def process_id(self) -> int:
        return self._process.pid

    def cpu_seconds(self) -> float:
        return cpu_seconds(self._process.pid)

    def resident_bytes(self) -> int:
        return resident_bytes(self._process.pid)

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def terminate(self):
        """Asks the service to stop gracefully, without waiting for it."""
        self._process.send_signal(signal.SIGTERM)

    def wait(self, seconds_max: float = STOP_SECONDS_MAX) -> int:
        status = self._process.wait(seconds_max)
        self._process.stdout.close()
        self._process = None
        return status

    def stop(self) -> int:
        self.terminate()
        return self.wait()

    def kill(self):
        """Kills the service without a graceful stop."""
        self._process.kill()
        self.wait()

    def restart(self):
        status = self.stop()
        if status != 0:
            raise AssertionError(f"The service ended with {status} on SIGTERM. Its log ends:\n{self.log_tail()}")
        self.start()

    def close(self):
        """Stops the service and removes its files. An unclean end is an error."""
        status = 0
        try:
            if self._process is not None:
                status = self._stop_or_kill()
            if status != 0:
                raise AssertionError(f"The service ended with {status}. Its log ends:\n{self.log_tail()}")
        finally:
            while self._cleanups:
                self._cleanups.pop()()

    def _stop_or_kill(self) -> int:
        if self.running:
            self.terminate()
        try:
            return self.wait()
        except subprocess.TimeoutExpired:
            self.kill()
            return -1

    def log_tail(self, bytes_max: int = 4000) -> str:
        return self.log_path.read_bytes()[-bytes_max:].decode(errors="replace") if self.log_path.exists() else ""

    def log_lines(self) -> list[dict]:
        """The lines that are complete. Another thread of the service writes them."""
        return [json.loads(line) for line in self.log_path.read_text().rpartition("\n")[0].splitlines()]

    def client(self, api_key: str | None = None, **options) -> Client:
        """A client with the first operator's key, or with the given key."""
        return Client(self.address, api_key or self.account.api_key, **options)

    def stranger(self, **options) -> Client:
        """A client that sends no key."""
        return Client(self.address, None, **options)

    def raw(self, **options) -> RawConnection:
        return RawConnection(self.address, **options)

    def ledger(self) -> Ledger:
        return PostgresLedger(self.ledger_url) if self.ledger_url else SqliteLedger(self.data)

    @property
    def facts_file(self) -> Path:
        return self.data / "facts.duckdb"

    def lag(self) -> dict:
        """The lag of the first operator's reports."""
        with self.client() as client:
            return client.api("GET", "/health").json()["projectorLag"]

    def await_projection(self, seconds_max: float = SECONDS_MAX):
        """Waits until all acknowledged data is in the analytics store."""
        self.lag()  # The ledger takes the click journal over before this is answered.
        newest = max((number for number, *_ in self.ledger().blocks(self.account.operator_id)), default=0)
        wait_until(lambda: self.lag()["lastBlock"] >= newest, "the analytics store has caught up", seconds_max)

    def create_key(self, **members) -> dict:
        """Creates a key over HTTP and returns the whole resource, including the key."""
        with self.client() as client:
            answer = client.api("POST", "/api-keys", {"name": "A key of the tests"} | members)
        if answer.status != 201:
            raise AssertionError(f"POST /api-keys answered {answer.status}: {answer.body!r}")
        return answer.json()

    def second_node(self, **settings) -> "Service":
        """Another node on the same PostgreSQL, with the same secret and its own data folder. It has the settings of this
        node, except for the address of its metrics, and those that are given."""
        if not self.ledger_url:
            raise ValueError("Only nodes on PostgreSQL can share a ledger.")
        data = Path(tempfile.mkdtemp(prefix="node-", dir=self.data.parent))
        same = {name: value for name, value in self.settings.items() if name != "metrics_listen"}
        node = Service(data, self.ledger_url, **{"facts": self.facts_url} | same | {"secret_file": self.data / "secret.key"}
                       | settings)
        node.account = self.account
        return node
