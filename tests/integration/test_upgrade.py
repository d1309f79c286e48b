"""Ledgers that earlier releases wrote, opened by this release."""

import json
import subprocess
import time
import unittest
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from tests.support import program
from tests.support.events import hours_from_now, make_event
from tests.support.old_ledgers import open_ninth_schema
from tests.support.pictures import png
from tests.support.restoring import Places, open_old, restore, run_sql, take
from tests.support.service import Account, Service
from tests.support.tracking import listed, moment

FIXTURES = Path(__file__).parent / "first_release"
# A backup that a program with schema 9 took: three players that affiliates brought, one of them reassigned, and one
# organic player. The other file has their portal names at that time.
SCHEMA_9 = Path(__file__).parent / "schema_9"
METRICS = ["registration_count", "ftd_count", "deposit_count", "deposit_amount", "ngr", "chargeback_amount"]
EVENTS = "SELECT seq, event_time, recorded_at, idempotency_key FROM events WHERE operator_id = {owner} ORDER BY seq"
PLAYERS = ("SELECT external_ref, created_at, registration_seq, first_deposit_seq FROM players "
           "WHERE operator_id = {owner} ORDER BY created_at, external_ref")
ANOMALIES = "SELECT seq, kind, recorded_at FROM anomalies WHERE operator_id = {owner} ORDER BY seq"
FEEDS = ("SELECT event_type, last_event_time, last_recorded_at, count FROM feeds WHERE operator_id = {owner} "
         "ORDER BY event_type, last_recorded_at, count")
KEPT = (EVENTS, PLAYERS, ANOMALIES, FEEDS,
        "SELECT idempotency_key, count FROM event_differences WHERE operator_id = {owner}")


