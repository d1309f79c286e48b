"""Changes of a SQLite ledger that `fairlead backup --follow` ships, and restores of them at a chosen time."""

import datetime
import json
import signal
import subprocess
import time
import unittest
from pathlib import Path

from tests.fault.load import Load
from tests.fault.worker import Crew
from tests.support import program
from tests.support.accounts import person
from tests.support.case import ServiceCase
from tests.support.restoring import Places, restore
from tests.support.service import Service
from tests.support.waiting import wait_until

EVENTS_BETWEEN = 250
KILLS = 4
FILE_HEAD_BYTES = 17
# About one second, in days: blocks of this age are archived.
A_MOMENT_DAYS = 0.00001
EVENT_TIMES = "SELECT idempotency_key, recorded_at FROM events WHERE operator_id = {owner}"


def now_micros() -> int:
    return time.time_ns() // 1000


def iso(micros: int) -> str:
    moment = datetime.datetime.fromtimestamp(0, datetime.UTC) + datetime.timedelta(microseconds=micros)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Follower:
    """`fairlead backup --follow`, with a small limit of the log, so that the log starts again often."""

    def __init__(self, case: unittest.TestCase, service: Service, folder: Path):
        self.folder = folder
        self._service = service
        self._log = folder.with_name("follower.log")
        self._process: subprocess.Popen | None = None
        case.addCleanup(self.kill)

    def start(self, *more: str):
        bases = len(self.lines("a base was copied")) + len(self.lines("following resumes where it ended"))
        command = [program.binary(), "backup", "--follow", *self._service.place(), str(self.folder), "--log-mb", "1", *more]
        with open(self._log, "ab") as log:
            self._process = subprocess.Popen(command, env=program.environment(), stdin=subprocess.DEVNULL, stderr=log)
        wait_until(lambda: len(self.lines("a base was copied")) + len(self.lines("following resumes where it ended"))
                   > bases or self._process.poll() is not None, "the follower follows")
        if self._process.poll() is not None:
            raise AssertionError(f"The follower ended. It said: {self._log.read_text()}")

    def stop(self) -> int:
        self._process.send_signal(signal.SIGTERM)
        status = self._process.wait(180)
        self._process = None
        return status

    def kill(self):
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def lines(self, message: str) -> list[dict]:
        text = self._log.read_text() if self._log.exists() else ""
        lines = [json.loads(line) for line in text.splitlines() if line.startswith("{") and line.endswith("}")]
        return [line for line in lines if line["message"] == message]

    def series(self) -> list[Path]:
        return sorted(path for path in self.folder.iterdir() if (path / "base.changes").exists())

    def segments(self) -> list[Path]:
        return sorted(self.series()[-1].glob("0*.changes"))


class Following(ServiceCase):
    def setUp(self):
        super().setUp()
        self.places = Places(self)
        self.follower = Follower(self, self.service, self.places.folder() / "changes")

    def tearDown(self):
        if not self.service.running:
            self.service.start()
        super().tearDown()

    def recorded(self, service: Service) -> dict[str, int]:
        """The key and the time of every event in a ledger."""
        rows = service.ledger().select(EVENT_TIMES, self.service.account.operator_id)
        return {key: int(recorded_at) for key, recorded_at in rows}

    def restored(self, *more: str) -> Service:
        """A restore that must succeed."""
        target = self.places.empty_service("sqlite", self.service)
        done = restore(self.follower.folder, target, *more)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("; 0 differences", done.stderr)
        return target

    def assert_not_restored(self, why: str, *more: str) -> str:
        target = self.places.empty_service("sqlite", self.service)
        done = restore(self.follower.folder, target, *more)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(why, done.stderr)
        self.assertFalse((target.data / "ledger.db").exists())
        return done.stderr

    def send(self, count: int):
        # The service may have been restarted since the last call.
        with self.service.client() as client:
            for _ in range(count):
                self.assertEqual(client.send_event(self.event()).status, 202)


