"""Creates brands, affiliates, links and deals over the management API."""

import datetime
import uuid

from tests.support.case import ServiceCase
from tests.support.client import Client
from tests.support.service import Account


class CatalogueCase(ServiceCase):
    """A service with two operators, and short methods that create their resources."""

    rival_account: Account

    @classmethod
    def prepare(cls):
        cls.service.stop()
        cls.rival_account = cls.service.init("Rival Gaming")
        cls.service.start()

    def setUp(self):
        super().setUp()
        self.rival = self.open_client(self.rival_account.api_key)
        self.brand_id = self.service.account.brand_id

    def make(self, path: str, client: Client | None = None, /, **members) -> dict:
        """Creates a resource and checks that the service accepts it."""
        answer = (client or self.client).api("POST", path, members)
        self.assertEqual(answer.status, 201, answer.body)
        return answer.json()

    def affiliate(self, client: Client | None = None, /, **members) -> dict:
        return self.make("/affiliates", client, **({"name": "Best Bets", "email": "team@bets.example"} | members))

    def brand(self, client: Client | None = None, /, **members) -> dict:
        return self.make("/brands", client, **({"name": "Lighthouse"} | members))

    def campaign(self, client: Client | None = None, /, **members) -> dict:
        brand_id = self.rival_account.brand_id if client is self.rival else self.brand_id
        return self.make("/campaigns", client, **({"brandId": brand_id, "name": "Spring"} | members))

    def creative(self, client: Client | None = None, /, **members) -> dict:
        campaign_id = members.pop("campaignId", None) or self.campaign(client)["id"]
        return self.make("/creatives", client, **({"campaignId": campaign_id, "name": "Leaderboard"} | members))

    def source(self, client: Client | None = None, /, **members) -> dict:
        affiliate_id = members.pop("affiliateId", None) or self.affiliate(client)["id"]
        return self.make("/marketing-sources", client, **({"affiliateId": affiliate_id, "name": "Blog"} | members))

    def landing_page(self, client: Client | None = None, /, **members) -> dict:
        """A landing page of a new brand whose website has the page's host."""
        brand_id = members.pop("brandId", None) or self.brand(client, websiteUrl="https://casino.example")["id"]
        least = {"brandId": brand_id, "name": "Welcome", "url": "https://casino.example/welcome"}
        return self.make("/landing-pages", client, **(least | members))

    def link(self, client: Client | None = None, /, **members) -> dict:
        affiliate_id = members.pop("affiliateId", None) or self.affiliate(client)["id"]
        brand_id = self.rival_account.brand_id if client is self.rival else self.brand_id
        least = {"affiliateId": affiliate_id, "brandId": brand_id, "destinationUrl": "https://casino.example/join"}
        return self.make("/links", client, **(least | members))

    def deal(self, client: Client | None = None, /, **members) -> dict:
        least = {"name": "CPA 100", "terms": {"currency": "EUR", "cpa": {"amount": "100"}}}
        return self.make("/deals", client, **(least | members))

    def postback(self, client: Client | None = None, /, **members) -> dict:
        affiliate_id = members.pop("affiliateId", None) or self.affiliate(client)["id"]
        least = {"affiliateId": affiliate_id, "name": "Tracker", "triggers": ["registration"],
                 "url": "https://tracker.example/p?id={click_id}"}
        return self.make("/postbacks", client, **(least | members))

    def webhook(self, client=None, /, **members) -> dict:
        least = {"url": "http://127.0.0.1:9/hook", "types": ["statement.paid"]}
        return self.make("/webhooks", client, **(least | members))

    def preset(self, client: Client | None = None, /, **members) -> dict:
        least = {"name": "Daily numbers", "groupKeys": ["date"], "metrics": ["click_count"]}
        return self.make("/report-presets", client, **(least | members))

    def schedule(self, client: Client | None = None, /, **members) -> dict:
        preset = members.pop("presetId", None) or self.preset(client)["id"]
        # Half a day away, so that only the test sends the report.
        hour = (datetime.datetime.now(datetime.timezone.utc).hour + 12) % 24
        least = {"presetId": preset, "frequency": "daily", "hour": hour, "url": "http://127.0.0.1:9/reports"}
        return self.make("/report-schedules", client, **(least | members))

    def change(self, path: str, **members) -> dict:
        """Changes a resource, and checks that the service accepts the change and returns it afterwards."""
        answer = self.client.api("PATCH", path, members)
        self.assertEqual(answer.status, 200, answer.body)
        self.assertEqual(self.client.api("GET", path).json(), answer.json())
        return answer.json()

    def items(self, path: str, query: str = "") -> list[dict]:
        answer = self.client.api("GET", f"{path}?{query}")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["items"]

    def assert_every_refused(self, path: str, least: dict, wrong: list[tuple]):
        """Each invalid member is refused with its pointer by PATCH and, for a path with an id, by POST."""
        collection = path.rsplit("/", 1)[0] if path.count("/") > 1 else None
        for member, value, *pointer in wrong:
            with self.subTest(member, value=value):
                expected = pointer[0] if pointer else "/" + member
                self.assert_refused(self.client.api("PATCH", path, {member: value}), expected)
                if collection:
                    self.assert_refused(self.client.api("POST", collection, least | {member: value}), expected)

    def assert_foreign(self, path: str, **change):
        """Checks that another operator can neither read nor change it, and gets the response for an unknown id."""
        collection = path.rsplit("/", 1)[0]
        for client, target in ((self.rival, path), (self.client, f"{collection}/{uuid.uuid4()}"),
                               (self.client, f"{collection}/nothing")):
            with self.subTest(target):
                self.assert_problem(client.api("GET", target), 404)
                self.assert_problem(client.api("PATCH", target, change), 404)
        listed = self.rival.api("GET", collection + "?limit=200").json()["items"]
        self.assertNotIn(path.rsplit("/", 1)[1], [item.get("id") or item.get("linkId") for item in listed])


class CatalogueOnPostgres(CatalogueCase):
    engine = "postgres"
