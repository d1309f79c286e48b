"""Support for tests of tracking: a catalogue created over the API, visitors that click, and the recorded data."""

import datetime
import uuid
from decimal import Decimal
from urllib.parse import parse_qs, quote, urlencode, urlsplit

from tests.support.client import API, Client, Response
from tests.support.events import fresh_key, hours_from_now, make_event
from tests.support.metrics import MetricsListener

CHROME = ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
          "Safari/537.36")
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0"
IPHONE = ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
          "Version/17.5 Mobile/15E148 Safari/604.1")
GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"

DESTINATION = "https://play.harbour.example/welcome"
PAGES_MAX = 1000


def moment(text: str) -> datetime.datetime:
    """A time from the API, to the microsecond."""
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def shifted(text: str, **delta: float) -> str:
    """A time from the API, moved by a number of days, seconds or microseconds."""
    return (moment(text) + datetime.timedelta(**delta)).isoformat().replace("+00:00", "Z")


def click_id_of(location: str) -> str:
    """The only click_id in a destination."""
    [click_id] = parse_qs(urlsplit(location).query)["click_id"]
    return click_id


def made(answer: Response) -> dict:
    """The resource in the response of a POST."""
    if answer.status != 201:
        raise AssertionError(f"A resource was refused with {answer.status}: {answer.body!r}")
    return answer.json()


def make_affiliate(client: Client, **members) -> dict:
    name = fresh_key("affiliate")
    return made(client.api("POST", "/affiliates", {"name": name, "email": f"{name}@affiliates.example"} | members))


def make_link(client: Client, brand: str, affiliate: str | None = None, **members) -> dict:
    """A link of this affiliate, or of a new one."""
    document = {"affiliateId": affiliate or make_affiliate(client)["id"], "brandId": brand,
                "destinationUrl": DESTINATION}
    return made(client.api("POST", "/links", document | members))


def make_creative(client: Client, brand: str, **members) -> dict:
    campaign = made(client.api("POST", "/campaigns", {"brandId": brand, "name": fresh_key("campaign")}))
    return made(client.api("POST", "/creatives", {"campaignId": campaign["id"], "name": fresh_key("creative")}
                           | members))


def click_path(link: str, **query: str) -> str:
    return f"{API}/track/click/{link}" + ("?" + urlencode(query) if query else "")


def impression_path(creative: str, **query: str) -> str:
    return f"{API}/track/impression/{creative}" + ("?" + urlencode(query) if query else "")


def listed(client: Client, path: str, **filters) -> list[dict]:
    """All items of a list, read page by page."""
    filters = {name: str(value).lower() if isinstance(value, bool) else value for name, value in filters.items()}
    items, cursor = [], None
    for _ in range(PAGES_MAX):
        query = {"limit": 200} | filters | ({"cursor": cursor} if cursor else {})
        answer = client.api("GET", f"{path}?{urlencode(query, quote_via=quote)}")
        if answer.status != 200:
            raise AssertionError(f"GET {path} {filters} answered {answer.status}: {answer.body!r}")
        page = answer.json()
        items += page["items"]
        cursor = page["nextCursor"]
        if cursor is None:
            return items
    raise AssertionError(f"GET {path} {filters} has more than {PAGES_MAX} pages.")


