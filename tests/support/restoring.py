"""Backups of a service, and services that are restored from them."""

import json
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

from tests.support import postgres, program
from tests.support.service import Account, Service


class Places:
    """Folders and databases that are removed with the test case."""

    def __init__(self, case):
        self._case = case

    def folder(self) -> Path:
        made = Path(tempfile.mkdtemp(prefix="fairlead-backup-"))
        self._case.addCleanup(shutil.rmtree, made, ignore_errors=True)
        return made

    def database(self) -> str:
        url = postgres.fresh_database()
        self._case.addCleanup(postgres.drop_database, url)
        return url

    def empty_service(self, engine: str, like: Service, with_secret: bool = True) -> Service:
        """An empty place to restore a backup of `like`; it has only the secret."""
        folder = self.folder()
        service = Service(folder / "data", self.database() if engine == "postgres" else None)
        service.account = like.account
        service.data.mkdir(mode=0o700)
        if with_secret:
            shutil.copy(like.data / "secret.key", service.data / "secret.key")
        self._case.addCleanup(service.close)
        return service


def take(service: Service, to: Path, *more: str) -> dict:
    """Makes a backup that must succeed."""
    return program.run_json("backup", *service.place(), str(to), *more)


def restore(backup: Path, service: Service, *more: str) -> subprocess.CompletedProcess:
    return program.run("restore", *service.place(), str(backup), *more)


def start_command(*arguments: object) -> subprocess.Popen:
    """A command that another part of the test may end."""
    return subprocess.Popen([program.binary(), *map(str, arguments)], env=program.environment(),
                            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_sql(service: Service, script: str):
    """Runs a script directly in the ledger of a service that is not running."""
    if service.ledger_url:
        postgres.query(service.ledger_url, script)
        return
    connection = sqlite3.connect(service.data / "ledger.db")
    connection.executescript(script)
    connection.close()


def open_old(case, fixtures: Path, engine: str) -> tuple[Service, dict]:
    """A ledger that an earlier release wrote, and what was recorded about it then."""
    recorded = json.loads((fixtures / f"{engine}.json").read_text())
    places = Places(case)
    service = Service(places.folder() / "data", places.database() if engine == "postgres" else None)
    service.account = Account(**recorded["account"])
    service.flags = ["--accept-clock"]  # The last write is long ago.
    service.data.mkdir(mode=0o700)
    (service.data / "secret.key").write_text(recorded["secret"] + "\n")
    run_sql(service, (fixtures / f"{engine}.sql").read_text())
    case.addCleanup(service.close)
    return service, recorded
