"""Which currencies an operator may use: those of ISO 4217, and those that it has declared."""

import unittest

from tests.support import program
from tests.support.case import PostgresCase, ServiceCase
from tests.support.old_ledgers import open_ninth_schema

UNKNOWN = ("ZZZ", "XYZ", "EUX", "BTC", "HRK")
# Before the upgrade the operator has rates for BTC and for a typing error, and a deal in another unlisted code.
OLD_USES = """
SET search_path = public;
INSERT INTO fx_rates VALUES ({owner}, 'BTC', 'EUR', 20000, '90000', 1794857409517826);
INSERT INTO fx_rates VALUES ({owner}, 'USD', 'XMR', 20000, '0.004', 1794857409517826);
INSERT INTO deal_versions VALUES ({owner}, {owner}, 1, NULL, '{"currency":"DOG","cpa":{"amount":"5"}}', 1794857410297990);
INSERT INTO deals VALUES ({owner}, {owner}, 'In dogs', 'registration', '', '', 0, 1794857410297990);
"""


class Currencies:
    def test_an_event_in_a_currency_of_iso_4217_is_accepted(self):
        for currency in ("EUR", "usd", "XCG", "ZWG", "UYW"):
            with self.subTest(currency):
                self.accept(self.event("deposit", currency=currency))

    def test_an_event_in_an_unknown_currency_is_refused(self):
        for currency in UNKNOWN:
            with self.subTest(currency):
                answer = self.client.send_event(self.event("deposit", currency=currency))
                self.assert_refused(answer, "/currency")
                self.assertIn("declare it under Settings", answer.json()["errors"][0]["detail"])

    def test_a_declared_currency_is_accepted(self):
        event = self.event("deposit", currency="LTC")
        self.assert_refused(self.client.send_event(event), "/currency")
        declared = self.client.api("PATCH", "/operator", {"currencies": ["LTC"]})
        self.assertEqual(declared.status, 200, declared.body)
        self.accept(event)

    def test_money_elsewhere_needs_a_known_currency_too(self):
        deal = {"name": "Fixed", "terms": {"currency": "ZZZ", "cpa": {"amount": "5"}}}
        rate = {"date": "2026-03-10", "from": "ZZZ", "to": "EUR", "rate": "2"}
        for path, body, pointer in (("/deals", deal, "/terms/currency"), ("/fx-rates", rate, "/from")):
            with self.subTest(path):
                self.assert_refused(self.client.api("POST", path, body), pointer)
        self.assert_refused(self.client.api("PATCH", "/operator", {"baseCurrency": "ZZZ"}), "/baseCurrency")


class CurrenciesOnSqlite(Currencies, ServiceCase):
    pass


class CurrenciesOnPostgres(Currencies, PostgresCase):
    pass


class Upgrade:
    """An operator that used codes outside ISO 4217 before they had to be declared."""

    engine: str

    def test_used_currencies_are_declared_by_the_upgrade(self):
        changes = OLD_USES if self.engine == "postgres" else OLD_USES.replace("SET search_path = public;", "")
        service, _ = open_ninth_schema(self, self.engine, changes)
        service.start()
        with service.client() as client:
            self.assertEqual(sorted(client.api("GET", "/operator").json()["currencies"]), ["BTC", "DOG", "XMR"])

    def test_an_operator_that_used_none_has_none_declared(self):
        service, _ = open_ninth_schema(self, self.engine)
        service.start()
        with service.client() as client:
            self.assertEqual(client.api("GET", "/operator").json()["currencies"], [])
        self.assertEqual(program.run_json("verify", *service.place())["differences"], 0)


class UpgradeOnSqlite(Upgrade, unittest.TestCase):
    engine = "sqlite"


class UpgradeOnPostgres(Upgrade, unittest.TestCase):
    engine = "postgres"


if __name__ == "__main__":
    unittest.main()
