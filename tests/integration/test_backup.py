"""Backup and restore: the content of a backup, the responses of a restored service, and refused restores."""

import os
import subprocess
import time
import unittest
from pathlib import Path

from tests.fault.load import Load
from tests.fault.worker import Crew
from tests.support import program
from tests.support.accounts import Person
from tests.support.client import Client
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key, make_event
from tests.support.restoring import Places, restore, start_command, take
from tests.support.service import Service
from tests.support.waiting import wait_until

EVENTS_BEFORE = 500
FILLING_BATCHES = 150
KILLS_MAX = 40
SMALL_DISK_BYTES = 128 * 1024
# About one second, in days: blocks of this age are archived.
A_MOMENT_DAYS = 0.00001

METRICS = ["click_count", "unique_click_count", "registration_count", "ftd_amount", "deposit_amount", "ngr",
           "cpa_reward", "revshare_reward", "total_reward"]
REPORTS = [["date", "brand"], ["affiliate", "eventType"], ["player"], ["link", "country", "device"]]


class Backed:
    """Shared by both suites, on the engine from which the backup is taken."""

    def setUp(self):
        super().setUp()
        self.places = Places(self)
        self.backup = self.places.folder() / "one.backup"

    def assert_restored(self, service: Service, *more: str) -> subprocess.CompletedProcess:
        done = restore(self.backup, service, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def assert_refused_restore(self, service: Service, why: str, backup: Path | None = None, *more: str):
        done = restore(backup or self.backup, service, *more)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(why, done.stderr)


class Backup(Backed):
    recorded: list[dict] | None = None

    def record_a_little_of_everything(self) -> list[dict]:
        """Records commission of every kind and a closed month. Returns the last event and the last saved report."""
        if type(self).recorded is None:
            type(self).recorded = self.record_once()
        return type(self).recorded

    def record_once(self) -> list[dict]:
        affiliate = self.paid_affiliate({"cpa": {"amount": "50"}, "revShare": {"rate": "20"}})
        other = self.paid_affiliate({"cpl": {"amount": "7"}, "fixedMonthly": {"amount": "300"}})
        player = self.player(affiliate)
        self.send(player, "first_deposit", "100.12345678")
        self.send(player, "ngr_update", "200")
        self.send(player, "ngr_update", "100", currency="USD")
        self.store_rate("2026-03-01", "0.9137")
        self.player(other)
        self.client.api("POST", "/adjustments", {"affiliateId": other["id"], "amount": "-12.5", "currency": "EUR",
                                                 "reason": "tab\t, back\\slash, line\nand ünïcode"})
        closed = self.client.api("POST", "/statements/close", {"period": "2026-03"})
        self.assertEqual(closed.status, 201, closed.body)
        self.send(player, "ngr_update", "30", currency="CHF")
        preset = self.make("/report-presets", name="By brand", groupKeys=["brand"], metrics=METRICS)
        event = self.event("deposit", player_external_ref=player, amount="5", currency="EUR", odd={"kept": "\\N\t"})
        self.accept(event)
        return [event, preset]

    def everything(self, service: Service) -> dict:
        """The data of a service as its API shows it."""
        service.await_projection()
        with service.client() as client:
            shown = {path: client.api("GET", path + "?limit=200").json()
                     for path in ("/affiliates", "/deals", "/links", "/events", "/clicks", "/players", "/accruals",
                                  "/audit-log", "/fx-rates", "/brands", "/landing-pages",
                                  "/fraud-rules", "/fraud-signals", "/operator")}
            for link in shown["/links"]["items"]:  # The URLs contain the address of the service.
                del link["trackingUrl"], link["shortUrl"], link["impressionUrl"]
            shown["statements"] = client.api("GET", "/statements?period=2026-03").json()
            for accrual in shown["/accruals"]["items"]:
                path = f"/accruals/{accrual['id']}/explain"
                shown[path] = client.api("GET", path).json()
            for player in shown["/players"]["items"]:
                for part in ("why", "events"):
                    path = f"/players/{player['id']}/{part}"
                    shown[path] = client.api("GET", path).json()
            for keys in REPORTS:
                query = {"groupKeys": keys, "metrics": METRICS, "startDate": "2020-01-01", "endDate": "2099-12-31"}
                answer = client.api("POST", "/reports/query?format=csv", query)
                self.assertEqual(answer.status, 200, answer.body)
                shown[str(keys)] = answer.body
        return shown

    def test_a_restored_service_shows_the_same_on_both_engines(self):
        event, preset = self.record_a_little_of_everything()
        report = take(self.service, self.backup)
        self.assertEqual(report["engine"], {"sqlite": "sqlite", "postgres": "postgresql"}[self.engine])
        self.assertFalse(report["secretIncluded"])
        self.assertEqual(report["events"], self.service.ledger().count("events"))
        self.assertEqual(os.stat(self.backup).st_mode & 0o777, 0o600)
        expected = self.everything(self.service)
        person = self.logged_in(self.service)
        for engine in ("sqlite", "postgres"):
            with self.subTest(engine):
                restored = self.places.empty_service(engine, self.service)
                done = self.assert_restored(restored)
                self.assertIn("; 0 differences", done.stderr)
                restored.start()
                shown = self.everything(restored)
                for what, answer in expected.items():
                    self.assertEqual(shown[what], answer, what)
                self.check_works(restored, event, preset, person)
                self.check_again(restored, expected)

    def logged_in(self, service: Service) -> Person:
        client = Client(service.address)
        self.addCleanup(client.close)
        person = Person(client, "http://%s:%d" % service.address)
        account = service.account
        self.assertEqual(person.log_in(account.admin_email, account.admin_password).status, 200)
        return person

    def check_works(self, restored: Service, event: dict, preset: dict, person: Person):
        with restored.client() as client:
            again = client.send_event(event)
            self.assertEqual(again.json()["result"]["status"], "duplicate", again.body)
            new = client.send_event(event | {"idempotency_key": fresh_key("new")})
            self.assertEqual(new.json()["result"]["status"], "accepted", new.body)
            token = preset["apiUrl"].rsplit("/", 1)[1]
            self.assertEqual(client.api("GET", "/reports/" + token).status, 200)
        # Users have to log in again, with their existing password.
        fresh = self.logged_in(restored)
        self.assertEqual(fresh.call("GET", "/auth/me").status, 200)
        fresh.token = person.token
        self.assertEqual(fresh.call("GET", "/auth/me").status, 401)

    def check_again(self, restored: Service, expected: dict):
        """Takes a backup of the restored service and restores it on the original engine."""
        again = self.places.folder() / "again.backup"
        report = take(restored, again)
        self.assertEqual(report["events"], len(expected["/events"]["items"]) + 1)
        back = self.places.empty_service(self.engine, self.service)
        done = restore(again, back)
        self.assertEqual(done.returncode, 0, done.stderr)
        accruals = back.ledger().accruals(self.service.account.operator_id)
        self.assertEqual(accruals, restored.ledger().accruals(self.service.account.operator_id))

    def test_a_backup_contains_archived_blocks(self):
        self.record_a_little_of_everything()
        expected = self.everything(self.service)
        time.sleep(2)
        self.service.settings["archive_after_days"] = A_MOMENT_DAYS
        self.service.restart()
        archive = self.service.data / "archive"
        files = lambda: sorted(path.relative_to(archive) for path in archive.rglob("*.facts"))
        try:
            wait_until(lambda: len(files()) > 0, "blocks were archived")
            report = wait_until(self.take_while_no_file_comes, "no more blocks are archived")
        finally:
            self.service.settings.pop("archive_after_days")
            self.service.restart()
        self.assertEqual(report["archiveFiles"], len(files()))
        for engine in ("sqlite", "postgres"):
            with self.subTest(engine):
                restored = self.places.empty_service(engine, self.service)
                self.assert_restored(restored)
                self.assertEqual(sorted(path.relative_to(restored.data / "archive")
                                        for path in (restored.data / "archive").rglob("*.facts")), files())
                restored.start()
                shown = self.everything(restored)
                for what in ("/clicks", "/players", str(REPORTS[0]), str(REPORTS[3])):
                    self.assertEqual(shown[what], expected[what], what)
        with self.subTest("a missing file"):
            lost = archive / files()[0]
            lost.rename(lost.with_suffix(".lost"))
            try:
                self.backup.unlink()
                done = program.run("backup", *self.service.place(), str(self.backup))
                self.assertEqual(done.returncode, 1)
                self.assertIn(lost.name, done.stderr)
                self.assertEqual(list(self.backup.parent.iterdir()), [])
                done = program.run("backup", *self.service.place(), str(self.backup), "--allow-missing")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(lost.name, done.stderr)
            finally:
                lost.with_suffix(".lost").rename(lost)

    def take_while_no_file_comes(self) -> dict | None:
        """A backup, or nothing if a file was archived in the meantime."""
        count = lambda: len(list((self.service.data / "archive").rglob("*.facts")))
        before = count()
        self.backup.unlink(missing_ok=True)
        report = take(self.service, self.backup)
        return report if count() == before else None

    def test_invalid_backups_and_restores_are_refused(self):
        self.record_a_little_of_everything()
        take(self.service, self.backup)
        target = self.places.empty_service(self.engine, self.service)
        whole = self.backup.read_bytes()
        damaged = self.backup.with_name("damaged.backup")
        with self.subTest("an existing file"):
            done = program.run("backup", *self.service.place(), str(self.backup))
            self.assertEqual(done.returncode, 1)
            self.assertIn("already exists", done.stderr)
            self.assertEqual(self.backup.read_bytes(), whole)
        with self.subTest("an existing ledger"):
            if self.engine == "sqlite":
                self.assert_refused_restore(self.service, "another process is using the data folder")
                self.service.stop()
            try:
                neighbour = Service(self.places.folder(), self.service.ledger_url) if self.service.ledger_url else \
                    self.service
                self.assert_refused_restore(neighbour, "there is a ledger")
            finally:
                if not self.service.running:
                    self.service.start()
        with self.subTest("a flipped bit"):
            damaged.write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
            self.assert_refused_restore(target, "is damaged", damaged)
            self.assert_refused_restore(target, "is damaged", damaged, "--check-only")
        with self.subTest("a part of it"):
            damaged.write_bytes(whole[:-1])
            self.assert_refused_restore(target, "is damaged", damaged)
        with self.subTest("another format"):
            damaged.write_bytes(whole[:15] + b"\2" + whole[16:])
            self.assert_refused_restore(target, "format 2", damaged)
        with self.subTest("another secret"):
            (target.data / "secret.key").write_text("ab" * 32 + "\n")
            self.assert_refused_restore(target, "does not belong to this backup")
            (target.data / "secret.key").unlink()
        with self.subTest("none of these created a file"):
            self.assertEqual(program.run("verify", *target.place()).returncode, 1)
        with self.subTest("a missing secret is reported"):
            self.assertIn("Copy the secret file", self.assert_restored(target).stderr)

    def test_check_only_restores_nothing(self):
        take(self.service, self.backup)
        target = self.places.empty_service(self.engine, self.service)
        self.assert_restored(target, "--check-only")
        self.assertEqual([path.name for path in target.data.iterdir()], ["secret.key"])

    def test_a_backup_can_contain_the_secret(self):
        self.assertTrue(take(self.service, self.backup, "--with-secret")["secretIncluded"])
        target = self.places.empty_service(self.engine, self.service, with_secret=False)
        self.assert_restored(target)
        self.assertEqual((target.data / "secret.key").read_text(), (self.service.data / "secret.key").read_text())
        self.assertEqual(os.stat(target.data / "secret.key").st_mode & 0o777, 0o600)
        target.start()

    def test_in_a_folder_a_backup_is_named_by_its_time(self):
        folder = self.places.folder()
        report = take(self.service, folder)
        self.assertEqual([str(path) for path in folder.iterdir()], [report["path"]])
        self.assertRegex(report["path"], r"/fairlead-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$")


class BackupOfMuch(Backed):
    @classmethod
    def prepare(cls):
        """Enough data for a backup that takes some time."""
        super().prepare()
        key = cls.service.create_key(requestsPerMinute=10_000_000)["key"]
        with cls.service.client(key) as client:
            for _ in range(FILLING_BATCHES):
                client.send_batch([make_event(cls.service.account.brand_id, "deposit", amount="1", currency="EUR",
                                              idempotency_key=fresh_key("fill")) for _ in range(100)])

    def test_a_backup_under_load_has_everything_acknowledged_before(self):
        load = Load(self.service, 7, lambda _: None)
        with Crew(load.senders):
            wait_until(lambda: load.acknowledged >= EVENTS_BEFORE, "events were acknowledged", 300)
            before = [dict(journal.acknowledged) for journal in load.journals]
            take(self.service, self.backup)
            sent = set().union(*(journal.attempted for journal in load.journals))
            wait_until(lambda: load.acknowledged > EVENTS_BEFORE + sum(map(len, before)) / 2, "the load continues", 300)
            self.service.kill()
        self.assertEqual([finding for journal in load.journals for finding in journal.findings], [])
        try:
            restored = self.places.empty_service(self.engine, self.service)
            done = self.assert_restored(restored)
            self.assertIn("; 0 differences", done.stderr)
            recorded = dict(restored.ledger().events(self.service.account.operator_id))
            for acknowledged in before:
                for key, event_id in acknowledged.items():
                    self.assertEqual(recorded.get(key), event_id)
            torture = {key for key in recorded if key.startswith("torture")}
            self.assertLessEqual(torture, sent)
            restored.start()
            restored.await_projection()
            self.assert_all_duplicates(restored, {key: recorded[key] for key in list(torture)[:200]})
        finally:
            self.service.start()

    def assert_all_duplicates(self, restored: Service, events: dict):
        # The key of the load was created before the backup, so the restored service knows it.
        with restored.client() as client:
            for key, event_id in events.items():
                answer = client.send_event(make_event(self.brand_id, "deposit", idempotency_key=key, amount="1",
                                                      currency="EUR"))
                if answer.status == 429:
                    break
                self.assertEqual(answer.json()["result"]["status"], "duplicate", answer.body)
                self.assertEqual(answer.json()["result"]["event_id"], event_id)

    def test_the_file_of_a_killed_backup_is_refused(self):
        unfinished = Path(str(self.backup) + ".part")
        for _ in range(KILLS_MAX):
            process = start_command("backup", *self.service.place(), self.backup)
            while process.poll() is None and not unfinished.exists():
                time.sleep(0.001)
            process.kill()
            process.wait()
            if not self.backup.exists():
                break
            self.backup.unlink()
        self.assertTrue(unfinished.exists())
        target = self.places.empty_service(self.engine, self.service)
        self.assert_refused_restore(target, "", unfinished)
        self.assert_refused_restore(target, "No such file")
        # The next backup replaces the unfinished one.
        take(self.service, self.backup)
        self.assertFalse(unfinished.exists())
        self.assert_restored(target)

    def test_a_restore_that_is_killed_can_be_repeated(self):
        take(self.service, self.backup)
        target = self.places.empty_service(self.engine, self.service)
        for attempt in range(1, KILLS_MAX):
            process = start_command("restore", *target.place(), self.backup, "--no-verify")
            time.sleep(0.02 * attempt)
            process.kill()
            if process.wait() == 0:
                break
            if self.engine == "sqlite" and not (target.data / "ledger.db").exists():
                self.assertEqual(program.run("verify", *target.place()).returncode, 1)
        done = restore(self.backup, target)
        # The killed restore was complete, or the new one starts from the beginning. There is no state in between.
        if done.returncode != 0:
            self.assertIn("there is a ledger", done.stderr)
        verified = program.run("verify", *target.place())
        self.assertEqual(verified.returncode, 0, verified.stdout)
        self.assertEqual(target.ledger().count("events"), self.service.ledger().count("events"))

    @unittest.skipUnless(os.geteuid() == 0, "only root can mount a small disk")
    def test_a_full_disk_is_reported_and_leaves_no_file(self):
        folder = self.places.folder() / "disk"
        folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK_BYTES}", "tmpfs", folder], check=True)
        try:
            done = program.run("backup", *self.service.place(), folder / "one.backup")
            self.assertEqual(done.returncode, 1)
            self.assertIn("No space left on device", done.stderr)
            self.assertEqual(list(folder.iterdir()), [])
        finally:
            subprocess.run(["umount", folder], check=True)


class BackupOnSqlite(Backup, CommissionCase):
    pass


class BackupOnPostgres(Backup, CommissionOnPostgres):
    pass


class BackupOfMuchOnSqlite(BackupOfMuch, CommissionCase):
    pass


class BackupOfMuchOnPostgres(BackupOfMuch, CommissionOnPostgres):
    pass


if __name__ == "__main__":
    unittest.main()