class Upgrade:
    engine: str

    def setUp(self):
        self.places = Places(self)
        self.recorded = json.loads((FIXTURES / f"{self.engine}.json").read_text())
        self.account = Account(**self.recorded["account"])
        self.old = self.first_release()
        self.before = self.rows(self.old)

    def first_release(self) -> Service:
        """A data folder or database with the first schema, without derived data."""
        service = Service(self.places.folder() / "data", self.places.database() if self.engine == "postgres" else None)
        service.account = self.account
        service.flags = ["--accept-clock"]  # The last write is long ago.
        service.data.mkdir(mode=0o700)
        (service.data / "secret.key").write_text(self.recorded["secret"] + "\n")
        run_sql(service, (FIXTURES / f"{self.engine}.sql").read_text())
        self.addCleanup(service.close)
        return service

    def test_verify_says_that_serve_must_upgrade_the_ledger_first(self):
        done = program.run("verify", *self.old.place())
        self.assertEqual(done.returncode, 1)
        self.assertIn("Start fairlead serve once, which upgrades the ledger", done.stderr)
        self.assertEqual(self.rows(self.old), self.before)

    def rows(self, service: Service) -> list:
        return [service.ledger().select(sql, self.account.operator_id) for sql in KEPT]

    def assert_verified(self, service: Service, events: int):
        verified = json.loads(self.assert_done(program.run("verify", *service.place(), "--json")).stdout)
        self.assertEqual((verified["events"], verified["differences"]), (events, 0))

    def assert_done(self, done: subprocess.CompletedProcess) -> subprocess.CompletedProcess:
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def check_all_is_there(self, service: Service):
        events = self.recorded["events"]
        self.assertEqual(self.rows(service), self.before)
        with service.client() as client:
            listed = {event["idempotencyKey"]: event for event in client.api("GET", "/events?limit=200").json()["items"]}
            self.assertEqual({key: event["id"] for key, event in listed.items()}, self.recorded["eventIds"])
            self.assertEqual(listed["first/deposit"]["amount"], "100.12345678")
            for event in events:
                result = client.send_event(event).json()["result"]
                self.assertEqual((result["status"], result["event_id"]),
                                 ("duplicate", self.recorded["eventIds"][event["idempotency_key"]]))
            players = {player["externalRef"]: player for player in client.api("GET", "/players").json()["items"]}
            self.assertEqual(players["anna"]["registeredAt"], "2026-03-10T12:00:00.000Z")
            self.assertEqual(players["anna"]["country"], "DE")
            self.assertEqual(players["anna"]["attribution"]["method"], "organic")
            self.assertIsNone(players["never registered"]["registeredAt"])
            sent = [event["idempotency_key"] for event in events if event["player_external_ref"] == "anna"]
            self.assertEqual(client.api("GET", "/clicks/limited").json(), {"items": [], "nextCursor": None})
            own = client.api("GET", f"/players/{players['anna']['id']}/events?limit=200").json()["items"]
            self.assertEqual(sorted(event["idempotencyKey"] for event in own), sorted(sent))
        with service.client(self.recorded["key"]) as client:
            brands = client.api("GET", "/brands").json()["items"]
            self.assertEqual([brand["maxEventAgeYears"] for brand in brands], [10, 10])
            scopes = [key["scopes"] for key in client.api("GET", "/api-keys?limit=200").json()["items"]]
            self.assertEqual(scopes, [["full"]] * len(scopes))
            self.assertGreaterEqual(len(scopes), 2)
            operator = client.api("GET", "/operator").json()
            self.assertIs(operator["twoPersonRule"], False)
            self.assertIs(operator["suspendedEarn"], False)
            self.assertEqual((operator["timeZone"], operator["baseCurrency"], operator["pending"]), ("UTC", "EUR", None))
            # Its values apply from the beginning, and it has records, so a change needs a date.
            self.assertEqual(client.api("PATCH", "/operator", {"timeZone": "Asia/Tokyo"}).json()["code"], "date_required")
        with service.client(self.recorded["switchedOff"]) as client:
            self.assertEqual(client.api("GET", "/brands").status, 401)

    def report(self, service: Service) -> list[str]:
        service.await_projection()
        with service.client() as client:
            answer = client.api("POST", "/reports/query?format=csv",
                                {"groupKeys": ["brand", "currency"], "metrics": METRICS, "startDate": "2026-03-10",
                                 "endDate": "2026-03-10"})
        self.assertEqual(answer.status, 200, answer.body)
        return answer.body.decode().splitlines()

    def check_reports(self, service: Service, ngr: str = "40", total: str = "27.5"):
        # Includes the brand that sends daily totals. A repeated registration is not counted.
        self.assertEqual(self.report(service), [
            "brand,currency," + ",".join(METRICS),
            "Harbour Gaming,,1,0,0,0,0,0",
            "Harbour Gaming,EUR,0,1,2,103.12345678,-12.5,0",
            "Harbour Gaming,USD,0,0,1,0.00000001,0,0",
            "Lighthouse,,1,0,0,0,0,0",
            f"Lighthouse,EUR,0,1,1,999999999999999.99999999,{ngr},7",
            f"Total,,2,2,4,1000000000000103.12345677,{total},7"])

    def test_an_upgraded_ledger_is_complete_and_continues(self):
        self.old.start()
        self.check_all_is_there(self.old)
        self.check_reports(self.old)
        self.assert_verified(self.old, 13)
        with self.subTest("new events follow the old ones"):
            again = self.recorded["events"][5] | {"idempotency_key": "new/registration"}
            total = self.recorded["events"][7] | {"idempotency_key": "new/total", "amount": "45"}
            with self.old.client() as client:
                for event in (again, total):
                    self.assertEqual(client.send_event(event).json()["result"]["status"], "accepted")
            # The registration already exists in the first release; the total of the day grew from 40 to 45.
            self.check_reports(self.old, ngr="45", total="32.5")
            self.assert_verified(self.old, 15)
        with self.subTest("new commits keep checks of their rows where pages have none"):
            checked = self.old.ledger().select("SELECT count(*) FROM commits WHERE operator_id = {owner} AND last_seq > 13 "
                                               "AND row_checks IS NOT NULL", self.account.operator_id)
            self.assertEqual(int(checked[0][0]) > 0, self.engine == "postgres", checked)
        with self.subTest("an affiliate with weeks"):
            with self.old.client(self.recorded["key"]) as client:
                weekly = {"name": "Weekly", "email": "team@affiliates.example", "statementPeriod": "week"}
                self.assertEqual(client.api("POST", "/affiliates", weekly).json()["statementPeriod"], "week")
                periods = {one["name"]: one["statementPeriod"] for one in client.api("GET", "/affiliates").json()["items"]}
            self.assertEqual(periods.pop("Weekly"), "week")
            self.assertLessEqual(set(periods.values()), {"month"})
            self.assert_verified(self.old, 15)
        with self.subTest("an affiliate with tags and an uploaded image"):
            with self.old.client(self.recorded["key"]) as client:
                tagged = {"name": "Tagged", "email": "team@affiliates.example", "tags": ["vip"]}
                self.assertEqual(client.api("POST", "/affiliates", tagged).json()["tags"], ["vip"])
                others = {tag for one in client.api("GET", "/affiliates").json()["items"] if one["name"] != "Tagged"
                          for tag in one["tags"]}
                self.assertEqual(others, set())
                self.assertEqual(client.request("POST", "/api/v1/images", png()).status, 201)
            self.assert_verified(self.old, 15)
        with self.subTest("after another start"):
            self.old.restart()
            self.assert_verified(self.old, 15)

    def test_the_players_of_cpa_lines_have_their_index(self):
        self.old.start()
        names = ("SELECT indexname FROM pg_indexes WHERE indexname = 'accruals_of_cpa_lines'" if self.engine == "postgres"
                 else "SELECT name FROM sqlite_master WHERE type = 'index' AND name = 'accruals_of_cpa_lines'")
        self.assertEqual(self.old.ledger().select(names, self.account.operator_id), [("accruals_of_cpa_lines",)])

    def test_a_killed_upgrade_continues(self):
        for milliseconds in range(10, 200, 10):
            self.old.spawn()
            time.sleep(milliseconds / 1000)
            self.old.kill()
        self.old.start()
        self.check_all_is_there(self.old)
        self.check_reports(self.old)
        self.assert_verified(self.old, 13)

    def test_a_partly_upgraded_ledger_is_not_backed_up(self):
        self.old.start()
        self.old.stop()
        value = "'\\x00'" if self.old.ledger_url else "x'00'"
        run_sql(self.old, f"INSERT INTO settings (name, value) VALUES ('first_release', {value})")
        done = program.run("backup", *self.old.place(), str(self.places.folder() / "half.backup"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("still being upgraded", done.stderr)
        self.old.start()
        self.assertEqual(take(self.old, self.places.folder() / "whole.backup")["events"], 13)

    def test_a_backup_of_it_is_upgraded_when_it_is_restored(self):
        backup = self.places.folder() / "old.backup"
        report = take(self.old, backup)
        self.assertEqual((report["schema"], report["events"]), (1, 13))
        for engine in ("sqlite", "postgres"):
            with self.subTest(engine):
                restored = self.places.empty_service(engine, self.old)
                done = self.assert_done(restore(backup, restored))
                self.assertIn("13 events, 3 attributions", done.stderr)
                restored.start()
                self.check_all_is_there(restored)
                self.check_reports(restored)

    def test_a_newer_schema_is_refused(self):
        run_sql(self.old, "INSERT INTO schema_migrations (number, name, applied_at) VALUES (99, '0099_later', 0)")
        for arguments in (["serve", *self.old.place(), "--listen", "127.0.0.1:0"],
                          ["backup", *self.old.place(), str(self.places.folder() / "new.backup")]):
            done = program.run(*arguments)
            self.assertEqual(done.returncode, 1)
            self.assertIn("the ledger was written by a newer version of the program", done.stderr)
        self.assertEqual(self.rows(self.old), self.before)


class PlayersFromBefore(unittest.TestCase):
    """Players of schema 9 are found by their portal names and their references."""

    def found(self, service: Service, text: str) -> list[str]:
        with service.client() as client:
            answer = client.api("GET", "/players?search=" + quote(text))
        self.assertEqual(answer.status, 200, answer.body)
        return [player["externalRef"] for player in answer.json()["items"]]

    def test_they_are_found_by_alias_and_reference(self):
        places = Places(self)
        recorded = json.loads((SCHEMA_9 / "ledger.json").read_text())
        for engine in ("sqlite", "postgres"):
            with self.subTest(engine):
                service = Service(places.folder() / "data", places.database() if engine == "postgres" else None)
                service.account = Account(**recorded["account"])
                service.flags = ["--accept-clock"]  # The last write is long ago.
                service.data.mkdir(mode=0o700)
                (service.data / "secret.key").write_text(recorded["secret"] + "\n")
                self.addCleanup(service.close)
                done = restore(SCHEMA_9 / "ledger.backup", service)
                self.assertEqual(done.returncode, 0, done.stderr)
                for _ in range(2):
                    service.start()
                    self.assertEqual([(alias, self.found(service, alias)) for alias, _ in recorded["aliases"]],
                                     [(alias, [reference]) for alias, reference in recorded["aliases"]])
                    self.assertEqual(self.found(service, "bERT"), ["Bert-2"])
                    self.assertEqual(service.ledger().count("player_aliases"), len(recorded["aliases"]))
                    service.stop()


class ClicksFromBefore:
    """Clicks of a ledger from before the click journal. Their ids contain the time of their block."""

    engine: str
    BATCHES = ("SELECT batch_time, recorded_at FROM click_batches WHERE operator_id = {owner} "
               "ORDER BY batch_time, recorded_at")

    def setUp(self):
        self.service, _ = open_old(self, Path(__file__).parent / "ninth_schema", self.engine)
        [self.block] = [recorded_at for _, recorded_at, clicks, _ in self.blocks() if clicks > 0]
        self.service.start()

    def blocks(self) -> list[tuple[int, int, int, int]]:
        return self.service.ledger().blocks(self.service.account.operator_id)

    def batches(self) -> list[tuple[int, int]]:
        rows = self.service.ledger().select(self.BATCHES, self.service.account.operator_id)
        return [(int(batch_time), int(recorded_at)) for batch_time, recorded_at in rows]

    def migration(self) -> str:
        words = {"{uuid}": "uuid", "{clustered}": ""} if self.engine == "postgres" else {
            "{uuid}": "BLOB", "{clustered}": "WITHOUT ROWID"}
        [file] = (Path(__file__).parents[2] / "src/ledger/migrations").glob("*_click_journal/up.sql")
        script = file.read_text()
        for word, meaning in words.items():
            script = script.replace(word, meaning)
        return script

    def the_click(self) -> dict:
        with self.service.client() as client:
            [click] = listed(client, "/clicks")
            self.assertEqual(listed(client, "/clicks", clickId=click["clickId"]), [click])
        return click

    def assert_found_by_registration(self, click: dict):
        with self.service.client() as client:
            event = make_event(self.service.account.brand_id, "registration", player_external_ref="new",
                               event_time=hours_from_now(0), click_id=click["clickId"])
            self.assertEqual(client.send_event(event).status, 202)
            [player] = listed(client, "/players", externalRef="new")
        self.assertEqual((player["attribution"]["method"], player["attribution"]["clickId"]),
                         ("direct", click["clickId"]))

    def assert_verified(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["found"], [])

    def test_the_wider_chain_starts_at_the_upgrade(self):
        """Settings and audit entries are sealed as they are at the upgrade. Later changes are found."""
        self.service.stop()
        done = program.run("verify", *self.service.place())
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        [chain] = program.run_json("verify", *self.service.place())["chains"]
        self.assertGreater(chain["wideFrom"], 1)
        self.assertIn(f"audit entries and blocks of facts are in the chain from commit {chain['wideFrom']} of "
                      f"{chain['wideFromAt']} on", done.stdout)
        run_sql(self.service, "UPDATE affiliates SET email = 'me@thief.example';")
        done = program.run("verify", *self.service.place())
        self.assertEqual(done.returncode, 1)
        self.assertIn("found me@thief.example", done.stdout)

    def test_they_are_found_and_listed(self):
        self.assertEqual(self.batches(), [(self.block, self.block)])
        self.assert_found_by_registration(self.the_click())
        self.assert_verified()

    def test_an_affiliate_from_before_can_be_put_on_payment_hold(self):
        with self.service.client() as client:
            affiliate = listed(client, "/affiliates")[0]
            self.assertEqual((affiliate["paymentHold"], affiliate["paymentHeldAt"]), (None, None))
            held = client.api("PATCH", "/affiliates/" + affiliate["id"], {"paymentHold": "We are asking them"})
            self.assertEqual((held.status, held.json()["paymentHold"]), (200, "We are asking them"))
        self.assert_verified()

    def test_those_that_a_repair_of_the_clock_moved_are_found_and_listed(self):
        before = self.the_click()
        self.service.stop()
        hour = 3600 * 1_000_000
        after = datetime.fromtimestamp(self.block / 1e6 - 60, UTC).isoformat()
        repaired = program.run_json("repair", "clock", *self.service.place(), "--after", after, "--ahead-by", "3600", "--yes")
        self.assertEqual([part["clicks"] for part in repaired["operators"]], [1])
        moved = self.batches()
        self.assertEqual(moved, [(self.block - hour, self.block - hour), (self.block, self.block - hour)])
        # Runs the migration again, as on a ledger that was repaired before it.
        run_sql(self.service, "DROP TABLE click_batches; DROP TABLE journal_positions; DROP TABLE waiting_registrations")
        run_sql(self.service, self.migration())
        # A later migration adds this column.
        run_sql(self.service, "ALTER TABLE waiting_registrations ADD COLUMN last_change BIGINT")
        self.service.start()
        self.assertEqual(self.batches(), moved)
        click = self.the_click()
        self.assertEqual(click["clickId"], before["clickId"])
        self.assertEqual(moment(before["recordedAt"]) - moment(click["recordedAt"]), timedelta(hours=1))
        self.assert_found_by_registration(click)
        self.assert_verified()


class RulesFromBefore:
    """A ledger from before the rules of docs/commission.md §6. It follows them from the first commit after the upgrade."""

    engine: str

    def setUp(self):
        self.service, self.recorded = open_ninth_schema(self, self.engine)
        self.service.start()
        self.client = self.service.client()
        self.addCleanup(self.client.close)

    def call(self, status: int, method: str, path: str, body: dict | None = None) -> dict:
        answer = self.client.api(method, path, body)
        self.assertEqual(answer.status, status, answer.body)
        return answer.json()

    def send(self, event_type: str, **members):
        event = make_event(self.service.account.brand_id, event_type, player_external_ref="new", **members)
        self.assertEqual(self.client.send_event(event).status, 202)

    def rules(self) -> list[str]:
        rows = self.service.ledger().select("SELECT content FROM changes WHERE operator_id = {owner} ORDER BY number",
                                            self.service.account.operator_id)
        return [content for [content] in rows if '"rules"' in content]

    def assert_verified(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)

    def test_they_are_recorded_once_and_verify_follows_both(self):
        self.assert_verified()
        affiliate, deal = self.recorded["affiliate"], self.recorded["deal"]
        terms = {"currency": "EUR", "revShare": self.recorded["versions"][0]["terms"]["revShare"], "cpl": {"amount": "0"}}
        version = self.call(200, "PATCH", "/deals/" + deal, {"terms": terms, "effectiveFrom": "2026-03-05"})["version"]
        self.assertEqual(len(self.rules()), 1, "the first commit after the upgrade records them")
        [link] = listed(self.client, "/links")
        self.assertEqual(link["affiliateId"], affiliate)
        location = self.client.api("GET", "/track/click/" + link["linkId"]).header("Location")
        click = location.split("click_id=")[1].split("&")[0]
        self.send("registration", event_time="2026-03-06T00:00:00Z", click_id=click)
        self.send("ngr_update", event_time="2026-03-10T12:00:00Z", amount="100", currency="EUR")
        with self.subTest("a later version with equal terms shares the state from before"):
            [made, before] = self.client.api("GET", "/accruals").json()["items"]
            self.assertEqual((before, made["amount"], made["dealVersion"]),
                             (self.recorded["accruals"][0], "25", version))
            steps = self.call(200, "GET", f"/accruals/{made['id']}/explain")["steps"]
            found = {step["rule"]: step for step in steps}
            self.assertEqual(found["versionsCounted"]["versions"], [1, version])
            self.assertEqual((found["revenueMoved"]["ngrBefore"], found["revenueMoved"]["ngrAfter"]), ("100", "200"))
        with self.subTest("a suspended affiliate earns nothing any more"):
            self.call(200, "PATCH", "/affiliates/" + affiliate, {"status": "suspended"})
            self.send("ngr_update", event_time="2026-03-11T12:00:00Z", amount="100", currency="EUR")
            self.assertEqual(len(self.client.api("GET", "/accruals").json()["items"]), 2)
        closed = self.call(201, "POST", "/statements/close", {"period": "2026-03", "affiliateId": affiliate})
        self.assertEqual([statement["payable"] for statement in closed["items"]], ["50"])
        self.assert_verified()
        self.service.restart()
        self.assertEqual(len(self.rules()), 1)
        self.assert_verified()


class RulesFromBeforeOnSqlite(RulesFromBefore, unittest.TestCase):
    engine = "sqlite"


class RulesFromBeforeOnPostgres(RulesFromBefore, unittest.TestCase):
    engine = "postgres"


class ClicksFromBeforeOnSqlite(ClicksFromBefore, unittest.TestCase):
    engine = "sqlite"


class ClicksFromBeforeOnPostgres(ClicksFromBefore, unittest.TestCase):
    engine = "postgres"


class UpgradeOnSqlite(Upgrade, unittest.TestCase):
    engine = "sqlite"


class UpgradeOnPostgres(Upgrade, unittest.TestCase):
    engine = "postgres"


if __name__ == "__main__":
    unittest.main()
