"""Tests of mails to people: a service with a real mail server, and affiliates with users."""

import uuid

from tests.support.accounts import PASSWORD, Users, person
from tests.support.commission import CommissionCase
from tests.support.mail_server import MailServer
from tests.support.waiting import wait_until


def fresh_address() -> str:
    return f"{uuid.uuid4().hex}@people.example"


class SendsMails:
    """A service that sends its mails to a real mail server. A mixin that comes before the case."""

    @classmethod
    def setUpClass(cls):
        cls.mail = MailServer()
        cls.addClassCleanup(cls.mail.close)
        cls.settings = cls.settings | cls.mail.settings()
        super().setUpClass()


class PeopleCase(SendsMails, Users, CommissionCase):
    """A service that sends mails. Subclasses choose the engine."""

    settings = Users.settings | {"outbox_allow_networks": "127.0.0.0/8"}

    def affiliate(self, **members) -> dict:
        return CommissionCase.affiliate(self, **members)

    def user_of(self, affiliate: dict):
        """A user of the affiliate: the address, and the client that is logged in."""
        address = fresh_address()
        caller, _ = self.member(address, "affiliate", affiliateId=affiliate["id"])
        return address, caller

    def admin_user(self):
        address = fresh_address()
        caller, _ = self.member(address, "admin")
        return address, caller

    def mails_of_type(self, kind: str) -> list[dict]:
        items = self.client.api("GET", "/deliveries?limit=200").json()["items"]
        return [item for item in items if item["kind"] == "mail" and item["type"] == kind]

    def subjects(self, address: str) -> list[str]:
        return sorted(mail.message["Subject"] for mail in self.mail.mails(address))

    def wait_for_subject(self, address: str, part: str):
        """The first mail to the address whose subject contains the part."""
        def found():
            return next((mail for mail in self.mail.mails(address) if part in mail.message["Subject"]), None)
        return wait_until(found, f"a mail to {address} about {part}")

    def choose(self, caller, **wanted):
        answer = caller.call("PATCH", "/auth/mails", wanted)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def again(self):
        """Stops the service and starts it again."""
        self.service.stop()
        self.service.start()
        self.client = self.open_client()

    def crash(self):
        """The same after a kill. On PostgreSQL the killed node still has the lease of the mails for a while."""
        self.service.kill()
        self.service.start()
        self.client = self.open_client()


class PeopleOnPostgres(PeopleCase):
    engine = "postgres"


__all__ = ["PASSWORD", "PeopleCase", "PeopleOnPostgres", "fresh_address", "person"]
