"""`serve --demo`: it creates data that verifies, adds live activity, and refuses a folder with real data."""

import subprocess
import unittest
import urllib.request
from datetime import date, timedelta

from tests.support import program
from tests.support.demo import Demo
from tests.support.service import Service
from tests.support.waiting import wait_until

# Long enough that two months are closed and one of them is paid, on any day of the year.
DAYS = 95
STATUSES = ("open", "closed", "approved", "paid", "onHold")
COMPONENTS = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate")
METRICS = ["banner_view_count", "click_count", "registration_count", "ftd_count", "deposit_amount", "total_reward"]


class TheDemo(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.demo = Demo.create(DAYS)
        cls.addClassCleanup(cls.demo.close)
        cls.demo.start()

    def setUp(self):
        self.client = self.demo.client()
        self.addCleanup(self.client.close)

    def get(self, path: str) -> dict:
        answer = self.client.api("GET", path)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def items(self, path: str) -> list[dict]:
        return self.get(path)["items"]

    def report(self, *group_keys: str, start: date | None = None) -> dict:
        start = start or date.today() - timedelta(days=DAYS + 2)
        answer = self.client.api("POST", "/reports/query", {
            "groupKeys": list(group_keys), "metrics": METRICS, "startDate": str(start),
            "endDate": str(date.today() + timedelta(days=1))})
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def clicks(self) -> int:
        return self.get("/health")["tracking"]["clicks"]

    # The created data.

    def test_there_are_affiliates_of_every_kind(self):
        affiliates = self.items("/affiliates?limit=200")
        self.assertGreaterEqual(len(affiliates), 12)
        self.assertEqual({a["status"] for a in affiliates}, {"approved", "pending", "suspended"})
        self.assertGreaterEqual(sum(a["parentAffiliateId"] is not None for a in affiliates), 2)
        self.assertEqual({b["name"] for b in self.items("/brands")}, {"Northwind Casino", "Harbour Bet"})

    def test_a_fraud_rule_finds_the_network_with_few_addresses(self):
        rules = {rule["name"]: rule for rule in self.items("/fraud-rules")}
        self.assertEqual([rule["status"] for rule in rules.values()].count("active"), 2)
        rule = rules["Many clicks from one address"]["id"]
        found = wait_until(lambda: self.items("/fraud-signals?limit=200&ruleId=" + rule), "the rule finds something")
        names = {affiliate["id"]: affiliate["name"] for affiliate in self.items("/affiliates?limit=200")}
        self.assertEqual({names[signal["affiliateId"]] for signal in found}, {"ClickStorm Network"})

    def test_deals_have_versions_and_every_component_has_paid(self):
        deals = self.items("/deals?limit=200")
        self.assertGreater(max(deal["version"] for deal in deals), 1)
        for component in COMPONENTS:
            with self.subTest(component):
                self.assertTrue(self.items(f"/accruals?component={component}"))

    def test_there_are_statements_of_every_status(self):
        for status in STATUSES:
            with self.subTest(status):
                self.assertTrue(self.items(f"/statements?status={status}"))

    def test_health_lists_findings(self):
        health = self.get("/health")
        self.assertGreater(health["anomalies"]["count"], 0)
        self.assertGreater(health["differingDuplicates"]["count"], 0)
        self.assertGreater(health["unpriced"]["count"], 0)
        self.assertEqual({item["from"] for item in health["unpriced"]["items"]}, {"NOK"})

    def test_reports_show_realistic_proportions(self):
        report = self.report("affiliate")
        totals = report["totals"]
        for metric in METRICS:
            self.assertGreater(totals[metric], 0, metric)
        self.assertGreater(totals["banner_view_count"], totals["click_count"])
        self.assertGreater(totals["click_count"], 10 * totals["registration_count"])
        self.assertGreater(totals["registration_count"], 2 * totals["ftd_count"])
        rows = {row["groupKeys"]["affiliate"]: row["metrics"] for row in report["rows"]}
        self.assertEqual(max(rows, key=lambda name: rows[name]["click_count"]), "Nordlicht Media")
        self.assertNotIn("Fresh Start Media", rows)
        fraud = rows["ClickStorm Network"]
        self.assertGreater(fraud["click_count"], 100 * fraud["ftd_count"])
        self.assertIn("(organic)", rows)

    def test_it_covers_every_day_until_today(self):
        days = [row["groupKeys"]["date"] for row in self.report("date")["rows"]]
        self.assertGreaterEqual(len(days), DAYS)

    def test_the_printed_instructions_work(self):
        brand = self.demo.account.brand_id
        curl = "curl -i" + self.demo.welcome.split("curl -i")[1]
        done = subprocess.run(["bash", "-c", "curl -s" + curl.removeprefix("curl")], capture_output=True, text=True,
                              timeout=60, check=True)
        self.assertIn("202 Accepted", done.stdout)
        self.assertIn(brand, curl)
        with urllib.request.urlopen(self.demo.printed(r"Report +(\S+)"), timeout=60) as answer:
            self.assertTrue(answer.read().decode().startswith("affiliate,"))

    def test_every_printed_user_can_log_in(self):
        emails = [word for word in self.demo.welcome.split() if "@" in word]
        self.assertEqual(len(emails), 7)
        for email in emails:
            with self.subTest(email), self.demo.stranger() as browser:
                answer = browser.api("POST", "/auth/login", {"email": email, "password": self.demo.account.admin_password},
                                     {"Sec-Fetch-Site": "same-origin"})
                self.assertEqual(answer.status, 200, answer.body)

    def test_images_come_from_the_service_itself(self):
        pictures = [c["imageUrl"] for c in self.items("/creatives?limit=200") if c["type"] == "banner"]
        pictures.append(self.get("/operator")["portal"]["logoUrl"])
        for url in pictures:
            self.assertTrue(url.startswith(self.demo.url() + "/demo/"), url)
            answer = self.client.request("GET", url.removeprefix(self.demo.url()))
            self.assertEqual((answer.status, answer.header("Content-Type")), (200, "image/svg+xml"))
            self.assertTrue(answer.body.startswith(b"<svg "))
        self.assertEqual(self.client.request("GET", "/demo/other.svg").status, 404)

    # After the start.

    def test_new_activity_arrives(self):
        before = self.clicks()
        wait_until(lambda: self.clicks() > before, "a new click arrives", 120, 0.5)

    def test_the_created_data_verifies_and_is_not_created_again(self):
        """In this order: the record is recomputed, and the next start continues from the end of this one."""
        affiliates, clicks = len(self.items("/affiliates?limit=200")), self.clicks()
        self.client.close()
        self.assertEqual(self.demo.stop(), 0)
        verified = program.run_json("verify", *self.demo.place())
        self.assertEqual(verified["differences"], 0, verified["found"])
        self.assertGreater(verified["statements"], 10)
        self.demo.start()
        self.assertEqual(len(self.items("/affiliates?limit=200")), affiliates)
        self.assertGreaterEqual(self.clicks(), clicks)
        self.assertLess(self.clicks(), clicks * 1.2)
        first_month = str(date.today() - timedelta(days=DAYS + 1))[:7]
        self.assertGreaterEqual(min(s["period"] for s in self.items("/statements?limit=200")), first_month)


class AnInterruptedDemo(unittest.TestCase):
    def test_a_history_that_was_interrupted_is_finished_by_the_next_start(self):
        days_wanted = 20
        demo = Demo.create(days_wanted)
        self.addCleanup(demo.close)
        demo.spawn()
        wait_until(lambda: '"firstDay"' in self.state(demo) and "demo: " in demo.log_tail(), "it starts", 120)
        self.assertEqual(demo.stop(), 0)
        demo.start()
        with demo.client() as client:
            days = client.api("POST", "/reports/query", {
                "groupKeys": ["date"], "metrics": ["click_count"],
                "startDate": str(date.today() - timedelta(days=days_wanted + 2)),
                "endDate": str(date.today() + timedelta(days=1))}).json()["rows"]
        self.assertGreaterEqual(len(days), days_wanted)

    @staticmethod
    def state(demo: Demo) -> str:
        path = demo.data / "demo.json"
        return path.read_text() if path.exists() else ""


class RealData(unittest.TestCase):
    def test_a_folder_with_another_operator_is_refused(self):
        with Service.create() as service:
            done = program.run("serve", *service.place(), "--listen", "127.0.0.1:0", "--demo")
            self.assertEqual(done.returncode, 1)
            self.assertIn("not the demo's", done.stderr)
            self.assertEqual(done.stdout, "")
            service.start()
            with service.client() as client:
                self.assertEqual(client.api("GET", "/affiliates").json()["items"], [])
                self.assertEqual(client.request("GET", "/demo/logo.svg").status, 404)


if __name__ == "__main__":
    unittest.main()
