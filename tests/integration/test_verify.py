"""`fairlead verify` finds changes that were made directly in the database."""

import sqlite3
import unittest

from tests.support import postgres, program
from tests.support.commission import CommissionCase, CommissionOnPostgres
from tests.support.events import fresh_key

GUARDED = ("accruals", "adjustments", "audit_log", "changes", "commits", "deal_versions", "deal_withdrawals", "events", "seals",
           "statement_steps", "statements")


class Verify:
    names_rows = False

    def test_everything_in_one_record(self):
        """In this order, because each part uses the data of the previous one."""
        self.record_a_little_of_everything()
        with self.subTest("beside the running service"):
            self.assert_content()
        with self.subTest("the head is published"):
            self.check_head()
        self.service.stop()
        try:
            with self.subTest("the database refuses changes"):
                self.check_refusals()
            self.drop_guards()
            self.check_differences()
            with self.subTest("everything restored"):
                self.assert_content()
        finally:
            self.service.start()

    def record_a_little_of_everything(self):
        parent = self.paid_affiliate({"subAffiliate": {"percentOfCommission": "5"}})
        affiliate = self.paid_affiliate({"cpa": {"amount": "50"}, "revShare": {"rate": "20"}},
                                        parentAffiliateId=parent["id"])
        raised = "/deals/" + affiliate["dealIds"][0]
        self.change(raised, terms={"currency": "EUR", "revShare": {"rate": "99"}}, effectiveFrom="2999-12-01")
        self.assertEqual(self.client.api("POST", raised + "/versions/2/withdraw").status, 200)
        other = self.paid_affiliate({"cpl": {"amount": "7"}, "fixedMonthly": {"amount": "300"}})
        # Its receiver is in a private network, so nothing is sent.
        self.postback(affiliateId=affiliate["id"], triggers=["registration", "deposit", "commission", "reversal"],
                      url="http://127.0.0.1:9/p")
        player = self.player(affiliate)
        self.send(player, "first_deposit", "100")
        self.send(player, "ngr_update", "200")
        self.send(player, "ngr_update", "100", currency="USD")
        self.store_rate("2026-03-01", "0.9137")
        self.send(player, "chargeback", "100")
        moved = self.player(affiliate)
        self.send(moved, "ngr_update", "80")
        self.client.api("POST", f"/players/{self.player_id(moved)}/reassign", {"affiliateId": other["id"], "reason": "x"})
        self.client.api("POST", "/adjustments",
                        {"affiliateId": other["id"], "amount": "-12.5", "currency": "EUR", "reason": "correction"})
        closed = self.client.api("POST", "/statements/close", {"period": "2026-03"})
        self.assertEqual(closed.status, 201, closed.body)
        due = [one for one in closed.json()["items"] if one["status"] == "closed"]
        self.statement = due[0]["id"]
        held = self.client.api("POST", f"/statements/{due[-1]['id']}/hold", {"reason": "Invoice is missing"})
        self.assertEqual(held.status, 200, held.body)
        self.assertEqual(self.client.api("POST", f"/statements/{due[-1]['id']}/release").status, 200)
        idle = self.paid_affiliate({"revShare": {"rate": "20"}})
        self.send(self.player(idle, "2026-04-01T00:00:00Z"), "ngr_update", "-50", "2026-04-02T00:00:00Z")
        self.assertEqual(self.close_one(idle, "2026-04")["status"], "settled")
        self.assertEqual(self.client.api("POST", f"/statements/{self.statement}/approve", {}).status, 200)
        paid = self.client.api("POST", f"/statements/{self.statement}/pay",
                               {"date": "2026-04-10", "method": "bank", "reference": "TR-1"})
        self.assertEqual(paid.status, 200, paid.body)
        self.change("/affiliates/" + parent["id"], paymentHold="Suspected fraud")
        self.affiliate = affiliate
        self.send(player, "ngr_update", "30")
        self.send(player, "ngr_update", "30", currency="CHF")
        totals = self.brand(name=fresh_key("totals"), ngrMode="lifetimeTotal")["id"]
        gambler = self.player(affiliate, brand_id=totals, country="MT")
        for total in ("100", "140"):
            self.send(gambler, "ngr_update", total, brand_id=totals)

    def check_refusals(self):
        for table in GUARDED:
            for change in (f"DELETE FROM {table}", f"UPDATE {table} SET operator_id = operator_id"):
                with self.assertRaises(Exception, msg=change) as refused:
                    self.run_sql(change)
                self.assertIn("only ever added to", str(refused.exception))

    def check_differences(self):
        swap = ["UPDATE accruals SET number = -1 WHERE number = 1", "UPDATE accruals SET number = 1 WHERE number = 2",
                "UPDATE accruals SET number = 2 WHERE number = -1"]
        self.assert_found("a changed amount", "accrual 2 of", [
            "UPDATE accruals SET amount = '41' WHERE number = 2"], ["UPDATE accruals SET amount = '2.5' WHERE number = 2"])
        self.assert_found("a changed amount, by the chain alone", "its hash is not", [
            "UPDATE accruals SET amount = '41' WHERE number = 2"], ["UPDATE accruals SET amount = '2.5' WHERE number = 2"],
            row="table accruals, number 2, column amount")
        self.assert_found("a removed event", "event number 2 is missing", [
            "CREATE TABLE kept AS SELECT * FROM events WHERE seq = 2", "DELETE FROM events WHERE seq = 2"], [
            "INSERT INTO events SELECT * FROM kept", "DROP TABLE kept"])
        self.assert_found("a changed deal", "version 1 is not what was recorded", [
            """UPDATE deal_versions SET terms = replace(terms, '"rate":"20"', '"rate":"25"')"""], [
            """UPDATE deal_versions SET terms = replace(terms, '"rate":"25"', '"rate":"20"')"""])
        self.assert_found("a changed deal in the record too", "its hash is not", [
            """UPDATE changes SET content = replace(content, '"rate":"20"', '"rate":"25"')"""], [
            """UPDATE changes SET content = replace(content, '"rate":"25"', '"rate":"20"')"""], row="column content")
        self.assert_changed("a withdrawal gone", "version 2 is not what was recorded", "deal_withdrawals")
        self.assert_changed("another withdrawal", "version 2 is not what was recorded", "deal_withdrawals", "withdrawn_at = 7")
        self.assert_found("a re-ordered accrual", "accrual 1 of", swap, swap)
        self.assert_found("a changed event", "its hash is not", [
            "UPDATE events SET amount = '201' WHERE seq = 3"], ["UPDATE events SET amount = '200' WHERE seq = 3"],
            row="table events, number 3, column amount")
        self.assert_found("a key that is used twice", "events number 3 and 4 have the same idempotency key", [
            "CREATE TABLE kept AS SELECT * FROM events WHERE seq IN (3, 4)",
            "UPDATE events SET idempotency_key = 'twice' WHERE seq IN (3, 4)"], [
            "DELETE FROM events WHERE seq IN (3, 4)", "INSERT INTO events SELECT * FROM kept", "DROP TABLE kept"])
        self.assert_found("another attribution", "is attributed to", [
            "UPDATE attributions SET method = 'organic' WHERE number = 1"], [
            "UPDATE attributions SET method = 'direct' WHERE number = 1"])
        self.assert_found("a changed statement", "recomputed", [
            "CREATE TABLE kept AS SELECT * FROM statements", "UPDATE statements SET payable = '999'"], [
            "DELETE FROM statements", "INSERT INTO statements SELECT * FROM kept", "DROP TABLE kept"])
        self.assert_found("a changed rate", "is not the recorded one", [
            "UPDATE fx_rates SET rate = '0.99'"], ["UPDATE fx_rates SET rate = '0.9137'"])
        self.assert_found("a removed commit", "are missing", [
            "CREATE TABLE kept AS SELECT * FROM commits WHERE commit_no = 3", "DELETE FROM commits WHERE commit_no = 3"], [
            "INSERT INTO commits SELECT * FROM kept", "DROP TABLE kept"])
        self.assert_found("a player with another affiliate", "determines its commission", [
            "CREATE TABLE kept AS SELECT * FROM players", "UPDATE players SET commission = NULL"], [
            "DELETE FROM players", "INSERT INTO players SELECT * FROM kept", "DROP TABLE kept"])
        self.assert_found("running sums gone", "are not what the accruals add up to", [
            "CREATE TABLE kept AS SELECT * FROM commission_groups", "DELETE FROM commission_groups"], [
            "INSERT INTO commission_groups SELECT * FROM kept", "DROP TABLE kept"])
        self.assert_found("a held accrual gone", "is missing", [
            "CREATE TABLE kept AS SELECT * FROM held_accruals", "DELETE FROM held_accruals"], [
            "INSERT INTO held_accruals SELECT * FROM kept", "DROP TABLE kept"])
        self.assert_found("another adjustment", "adjustment", [
            "UPDATE adjustments SET amount = '-1'"], ["UPDATE adjustments SET amount = '-12.5'"])
        self.check_what_no_commit_has()
        self.check_messages()
        self.check_what_lists_and_sums_go_by()
        self.check_what_is_sealed()
        self.check_what_cannot_be_read()
        self.assert_found("the end cut off", "the chain ends", [
            "UPDATE operators SET last_commit = last_commit + 1"], ["UPDATE operators SET last_commit = last_commit - 1"])

    def check_what_no_commit_has(self):
        """A row that is added after the last number, or before the first one."""
        for what, table, column in (("event", "events", "seq"), ("accrual", "accruals", "number"),
                                    ("change", "changes", "number"), ("seal", "seals", "number")):
            for number in (1_000_000, -1):
                fresh = f", event_id = {self.fresh_id}, idempotency_key = 'added'" if table == "events" else ""
                self.assert_found(f"an added {what}", f"{what} {number} is in no commit of the chain", [
                    f"CREATE TABLE kept AS SELECT * FROM {table} WHERE {column} = 1",
                    f"UPDATE kept SET {column} = {number}{fresh}", f"INSERT INTO {table} SELECT * FROM kept"], [
                    f"DELETE FROM {table} WHERE {column} = {number}", "DROP TABLE kept"])

    def check_messages(self):
        """Every trigger in the record has its message, and none has two."""
        for type_ in ("registration", "deposit", "commission", "reversal"):
            self.assert_removed(f"no message of a {type_}", f"the message {type_} to destination", "outbox_messages",
                                f"type = '{type_}'")
        self.assert_changed("all messages gone", " is missing", "outbox_messages")
        for move, expected in (("position = position + 1000", "has no cause, or is there twice"),
                               ("created_at = created_at + 1", "messages belong to no commit")):
            self.assert_found(f"messages twice, {move}", expected, [
                "CREATE TABLE kept AS SELECT * FROM outbox_messages WHERE type = 'deposit'",
                "CREATE TABLE again AS SELECT * FROM kept", f"UPDATE again SET {move}",
                "INSERT INTO outbox_messages SELECT * FROM again"], [
                "DELETE FROM outbox_messages WHERE type = 'deposit'", "INSERT INTO outbox_messages SELECT * FROM kept",
                "DROP TABLE kept", "DROP TABLE again"])

    def check_what_lists_and_sums_go_by(self):
        for column, member in (("period", "period is 2026-04, recomputed 2026-03"), ("closed_at", "closing time is ")):
            self.assert_found("a statement elsewhere", member, [
                f"UPDATE statements SET {column} = {column} + 1"], [f"UPDATE statements SET {column} = {column} - 1"])
        for edit in ("decision = NULL", "link_id = NULL", "decided_at = 0"):
            self.assert_changed("another reason of an attribution", "is not what was recorded", "attributions", edit)
        self.assert_changed("rates gone", "recorded rates are missing", "fx_rates")
        self.assert_changed("totals gone", "sums of net gaming revenue are missing", "ngr_product_marks")
        self.assert_changed("another total", "sum of net gaming revenue is not what was recorded", "ngr_product_marks", "sum = '7'")
        self.assert_changed("another country", "determines its commission", "players", "country = 'XX'")
        for edit in ("registration_seq = NULL", "first_deposit_seq = NULL", "first_deposit_seq = 1",
                     "registered_at = registered_at + 1"):
            self.assert_changed("another milestone of a player", "its brand, registration or first deposit is not what was",
                                "players", edit)

    def check_what_is_sealed(self):
        """Each difference names the table, the record, the member and both values."""
        self.assert_removed("a paid step gone", f"table statement_steps, statement {self.statement}, step 2 is missing. "
                            "Sealed: status paid, actor ", "statement_steps", "status = 'paid'")
        self.assert_changed("another payment reference", "reference: sealed TR-1, found TR-2", "statement_steps",
                            "payment_reference = 'TR-2' WHERE status = 'paid'")
        self.assert_changed("another approver", f"statement {self.statement}, step 1: actor: sealed apiKey/", "statement_steps",
                            "actor = 'user/x' WHERE status = 'approved'")
        self.assert_changed("another reason of a hold", "reason: sealed Invoice is missing, found none of your business",
                            "statement_steps", "reason = 'none of your business' WHERE status = 'onHold'")
        self.assert_removed("a settlement gone", "Sealed: status settled, actor ", "statement_steps", "status = 'settled'")
        self.assert_changed("a payment hold gone", "paymentHold: sealed Suspected fraud, found (none)", "affiliates",
                            "payment_hold = NULL")
        self.assert_changed("another closer", "closedBy: sealed apiKey/", "statements", "closed_by = 'user/x'")
        self.assert_changed("another author of an adjustment", "actor: sealed apiKey/", "adjustments", "actor = 'user/x'")
        self.assert_changed("another audit entry", "actor: sealed apiKey/", "audit_log",
                            "actor = 'user/x' WHERE action = 'statement.pay'")
        self.assert_changed("another audit text", ": after is not what was sealed", "audit_log",
                            "after = '{}' WHERE action = 'statement.pay'")
        self.assert_removed("an audit entry gone", "action statement.pay", "audit_log", "action = 'statement.pay'")
        self.assert_changed("another time zone", "timeZone: sealed UTC, found Europe/Malta", "operators",
                            "time_zone = 'Europe/Malta'")
        self.assert_changed("another base currency", "baseCurrency: sealed EUR, found USD", "operators", "base_currency = 'USD'")
        self.assert_changed("another minimum", "minPayout: sealed 0, found 5000", "operators", "min_payout = '5000'")
        self.assert_changed("the two-person rule", "twoPersonRule: sealed false, found true", "operators", "two_person_rule = 1")
        self.assert_changed("another role", "role: sealed admin, found viewer", "users", "role = 'viewer'")
        self.assert_changed("another address", f"affiliate {self.affiliate['id']}: email: sealed ", "affiliates",
                            "email = 'me@thief.example'")
        self.assert_changed("another window", "attributionWindowDays: sealed 30, found 3", "brands", "attribution_window_days = 3")
        self.assert_changed("another scope", "scopes: sealed full, found money", "api_keys", "scopes = 'money'")
        self.assert_changed("a seal gone", "table seals", "seals")

    def check_head(self):
        answer = self.client.api("GET", "/operator/chain-head")
        self.assertEqual(answer.status, 200, answer.body)
        published = answer.json()
        [chain] = [each for each in program.run_json("verify", *self.service.place())["chains"]
                   if each["operatorId"] == published["operatorId"]]
        self.assertEqual({name: chain[name] for name in ("operatorId", "number", "hash", "at", "head")}, published)
        self.assertEqual((chain["wideFrom"], published["head"]),
                         (1, f"{published['operatorId']}:{published['number']}:{published['hash']}"))
        self.send(self.player(self.affiliate), "ngr_update", "1")
        self.assertEqual(self.expect(published["head"]).returncode, 0, "the chain has grown")
        swapped = published["hash"][1:] + published["hash"][0]
        for head, sentence in ((f"{published['operatorId']}:{published['number']}:{swapped}", "its history was rewritten"),
                               (f"{published['operatorId']}:999999:{swapped}", "its history was cut off")):
            done = self.expect(head)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(f"the expected head {head} is not in the chain: {sentence}", done.stdout)
        self.assertEqual(self.expect("x:1:y").returncode, 2)
        self.assertIn("head of ", self.expect(published["head"]).stdout)

    def expect(self, head: str):
        return program.run("verify", *self.service.place(), "--expect", head)

    def check_what_cannot_be_read(self):
        self.assert_changed("no component", "cannot be read", "accruals", "component = 'zz'")
        self.assert_changed("no terms", "cannot be read", "deal_versions", "terms = 'x'")
        self.assert_changed("no deal", "cannot be read", "deals")
        self.assert_changed("no currency", "cannot be read", "events", "currency = '?' WHERE currency IS NOT NULL")

    def assert_changed(self, what: str, expected: str, table: str, change: str | None = None):
        """Changes one column of a table, or removes all its rows."""
        edit = f"UPDATE {table} SET {change}" if change else f"DELETE FROM {table}"
        self.assert_found(f"{what}: {edit}", expected, [f"CREATE TABLE kept AS SELECT * FROM {table}", edit], [
            f"DELETE FROM {table}", f"INSERT INTO {table} SELECT * FROM kept", "DROP TABLE kept"])

    def assert_removed(self, what: str, expected: str, table: str, condition: str):
        """Removes rows of a table."""
        self.assert_found(what, expected, [f"CREATE TABLE kept AS SELECT * FROM {table} WHERE {condition}",
                                           f"DELETE FROM {table} WHERE {condition}"],
                          [f"INSERT INTO {table} SELECT * FROM kept", "DROP TABLE kept"])

    def assert_found(self, what: str, expected: str, edits: list[str], undo: list[str], row: str = ""):
        """`row` is the place of the change, which `verify` names if commits keep checks of their rows (PostgreSQL)."""
        with self.subTest(what):
            self.run_sql(*edits)
            try:
                done = program.run("verify", *self.service.place())
            finally:
                self.run_sql(*undo)
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
            self.assertIn(expected, done.stdout)
            self.assertIn(row if self.names_rows else "", done.stdout)

    def assert_content(self):
        report = program.run_json("verify", *self.service.place())
        self.assertEqual((report["differences"], report["found"]), (0, []))
        self.assertGreater(min(report["events"], report["accruals"], report["statements"], report["attributions"]), 1)


class VerifySqlite(Verify, CommissionCase):
    fresh_id = "randomblob(16)"

    def run_sql(self, *statements: str):
        connection = sqlite3.connect(self.service.data / "ledger.db", isolation_level=None)
        try:
            for statement in statements:
                connection.execute(statement)
        finally:
            connection.close()

    def drop_guards(self):
        for table in GUARDED:
            self.run_sql(f"DROP TRIGGER {table}_are_not_updated", f"DROP TRIGGER {table}_are_not_deleted")


class VerifyPostgres(Verify, CommissionOnPostgres):
    fresh_id = "gen_random_uuid()"
    names_rows = True

    def run_sql(self, *statements: str):
        for statement in statements:
            postgres.query(self.service.ledger_url, statement)

    def drop_guards(self):
        for table in GUARDED:
            self.run_sql(f"DROP TRIGGER {table}_are_only_added ON {table}")


if __name__ == "__main__":
    unittest.main()
