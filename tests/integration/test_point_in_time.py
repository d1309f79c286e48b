"""Recovery to a point in time on PostgreSQL with its own tools, as docs/backup.md describes it."""

import os
import shutil
import tempfile
import time
import unittest
from pathlib import Path

from tests.support import postgres, program
from tests.support.events import fresh_key, make_event
from tests.support.ports import free_port
from tests.support.postgres import PrivatePostgres
from tests.support.service import Service
from tests.support.tracking import click_id_of, made, make_link
from tests.support.waiting import wait_until

# Commits before and after the chosen time must have different times on the server.
APART_SECONDS = 1.5


class ArchivingPostgres(PrivatePostgres):
    """A server that copies its log to a folder."""

    def __init__(self, log: Path):
        super().__init__({"archive_mode": "on", "archive_command": f"'cp %p {log}/%f'"})

    def base_backup(self, to: Path):
        self._run("pg_basebackup", "-D", str(to), "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres",
                  "-c", "fast", "--no-sync")

    def ship_log(self):
        """Closes the current segment of the log and waits until it has been copied."""
        [name] = postgres.query(self.url, "SELECT pg_walfile_name(pg_switch_wal())")
        archived = "SELECT coalesce(last_archived_wal, '') FROM pg_stat_archiver"
        wait_until(lambda: postgres.query(self.url, archived)[0] >= name, "the log is copied")


class RecoveredPostgres(PrivatePostgres):
    """A server that starts from a base backup and replays the log up to a time."""

    def __init__(self, folder: Path, log: Path, target: str):  # pylint: disable=super-init-not-called
        self.folder = str(folder)
        self.port = free_port()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        self._data = str(folder / "data")
        self._settings = {"listen_addresses": "127.0.0.1", "max_connections": "200", "archive_mode": "off"}
        with open(folder / "data/postgresql.auto.conf", "a", encoding="utf-8") as settings:
            settings.write(f"restore_command = 'cp {log}/%f %p'\nrecovery_target_time = '{target}'\n"
                           "recovery_target_action = 'promote'\n")
        signal = folder / "data/recovery.signal"
        signal.touch()
        if os.geteuid() == 0:
            shutil.chown(signal, "postgres", "postgres")


class PointInTime(unittest.TestCase):
    def folder(self) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="fairlead-recovery-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        return folder

    def send(self, service: Service, count: int) -> list[dict]:
        events = [make_event(service.account.brand_id) for _ in range(count)]
        with service.client() as client:
            for event in events:
                self.assertEqual(client.send_event(event).status, 202)
        return events

    def failing_postback(self, service: Service) -> str:
        """A postback with a message that waits, because nothing listens at its URL."""
        with service.client() as client:
            link = make_link(client, service.account.brand_id)
            postback = made(client.api("POST", "/postbacks", {
                "affiliateId": link["affiliateId"], "name": "Tracker", "triggers": ["registration"],
                "url": f"http://127.0.0.1:{free_port()}/p"}))
            click = client.api("GET", "/track/click/" + link["linkId"])
            event = make_event(service.account.brand_id, player_external_ref=fresh_key(),
                               click_id=click_id_of(click.header("Location")))
            self.assertEqual(client.send_event(event).status, 202)
            wait_until(lambda: client.api("GET", "/deliveries?status=waiting").json()["items"], "a message waits")
        return postback["id"]

    def test_a_ledger_is_recovered_to_a_chosen_time(self):
        log, copy = self.folder(), self.folder()
        server = ArchivingPostgres(log)
        self.addCleanup(server.close)
        server.start()
        service = Service.create("postgres", server.url, outbox_allow_networks="127.0.0.0/8")
        self.addCleanup(service.close)
        service.start()
        self.send(service, 5)
        postback = self.failing_postback(service)
        server.base_backup(copy / "data")
        kept = self.send(service, 5)
        time.sleep(APART_SECONDS)
        [target] = postgres.query(server.url, "SELECT now()")
        time.sleep(APART_SECONDS)
        lost = self.send(service, 5)
        server.ship_log()
        service.stop()

        recovered = RecoveredPostgres(copy, log, target)
        self.addCleanup(recovered.close)
        recovered.start()
        wait_until(lambda: postgres.query(recovered.url, "SELECT pg_is_in_recovery()") == ["f"], "recovery ends")
        url = service.ledger_url.replace(f":{server.port}/", f":{recovered.port}/")
        again = Service(self.folder() / "data", url, secret_file=service.data / "secret.key")
        again.account = service.account
        self.addCleanup(again.close)
        keys = {key for key, _ in again.ledger().events(service.account.operator_id)}
        self.assertEqual(len(keys), 11)
        self.assertTrue({event["idempotency_key"] for event in kept} <= keys)
        self.assertFalse({event["idempotency_key"] for event in lost} & keys)
        self.assertEqual(program.run_json("verify", *again.place())["found"], [])

        # What is sent by itself is stopped, and only with --yes.
        for flags, repaired in (([], False), (["--yes"], True)):
            stopped = program.run_json("repair", "outbox", *again.place(), *flags)
            self.assertEqual(stopped, {"repaired": repaired, "destinations": 1, "messages": 1})
        again.start()
        with again.client() as client:
            self.assertEqual(client.api("GET", "/postbacks/" + postback).json()["status"], "paused")
            self.assertEqual(len(client.api("GET", "/deliveries?status=failed").json()["items"]), 1)
            statuses = [client.send_event(event).json()["result"]["status"] for event in kept + lost]
        self.assertEqual(statuses, ["duplicate"] * 5 + ["accepted"] * 5)


if __name__ == "__main__":
    unittest.main()
