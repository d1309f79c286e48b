"""The first set-up: `serve` without an operator prints an address with a token, which creates one operator, once."""

import json
import re
import shutil
import tempfile
import threading
import unittest
from pathlib import Path

from tests.integration.test_mail import MailCase
from tests.support import postgres, program
from tests.support.accounts import by_admin, person
from tests.support.events import make_event
from tests.support.openapi import CheckedClient, Document
from tests.support.service import Account, Service
from tests.support.waiting import wait_until

ADDRESS = re.compile(r"^  (\S+)/console/setup#token=([0-9a-f]{48})$", re.MULTILINE)
PASSWORD = "correct horse battery"
DOCUMENT = Document()


class EmptyServices(unittest.TestCase):
    """Services on data without an operator."""

    engine = "sqlite"

    def empty_service(self, ledger_url: str | None = None, **settings) -> Service:
        folder = Path(tempfile.mkdtemp(prefix="fairlead-setup-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        service = Service(folder / "data", ledger_url, **settings)
        self.addCleanup(service.close)
        return service

    def database(self) -> str | None:
        if self.engine == "sqlite":
            return None
        url = postgres.fresh_database()
        self.addCleanup(postgres.drop_database, url)
        return url

    def started(self, **settings) -> Service:
        service = self.empty_service(self.database(), **settings)
        service.start()
        return service

    def token_of(self, service: Service) -> str:
        found = ADDRESS.search(service.start_text)
        self.assertIsNotNone(found, service.start_text)
        return found[2]

    def client(self, service: Service) -> CheckedClient:
        client = CheckedClient(DOCUMENT, service.address, "")
        self.addCleanup(client.close)
        return client

    def body(self, token: str, **members) -> dict:
        return {"token": token, "operatorName": "Harbour Gaming", "brandName": "Lucky Star",
                "adminEmail": "admin@harbour.example", "adminPassword": PASSWORD, "timeZone": "Europe/Malta",
                "baseCurrency": "SEK"} | members

    def set_up(self, service: Service, **members):
        return self.client(service).api("POST", "/setup", self.body(self.token_of(service), **members))

    def problem(self, answer, status: int) -> dict:
        self.assertEqual(answer.status, status, answer.body)
        return answer.json()


class Setup(EmptyServices):
    def test_the_printed_token_creates_an_operator_that_works_at_once(self):
        service = self.started()
        self.assertEqual(ADDRESS.search(service.start_text)[1], "http://%s:%d" % service.address)
        client, token = self.client(service), self.token_of(service)
        self.assertEqual(client.api("POST", "/setup/check", {"token": token}).json(), {"sendsMails": False})
        answer = client.api("POST", "/setup", self.body(token))
        self.assertEqual(answer.status, 201, answer.body)
        made = answer.json()
        service.account = Account(made["operatorId"], made["brandId"], made["apiKey"], made["adminEmail"], PASSWORD)

        operator = by_admin(service, "GET", "/operator").json()
        self.assertEqual([operator[name] for name in ("name", "timeZone", "baseCurrency")],
                         ["Harbour Gaming", "Europe/Malta", "SEK"])
        self.assertEqual([one["name"] for one in by_admin(service, "GET", "/brands").json()["items"]], ["Lucky Star"])
        with service.client(made["apiKey"]) as keyed:
            self.assertEqual(keyed.send_event(make_event(made["brandId"], "registration")).status, 202)
            # The first key may only send events.
            self.assertEqual(keyed.api("GET", "/brands").status, 403)
        audit = by_admin(service, "GET", "/audit-log").json()["items"]
        self.assertIn(("setup", "operator.create"), [(one["actor"], one["action"]) for one in audit])

    def test_the_token_works_once_and_only_without_an_operator(self):
        service = self.started()
        self.assertEqual(self.set_up(service).status, 201)
        again = self.problem(self.set_up(service, adminEmail="other@harbour.example"), 409)
        self.assertIn("already set up", again["detail"])
        check = self.client(service).api("POST", "/setup/check", {"token": self.token_of(service)})
        self.problem(check, 409)
        service.restart()
        self.assertEqual(service.start_text.count("\n"), 1, service.start_text)

    def test_each_start_has_a_new_token(self):
        service = self.started()
        first = self.token_of(service)
        service.restart()
        self.assertNotEqual(self.token_of(service), first)
        client = self.client(service)
        self.problem(client.api("POST", "/setup/check", {"token": first}), 404)
        self.problem(client.api("POST", "/setup", self.body(first)), 404)
        self.assertEqual(self.set_up(service).status, 201)

    def test_wrong_tokens_are_limited_and_the_right_one_then_waits(self):
        service = self.started()
        client = self.client(service)
        statuses = [client.api("POST", "/setup/check", {"token": "0" * 48}).status for _ in range(11)]
        self.assertEqual(statuses, [404] * 10 + [429])
        refused = client.api("POST", "/setup", self.body(self.token_of(service)))
        self.problem(refused, 429)
        self.assertGreater(int(refused.header("Retry-After")), 0)

    def test_right_tokens_are_not_limited(self):
        service = self.started()
        client, token = self.client(service), self.token_of(service)
        for _ in range(12):
            self.assertEqual(client.api("POST", "/setup/check", {"token": token}).status, 200)

    def test_the_input_is_checked_and_the_token_stays_valid(self):
        service = self.started()
        for members, pointer in (({"adminPassword": "short"}, "/adminPassword"),
                                 ({"adminPassword": "admin@harbour.example"}, "/adminPassword"),
                                 ({"adminEmail": "nobody"}, "/adminEmail"), ({"operatorName": ""}, "/operatorName"),
                                 ({"timeZone": "Mars/Olympus"}, "/timeZone"), ({"baseCurrency": "ZZZ"}, "/baseCurrency")):
            with self.subTest(pointer):
                with service.stranger() as plain:
                    answer = plain.api("POST", "/setup", self.body(self.token_of(service), **members))
                self.assertEqual(answer.status, 400, answer.body)
                self.assertIn(pointer, [error["pointer"] for error in answer.json()["errors"]])
        self.assertEqual(self.set_up(service).status, 201)

    def test_the_token_is_neither_in_the_log_nor_in_the_data(self):
        service = self.started(log_level="debug")
        token = self.token_of(service)
        self.assertEqual(self.set_up(service).status, 201)
        self.assertEqual(service.stop(), 0)
        places = [service.log_path, *(path for path in service.data.rglob("*") if path.is_file())]
        for path in places:
            self.assertNotIn(token.encode(), path.read_bytes(), path)

    def test_another_site_cannot_set_up(self):
        service = self.started()
        with service.stranger() as plain:
            answer = plain.api("POST", "/setup", self.body(self.token_of(service)), {"Origin": "https://elsewhere.test"})
        self.problem(answer, 403)

    def test_init_beside_the_running_service_closes_the_set_up(self):
        service = self.started()
        program.run_json("init", *service.place(), "--operator", "By command")
        client = self.client(service)
        wait_until(lambda: client.api("POST", "/setup/check", {"token": self.token_of(service)}).status == 409,
                   "the set-up is closed")
        self.problem(self.set_up(service), 409)

    def test_a_service_with_an_operator_prints_no_token(self):
        service = self.empty_service(self.database())
        service.init("Harbour Gaming")
        service.start()
        self.assertNotIn("token", service.start_text)
        self.problem(self.client(service).api("POST", "/setup/check", {"token": ""}), 409)


class LostLedgers(EmptyServices):
    def test_a_folder_whose_ledger_is_lost_is_not_set_up_again(self):
        service = self.started()
        self.assertEqual(self.set_up(service).status, 201)
        self.assertEqual(service.stop(), 0)
        for path in service.data.glob("ledger.db*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        done = program.run("serve", *service.place(), "--listen", "127.0.0.1:0")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there is no ledger", done.stderr)

    def test_a_ledger_elsewhere_is_not_created_by_serve(self):
        service = self.empty_service()
        place = service.data.parent / "elsewhere.db"
        done = program.run("serve", "--data", service.data, "--ledger", f"sqlite:{place}", "--listen", "127.0.0.1:0")
        self.assertEqual((done.returncode, place.exists()), (1, False))


class SetupOnPostgres(Setup):
    engine = "postgres"

    def test_of_two_nodes_one_set_up_wins(self):
        url = self.database()
        first = self.empty_service(url)
        first.start()
        second = self.empty_service(url, secret_file=first.data / "secret.key")
        second.start()
        nodes = [first, second]
        self.assertNotEqual(*map(self.token_of, nodes))
        statuses = []

        def run(at: int):
            with nodes[at].stranger() as plain:
                body = self.body(self.token_of(nodes[at]), adminEmail=f"admin{at}@harbour.example")
                statuses.append(plain.api("POST", "/setup", body).status)

        threads = [threading.Thread(target=run, args=(at,)) for at in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(statuses), [201, 409])
        listed = program.run_json("operator", "list", *nodes[0].place())
        self.assertEqual(len(listed["items"]), 1, json.dumps(listed))


class TestMails(MailCase):
    def test_an_admin_gets_a_test_mail_at_the_own_address(self):
        answer = by_admin(self.service, "POST", "/setup/test-mail")
        self.assertEqual(answer.status, 204, answer.body)
        mail = self.mail.wait_for(self.service.account.admin_email)[0]
        self.assertIn("http://fairlead.example", mail.link)

    def test_too_many_test_mails_are_refused(self):
        admin = person(self)
        account = self.service.account
        self.assertEqual(admin.log_in(account.admin_email, account.admin_password).status, 200)
        statuses = [admin.call("POST", "/setup/test-mail").status for _ in range(6)]
        self.assertEqual(statuses[-1], 429)
        self.assertLessEqual(statuses.count(204), 5)


if __name__ == "__main__":
    unittest.main()
