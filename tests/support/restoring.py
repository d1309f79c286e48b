"""Backups of a service, and services that are restored from them."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.support import postgres, program
from tests.support.service import Service


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
