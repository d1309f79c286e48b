"""A restored ledger sends nothing by itself, however it was restored."""

import time
import unittest
from pathlib import Path

from tests.support.mail_case import PeopleCase
from tests.support.postback_case import LOOPBACK, PostbackCase
from tests.support.restoring import Places, restore, start_command, take
from tests.support.service import Service
from tests.support.waiting import wait_until


class RestoredOutbox(PostbackCase):
    def test_a_restored_copy_sends_nothing_by_itself(self):
        postback = self.postback(triggers=["registration"])
        self.bring()
        self.when_delivered(destinationId=postback["id"])
        self.receiver.always = 503
        self.bring()
        wait_until(lambda: len(self.receiver.received) >= 2, "the second message was refused")
        places = Places(self)
        backup, changes = places.folder() / "copy.backup", places.folder() / "changes"
        take(self.service, backup)
        self.follow_to(changes)
        self.service.stop()  # It sends nothing any more.
        self.addCleanup(self.service.start)
        self.receiver.always = 200
        for source, engine in ((backup, "sqlite"), (backup, "postgres"), (changes, "sqlite")):
            with self.subTest(source=source.name, engine=engine):
                copy = places.empty_service(engine, self.service)
                self.assertEqual(restore(source, copy).returncode, 0)
                copy.settings |= LOOPBACK
                copy.start()
                self.assert_sends_only_when_asked(copy, postback)
                copy.stop()

    def follow_to(self, folder: Path):
        """Ships the ledger as it is now."""
        follower = start_command("backup", "--follow", *self.service.place(), folder)
        try:
            wait_until(lambda: list(folder.glob("*/base.changes")), "a base was copied")
        finally:
            follower.terminate()
            self.assertEqual(follower.wait(60), 0)

    def assert_sends_only_when_asked(self, copy: Service, postback: dict):
        sent = len(self.receiver.received)
        with copy.client() as client:
            restored = client.api("GET", "/postbacks/" + postback["id"]).json()
            self.assertEqual((restored["status"], restored["pauseReason"]), ("paused", "restored from a backup"))
            self.assertIsNotNone(restored["pausedAt"])
            self.assertEqual(client.api("PATCH", "/postbacks/" + postback["id"], {"status": "active"}).status, 200)
            time.sleep(3)
            self.assertEqual(len(self.receiver.received), sent)
            query = "/deliveries?status=failed&destinationId=" + postback["id"]
            failed = wait_until(lambda: client.api("GET", query).json()["items"], "the message is not sent by itself")
            self.assertEqual([each["destinationId"] for each in failed], [postback["id"]])
            self.assertEqual(client.api("POST", f"/deliveries/{failed[0]['id']}/replay").status, 200)
            wait_until(lambda: len(self.receiver.received) == sent + 1, "it is sent when it is asked for")
        self.assertEqual(self.receiver.received[-1].message, failed[0]["id"])


class RestoredWatch(PeopleCase):
    def test_a_restored_copy_reports_silence_only_after_an_event_of_its_own(self):
        admin, _ = self.admin_user()
        self.accept(self.event("registration"))
        places = Places(self)
        backup = places.folder() / "copy.backup"
        take(self.service, backup)
        self.service.stop()
        self.addCleanup(self.service.start)
        copy = places.empty_service("sqlite", self.service)
        self.assertEqual(restore(backup, copy).returncode, 0)
        copy.settings |= self.settings | {"feed_silent_minutes": "0.05"}
        copy.start()
        self.addCleanup(copy.stop)
        self.client = self.enterContext(copy.client())
        def silent() -> list[str]:
            return [subject for subject in self.subjects(admin) if "sends no events" in subject]
        time.sleep(8)
        self.assertEqual(silent(), [])
        self.accept(self.event("registration"))
        wait_until(silent, "the silence after that event is reported")
        self.assertEqual(len(silent()), 1)


if __name__ == "__main__":
    unittest.main()