class Tracking:
    """A mixin for a case with a service. Visitors come through a trusted proxy, so they can have any address."""

    settings = {"trusted_proxies": "127.0.0.1/32"}

    @classmethod
    def setUpClass(cls):
        cls.metrics = MetricsListener()
        cls.settings = cls.settings | {"metrics_listen": cls.metrics.listen}
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.open_visitor()

    def open_visitor(self):
        self.visitor = self.service.stranger()
        self.addCleanup(self.visitor.close)

    def restart(self, kill: bool = False):
        """Restarts the service, gracefully or not, and connects again."""
        if kill:
            self.service.kill()
            self.service.start()
        else:
            self.service.restart()
        self.client = self.open_client()
        self.open_visitor()

    # The catalogue.

    def make(self, path: str, **members) -> dict:
        return made(self.client.api("POST", path, members))

    def change(self, path: str, **members) -> dict:
        answer = self.client.api("PATCH", path, members)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def brand(self, **members) -> str:
        """A new brand, so that last clicks of other tests are not candidates for its players."""
        return self.make("/brands", name=fresh_key("brand"), **members)["id"]

    def affiliate(self, **members) -> dict:
        return make_affiliate(self.client, **members)

    def link(self, brand: str | None = None, affiliate: str | None = None, **members) -> dict:
        return make_link(self.client, brand or self.service.account.brand_id, affiliate, **members)

    def creative(self, brand: str | None = None, **members) -> dict:
        return make_creative(self.client, brand or self.service.account.brand_id, **members)

    # Visitors.

    def visit(self, path: str, method: str = "GET", agent: str | None = CHROME, address: str | None = None,
              **headers: str) -> Response:
        """One request of a browser. Names of headers are given with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent |= {"User-Agent": agent} if agent is not None else {}
        sent |= {"X-Forwarded-For": address} if address else {}
        return self.visitor.request(method, path, headers=sent)

    def click(self, link: dict, method: str = "GET", query: dict | None = None, **visit) -> str:
        """A click that must be redirected. Returns its id."""
        answer = self.visit(click_path(link["linkId"], **(query or {})), method, **visit)
        self.assertEqual(answer.status, 302, answer.body)
        return click_id_of(answer.header("Location"))

    # Recorded data.

    def clicks(self, **filters) -> list[dict]:
        return listed(self.client, "/clicks", **filters)

    def recorded(self, click_id: str) -> dict:
        [click] = self.clicks(clickId=click_id)
        self.assertEqual(click["clickId"], click_id)
        return click

    def tracked(self) -> dict:
        """The numbers of clicks and impressions in the ledger."""
        return self.client.api("GET", "/health").json()["tracking"]

    # Players.

    def register(self, brand: str | None = None, **members) -> dict:
        """Registers a new player, by default one hour from now, and returns it as the API shows it."""
        event = make_event(brand or self.service.account.brand_id, "registration",
                           **{"player_external_ref": fresh_key("player"), "event_time": hours_from_now(1)} | members)
        self.accept(event)
        return self.player(event["player_external_ref"], event["brand_id"])

    def player(self, external_ref: str, brand: str | None = None) -> dict:
        found = [player for player in listed(self.client, "/players", externalRef=external_ref)
                 if brand is None or player["brandId"] == brand]
        self.assertEqual(len(found), 1, found)
        answer = self.client.api("GET", "/players/" + found[0]["id"])
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def why(self, player: dict) -> dict:
        answer = self.client.api("GET", f"/players/{player['id']}/why")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def assert_attributed(self, player: dict, method: str, click_id: str | None, link: dict | None):
        """Checks who brought the player, by which method and click. An organic player has no click and no link."""
        self.assertIsNotNone(player["attribution"], player)
        affiliate = link and link["affiliateId"]
        expected = {"method": method, "clickId": click_id, "affiliateId": affiliate,
                    "linkId": link and link["linkId"]}
        self.assertEqual({member: player["attribution"][member] for member in expected}, expected)
        self.assertEqual(player["affiliateId"], affiliate)

    def assert_organic(self, player: dict):
        self.assert_attributed(player, "organic", None, None)

    def assert_total(self, player: dict, event_type: str, count: int, **amounts: str):
        total = player["totals"][event_type]
        self.assertEqual(total["count"], count)
        self.assertEqual({currency: Decimal(amount) for currency, amount in total["amounts"].items()},
                         {currency: Decimal(amount) for currency, amount in amounts.items()})

    def assert_uuid7(self, text: str):
        self.assertEqual(str(uuid.UUID(text)), text)
        self.assertEqual(uuid.UUID(text).version, 7)