class FollowedUnderLoad(Following):
    def test_a_ledger_is_restored_at_every_time(self):
        self.follower.start()
        load = Load(self.service, 11, lambda _: None)
        moments = []
        with Crew(load.senders):
            for part in range(1, 4):
                wait_until(lambda: load.acknowledged >= part * EVENTS_BETWEEN, "events were acknowledged", 300)
                moments.append(now_micros())
                if part == 2:
                    self.service.restart()
            wait_until(lambda: load.acknowledged >= 4 * EVENTS_BETWEEN, "the load continues", 300)
            self.service.stop()
        self.assertEqual(self.follower.stop(), 0)
        everything = self.recorded(self.service)
        self.assertEqual(len(self.follower.series()), 1, "a restart of the service needs no new base")
        self.assertGreater(self.follower.lines("changes are shipped")[-1]["turnovers"], 0)
        self.assertLess((self.service.data / "ledger.db-wal").stat().st_size, 32 << 20)
        for moment in moments:
            with self.subTest(at=iso(moment)):
                expected = {key: recorded_at for key, recorded_at in everything.items() if recorded_at <= moment}
                self.assertTrue(0 < len(expected) < len(everything))
                self.assertEqual(self.recorded(self.restored("--at", iso(moment))), expected)
        with self.subTest("the last moment"):
            last = self.restored()
            self.assertEqual(self.recorded(last), everything)
            self.assertEqual(program.run_json("verify", *last.place(), "--scrub")["found"], [])
            last.start()
            with last.client() as client:
                again = client.send_event(self.event(idempotency_key=next(iter(everything))))
                self.assertEqual(again.json()["result"]["status"], "duplicate", again.body)

    def test_a_killed_follower_resumes(self):
        self.follower.start()
        load = Load(self.service, 12, lambda _: None)
        with Crew(load.senders):
            for part in range(1, KILLS + 1):
                wait_until(lambda: load.acknowledged >= part * EVENTS_BETWEEN, "events were acknowledged", 300)
                wait_until(self.follower.segments, "changes were shipped")
                self.follower.kill()
                if part == KILLS:
                    # The beginning of a record, as a power failure leaves it.
                    last = self.follower.segments()[-1]
                    whole = last.read_bytes()
                    last.write_bytes(whole + whole[FILE_HEAD_BYTES:FILE_HEAD_BYTES + 60])
                self.follower.start()
            wait_until(lambda: load.acknowledged >= (KILLS + 1) * EVENTS_BETWEEN, "the load continues", 300)
            self.service.kill()
        self.assertEqual(self.follower.stop(), 0)
        resumed = len(self.follower.lines("following resumes where it ended"))
        # While nobody follows, the service may reset its log.
        missed = len(self.follower.lines("following cannot resume where it ended, so a new base is copied"))
        self.assertEqual(resumed + missed, KILLS)
        lost = len(self.follower.lines("changes were missed, so a new base is copied"))
        # A kill may have interrupted the copy of such a base.
        self.assertIn(len(self.follower.series()), range(1 + missed, 2 + missed + lost))
        restored = self.restored()
        # A commit that the kill interrupted may be in the log, and was not visible to anybody.
        self.assertLessEqual(self.recorded(restored).items(), self.recorded(self.service).items())
        for journal in load.journals:
            self.assertLessEqual(set(journal.acknowledged), set(self.recorded(restored)))


