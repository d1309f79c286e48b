"""ClickHouse over TLS: the certificate is checked, and a wrong one is refused before anything is sent."""

import unittest
from urllib.parse import urlsplit, urlunsplit

from tests.support import clickhouse
from tests.support.catalogue import CatalogueCase
from tests.support.events import fresh_key
from tests.support.service import Service
from tests.support.system_certificates import system_trusts
from tests.support.tls_front import TlsFront
from tests.support.waiting import wait_until

REPORT = {"groupKeys": [], "metrics": ["registration_count"],
          "startDate": "2026-03-01", "endDate": "2026-03-31"}


def over_tls(url: str, front: TlsFront) -> str:
    """The URL of a database through the front."""
    parts = urlsplit(url)
    login = parts.netloc.rpartition("@")[0]
    return urlunsplit(parts._replace(scheme="clickhouse+https", netloc=f"{login}@127.0.0.1:{front.port}"))


class ClickHouseOverTls(CatalogueCase):
    @classmethod
    def setUpClass(cls):
        cls.plain = clickhouse.fresh_database()
        cls.addClassCleanup(clickhouse.drop_database, cls.plain)
        cls.front = TlsFront("127.0.0.1", urlsplit(cls.plain).port)
        cls.addClassCleanup(cls.front.close)
        cls.settings = {"facts": over_tls(cls.plain, cls.front), "facts_ca_file": cls.front.ca_file}
        super().setUpClass()

    def registrations(self, client) -> int | None:
        answer = client.api("POST", "/reports/query", REPORT)
        return answer.json()["totals"]["registration_count"] if answer.status == 200 else None

    def test_facts_and_reports_go_through_it(self):
        for _ in range(3):
            self.accept(self.event("registration", player_external_ref=fresh_key()))
        wait_until(lambda: self.registrations(self.client) == 3, "the report has the registrations")
        self.assertGreater(self.front.connections, 0)
        self.assertLess(self.front.connections, 50)  # Connections are kept open.

    def test_a_certificate_of_an_unknown_authority_is_refused(self):
        stranger = TlsFront("127.0.0.1", 9)
        self.addCleanup(stranger.close)
        # The other service of this test must not be counted.
        front = TlsFront("127.0.0.1", urlsplit(self.plain).port)
        self.addCleanup(front.close)
        for trusted in ({"facts_ca_file": stranger.ca_file}, {}):
            with self.subTest(trusted), Service.create(facts=over_tls(self.plain, front), **trusted) as service:
                service.start()
                with service.client() as client:
                    self.assertEqual(client.api("POST", "/reports/query", REPORT).status, 503)
                self.assertEqual(front.connections, 0)
                wait_until(lambda: "certificate" in service.log_path.read_text(), "the log names the reason")

    def test_the_file_of_an_authority_replaces_those_of_the_system(self):
        front = TlsFront("127.0.0.1", urlsplit(self.plain).port)
        self.addCleanup(front.close)
        url = over_tls(self.plain, front)
        with system_trusts(front.ca_file) as other:
            with Service.create(facts=url, facts_ca_file=other) as service:
                service.start()
                with service.client() as client:
                    self.assertEqual(client.api("POST", "/reports/query", REPORT).status, 503)
                self.assertEqual(front.connections, 0)
            with self.subTest("without the file"), Service.create(facts=url) as service:
                service.start()
                wait_until(lambda: front.connections > 0, "the system's authority is trusted")


if __name__ == "__main__":
    unittest.main()
