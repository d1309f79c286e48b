"""The weekly digest mails the figures of the last week once, also after a restart and with two nodes."""

import datetime
import time
import unittest

from tests.support.case import TwoNodes
from tests.support.mail_case import PeopleCase, PeopleOnPostgres
from tests.support.restoring import Places, restore, take
from tests.support.service import Service
from tests.support.waiting import keep_away_from, wait_until

SUBJECT = "Your week at Harbour Gaming"


def last_monday() -> datetime.date:
    """The Monday on which the last digest was due, at 07:00 in UTC."""
    seven_hours_ago = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(hours=7)
    return seven_hours_ago.date() - datetime.timedelta(days=seven_hours_ago.weekday())


def next_due() -> datetime.datetime:
    """The time when the next digest is due."""
    monday = last_monday() + datetime.timedelta(days=7)
    return datetime.datetime.combine(monday, datetime.time(7), datetime.timezone.utc)


def at(days_before_monday: int) -> str:
    return f"{last_monday() - datetime.timedelta(days=days_before_monday)}T12:00:00Z"


class DigestSteps:
    def digests(self, address: str) -> list:
        return [mail for mail in self.mail.mails(address) if mail.message["Subject"].startswith(SUBJECT)]

    def active(self) -> dict:
        """An affiliate with a registration in each of the last two weeks and two first deposits in the last week."""
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        early, late = self.player(affiliate, at=at(10)), self.player(affiliate, at=at(3))
        for player in (early, late):
            self.send(player, "first_deposit", "20", at=at(2))
        return affiliate

    def entries(self) -> list[dict]:
        return self.items("/audit-log", "action=digest.mail")

    def nodes(self) -> list[Service]:
        return [self.service]

    def restart_with(self, mail: dict):
        """Starts all nodes again, with these settings of mails only."""
        for node in self.nodes():
            for name in self.mail.settings():
                node.settings.pop(name, None)
            node.settings |= mail
        self.again()

    def watch_a_while(self):
        """Waits longer than the ten seconds between two checks. The first check is at the start."""
        time.sleep(12)


class Digests(DigestSteps):
    def test_the_last_week_is_mailed_once(self):
        keep_away_from(next_due(), 900)
        self.assertEqual(self.client.api("GET", "/operator").json()["timeZone"], "UTC")
        # With a mail server, the service could send the digest before the data is complete. So it has none at first.
        self.restart_with({})
        affiliate = self.active()
        address, _ = self.user_of(affiliate)
        without, caller = self.user_of(affiliate)
        self.choose(caller, digest=False)
        idle, _ = self.user_of(self.affiliate())
        self.service.await_projection()
        # The digest was due on Monday, when the service had no mail server. It is sent after the start.
        self.restart_with(self.mail.settings())
        [mail] = wait_until(lambda: self.digests(address), "the digest is mailed", 300)
        monday = last_monday()
        self.assertIn(f"{monday - datetime.timedelta(days=7)} to {monday - datetime.timedelta(days=1)}",
                      mail.message["Subject"])
        for line in ("Registrations: 1 (the week before: 1)", "First deposits: 2 (the week before: 0)",
                     "Commission: 5.00 EUR (the week before: 5.00 EUR)", "Clicks: 0 (the week before: 0)"):
            self.assertIn(line, mail.text())
        self.assertIn("digest", mail.message["List-Unsubscribe"])
        self.assertEqual([one["after"] for one in self.entries()],
                         [{"week": str(monday - datetime.timedelta(days=7)), "affiliates": 1}])
        for _ in range(2):
            self.again()
            # The service checks again, and has nothing more to send.
            self.watch_a_while()
        for other, count in ((address, 1), (without, 0), (idle, 0)):
            self.assertEqual(len(self.digests(other)), count, other)
        self.assertEqual(len(self.entries()), 1)


class DigestOnSqlite(Digests, PeopleCase):
    pass


class DigestOfARestoredLedger(DigestSteps, PeopleCase):
    def test_a_restored_ledger_mails_no_digest_that_was_due_before(self):
        keep_away_from(next_due(), 900)
        self.restart_with({})
        address, _ = self.user_of(self.active())
        self.service.await_projection()
        places = Places(self)
        backup = places.folder() / "copy.backup"
        take(self.service, backup)
        copy = places.empty_service("sqlite", self.service)
        self.assertEqual(restore(backup, copy).returncode, 0)
        copy.settings |= self.service.settings | self.mail.settings()
        copy.start()
        copy.await_projection()
        self.watch_a_while()
        copy.stop()
        self.assertEqual(self.digests(address), [])
        self.restart_with(self.mail.settings())
        wait_until(lambda: self.digests(address), "the original service mails its digest", 300)


class DigestOnPostgres(TwoNodes, Digests, PeopleOnPostgres):
    """Two nodes check at the same time whether a digest is due."""

    def nodes(self) -> list[Service]:
        return [self.service, self.second]

    def again(self):
        self.second.stop()
        super().again()
        self.second.start()


if __name__ == "__main__":
    unittest.main()