class FollowedAtRest(Following):
    def test_a_follower_that_missed_changes_copies_a_new_base(self):
        self.follower.start()
        self.send(3)
        self.assertEqual(self.follower.stop(), 0)
        # The service is the last one to close the ledger, so the log disappears.
        self.service.restart()
        self.send(3)
        between = now_micros()
        self.follower.start()
        self.assertEqual(len(self.follower.lines("following cannot resume where it ended, so a new base is copied")), 1)
        self.send(3)
        self.assertEqual(self.follower.stop(), 0)
        self.assertEqual(len(self.follower.series()), 2)
        self.assert_not_restored("no changes were shipped between", "--at", iso(between))
        self.assertEqual(self.recorded(self.restored()), self.recorded(self.service))

    def test_a_damaged_file_of_changes_is_named(self):
        self.follower.start()
        self.send(3)
        self.assertEqual(self.follower.stop(), 0)
        middle = now_micros()
        self.follower.start()
        self.send(3)
        self.assertEqual(self.follower.stop(), 0)
        first, second = self.follower.segments()
        whole = second.read_bytes()
        second.write_bytes(whole[:80] + bytes([whole[80] ^ 1]) + whole[81:])
        said = self.assert_not_restored(f"{second} is damaged")
        end = said.split("--at ")[1].split(" ")[0]
        self.assertLessEqual(end, iso(middle))
        expected = {key for key, recorded_at in self.recorded(self.service).items() if recorded_at <= middle}
        self.assertEqual(set(self.recorded(self.restored("--at", end))), expected)
        second.write_bytes(whole)
        first.unlink()
        self.assert_not_restored(f"{first} is missing")

    def test_a_damaged_base_is_refused(self):
        self.follower.start()
        self.assertEqual(self.follower.stop(), 0)
        base = self.follower.series()[0] / "base.pages"
        whole = base.read_bytes()
        base.write_bytes(whole[:2000] + bytes([whole[2000] ^ 1]) + whole[2001:])
        self.assert_not_restored("is damaged")
        self.assert_not_restored("is damaged", "--check-only")

    def test_times_outside_the_changes_are_refused(self):
        before = now_micros()
        self.follower.start()
        self.assertEqual(self.follower.stop(), 0)
        self.assert_not_restored("the changes begin at", "--at", iso(before))
        empty = restore(self.follower.folder, self.places.empty_service("sqlite", self.service), "--at", "")
        self.assertEqual(empty.returncode, 2, "an empty moment is not the last one: " + empty.stdout + empty.stderr)
        self.assert_not_restored("the changes end at", "--at", iso(now_micros() + 60_000_000))
        target = self.places.empty_service("sqlite", self.service)
        done = restore(self.follower.folder, target, "--at", "yesterday")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("--at", done.stderr)

    def test_check_only_restores_nothing(self):
        self.follower.start()
        self.assertEqual(self.follower.stop(), 0)
        target = self.places.empty_service("sqlite", self.service)
        done = restore(self.follower.folder, target, "--check-only")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([path.name for path in target.data.iterdir()], ["secret.key"])

    def test_the_secret_is_shipped_on_request(self):
        self.follower.start("--with-secret")
        self.assertEqual(self.follower.stop(), 0)
        target = self.places.empty_service("sqlite", self.service, with_secret=False)
        done = restore(self.follower.folder, target)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((target.data / "secret.key").read_text(), (self.service.data / "secret.key").read_text())
        wrong = self.places.empty_service("sqlite", self.service)
        (wrong.data / "secret.key").write_text("ab" * 32 + "\n")
        done = restore(self.follower.folder, wrong)
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not belong to this backup", done.stderr)
        self.assertFalse((wrong.data / "ledger.db").exists())

    def test_wrong_uses_are_refused(self):
        self.follower.start()
        def run(*arguments: str) -> str:
            done = program.run(*arguments)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            return done.stderr
        folder = str(self.follower.folder)
        with self.subTest("two followers"):
            self.assertIn("another process ships changes", run("backup", "--follow", *self.service.place(), folder))
        with self.subTest("PostgreSQL"):
            place = ["--data", str(self.service.data), "--ledger", "postgresql://nobody@127.0.0.1:1/none"]
            self.assertIn("SQLite only", run("backup", "--follow", *place, folder))
            self.assertIn("restored to a SQLite ledger", run("restore", *place, folder))
        self.assertEqual(self.follower.stop(), 0)
        with self.subTest("a time and a file"):
            backup = self.places.folder() / "one.backup"
            program.run_json("backup", *self.service.place(), str(backup))
            target = self.places.empty_service("sqlite", self.service)
            self.assertIn("--at needs a folder", run("restore", *target.place(), str(backup), "--at", iso(now_micros())))
        with self.subTest("another ledger"):
            other = self.restored()
            other.start()
            other.stop()
            self.assertIn("changes of another ledger", run("backup", "--follow", *other.place(), folder))
        with self.subTest("an existing ledger"):
            self.assertIn("there is a ledger", run("restore", *other.place(), folder))

    def test_archive_files_are_shipped(self):
        self.follower.start()
        self.send(5)
        time.sleep(2)
        self.service.settings["archive_after_days"] = A_MOMENT_DAYS
        self.service.restart()
        archive = self.service.data / "archive"
        files = lambda: sorted(path.relative_to(archive) for path in archive.rglob("*.facts"))
        try:
            wait_until(lambda: len(files()) > 0, "blocks were archived")
        finally:
            self.service.settings.pop("archive_after_days")
            self.service.restart()
        self.send(1)
        self.assertEqual(self.follower.stop(), 0)
        target = self.restored()
        copied = sorted(path.relative_to(target.data / "archive") for path in (target.data / "archive").rglob("*.facts"))
        self.assertEqual(copied, files())

    def test_sessions_are_not_restored(self):
        self.follower.start()
        account = self.service.account
        self.assertEqual(person(self).log_in(account.admin_email, account.admin_password).status, 200)
        self.assertGreater(self.service.ledger().count("sessions"), 0)
        self.assertEqual(self.follower.stop(), 0)
        self.assertEqual(self.restored().ledger().count("sessions"), 0)

    def test_metrics_of_the_follower_are_in_a_file(self):
        self.follower.start()
        self.send(1)
        self.assertEqual(self.follower.stop(), 0)
        lines = (self.follower.folder / "status.prom").read_text().splitlines()
        values = dict(line.split(" ") for line in lines if not line.startswith("#"))
        self.assertAlmostEqual(int(values["fairlead_follow_seen_timestamp_seconds"]), time.time(), delta=600)
        self.assertEqual(values["fairlead_follow_bases_total"], "1")
        self.assertGreater(int(values["fairlead_follow_commits_total"]), 0)


if __name__ == "__main__":
    unittest.main()
