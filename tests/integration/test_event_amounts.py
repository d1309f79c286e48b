"""Amounts are exact: an amount is stored digit by digit as it was sent, or it is refused."""

import unittest
from decimal import Decimal

from tests.support.case import PostgresCase, ServiceCase
from tests.support.events import MAY_BE_NEGATIVE, MONETARY, WAGERS

# The token in the JSON body, and the number that it means.
EXACT = (
    ("0", "0"),
    ("0.1", "0.1"),
    ("10", "10"),
    ("12.34", "12.34"),
    ("0.00000001", "0.00000001"),
    ("123456789012345", "123456789012345"),
    ("999999999999999.99999999", "999999999999999.99999999"),
    ("123456789012345.12345678", "123456789012345.12345678"),
    ("1e3", "1000"),
    ("1E+2", "100"),
    ("1.5e2", "150"),
    ("1e14", "100000000000000"),
    ("1e-8", "0.00000001"),
    ("10e-9", "0.00000001"),
    ("12345678901234567890e-8", "123456789012.3456789"),
    ("1.2300000000000000000", "1.23"),
    ("0.0000000100", "0.00000001"),
    ('"12.34"', "12.34"),
    ('"0.10"', "0.1"),
    ('"123456789012345.12345678"', "123456789012345.12345678"),
    ('"1e3"', "1000"),
    ('"1.5E2"', "150"),
)

REFUSED = (
    "1000000000000000", "1e15", "1e400", "1e999999999", "1e-9", "0.000000001", "0.123456789", "1e-999999999",
    "999999999999999.999999999", '"1000000000000000"', '"0.000000001"', '""', '" 1"', '"1 "', '"1,5"', '"1.2.3"',
    '"0x10"', '"NaN"', '"Infinity"', '"-"', '"."', '"ten"', '"1\\u0000"', "true", "false", "null", "[]", "[1]", "{}",
)


class Amounts:
    def body(self, token: str, event_type: str = "deposit") -> tuple[str, str]:
        """An event whose amount is exactly this token. A Python number would round it."""
        event = self.event(event_type, amount=..., currency="EUR")
        members = [f'"{name}":"{value}"' for name, value in event.items()]
        return "{" + ",".join([*members, f'"amount":{token}']) + "}", event["idempotency_key"]

    def send(self, token: str, event_type: str = "deposit"):
        body, key = self.body(token, event_type)
        return self.client.send_body(body), key

    def test_an_amount_is_stored_exactly_as_sent(self):
        for token, meaning in EXACT:
            with self.subTest(token):
                answer, key = self.send(token)
                self.assertEqual(answer.status, 202, answer.body)
                self.assertEqual(Decimal(self.service.ledger().event(key)["amount"]), Decimal(meaning))

    def test_an_amount_that_cannot_be_stored_exactly_is_refused(self):
        for token in REFUSED:
            with self.subTest(token):
                self.assert_refused(self.send(token)[0], "/amount")

    def test_only_ngr_updates_and_settled_wagers_may_be_negative(self):
        for event_type in MONETARY + WAGERS:
            for token in ("-12.5", '"-12.5"', "-1e1"):
                with self.subTest(event_type, token=token):
                    answer, key = self.send(token, event_type)
                    if event_type not in MAY_BE_NEGATIVE:
                        self.assert_refused(answer, "/amount")
                        continue
                    self.assertEqual(answer.status, 202, answer.body)
                    self.assertLess(Decimal(self.service.ledger().event(key)["amount"]), 0)


class AmountsOnSqlite(Amounts, ServiceCase):
    pass


class AmountsOnPostgres(Amounts, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
