"""The database itself refuses duplicate rows."""

import sqlite3
import unittest

from tests.support import postgres
from tests.support.commission import CommissionCase, CommissionOnPostgres

NUMBERED = ("accruals", "attributions", "changes", "commits", "deal_versions", "deal_withdrawals", "events", "fact_blocks",
            "seals", "statements")


class UniqueRows:
    tables = NUMBERED
    fresh_id: str

    def setUp(self):
        super().setUp()
        affiliate = self.paid_affiliate({"cpl": {"amount": "5"}})
        self.player(affiliate)
        self.close(affiliate, "2026-03")
        deal = "/deals/" + affiliate["dealIds"][0]
        self.client.api("PATCH", deal, {"effectiveFrom": "2999-12-01"})
        self.client.api("POST", deal + "/versions/2/withdraw")

    def assert_refused(self, statement: str):
        with self.assertRaises(Exception, msg=statement) as refused:
            self.run_sql(statement)
        self.assertRegex(str(refused.exception).lower(), "unique", statement)

    def test_no_row_is_stored_twice(self):
        for table in self.tables:
            with self.subTest(table):
                self.assertGreater(self.service.ledger().count(table), 0)
                self.assert_refused(f"INSERT INTO {table} SELECT * FROM {table}")

    def test_a_player_is_stored_once_per_brand_and_reference(self):
        self.assert_refused("INSERT INTO players (operator_id, player_id, brand_id, external_ref, created_at) "
                            f"SELECT operator_id, {self.fresh_id}, brand_id, external_ref, created_at FROM players")

    def test_a_code_leads_to_one_link(self):
        columns = "operator_id, affiliate_id, brand_id, destination_url, name, code, active, created_at"
        self.assert_refused(f"INSERT INTO links (link_id, {columns}) SELECT {self.fresh_id}, {columns} FROM links")


class UniqueRowsSqlite(UniqueRows, CommissionCase):
    fresh_id = "randomblob(16)"

    def run_sql(self, statement: str):
        connection = sqlite3.connect(self.service.data / "ledger.db", timeout=30)
        try:
            connection.execute(statement)
        finally:
            connection.rollback()
            connection.close()


class UniqueRowsPostgres(UniqueRows, CommissionOnPostgres):
    tables = (*NUMBERED, "event_keys")
    fresh_id = "gen_random_uuid()"

    def test_a_key_belongs_to_one_event(self):
        self.assert_refused("INSERT INTO event_keys SELECT operator_id, key_digest, seq + 1000000 FROM event_keys")

    def run_sql(self, statement: str):
        postgres.query(self.service.ledger_url, f"BEGIN; {statement}; ROLLBACK")


if __name__ == "__main__":
    unittest.main()
