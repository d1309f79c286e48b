"""The base of suites that send postbacks to a receiver of their own."""

from tests.support.catalogue import CatalogueCase
from tests.support.events import fresh_key
from tests.support.receiver import Receiver
from tests.support.tracking import click_id_of
from tests.support.waiting import wait_until

ALL = ["registration", "firstDeposit", "deposit", "qualified", "commission", "reversal"]
LOOPBACK = {"outbox_allow_networks": "127.0.0.0/8"}
QUERY = ("event={event}&event_id={event_id}&click={click_id}&sub1={sub1}&player={player}&amount={amount}"
         "&currency={currency}&commission={commission}&brand={brand}&reverses={reverses}&message={message_id}")


class PostbackCase(CatalogueCase):
    settings = LOOPBACK

    def setUp(self):
        super().setUp()
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)
        self.deal_id = self.deal()["id"]
        self.affiliate_id = self.affiliate(dealIds=[self.deal_id])["id"]
        self.own_link = self.link(affiliateId=self.affiliate_id)

    def postback(self, client=None, /, **members) -> dict:
        least = {"affiliateId": self.affiliate_id, "name": "Tracker", "triggers": ALL,
                 "url": self.receiver.url + "/p?" + QUERY}
        return self.make("/postbacks", client, **(least | members))

    def bring(self, link: dict | None = None, country: str | None = None, **query: str) -> str:
        """A player that the affiliate brings, by its reference."""
        link = link or self.own_link
        parameters = "&".join(f"{name}={value}" for name, value in query.items())
        answer = self.client.api("GET", f"/track/click/{link['linkId']}?{parameters}")
        player = fresh_key()
        self.click = click_id_of(answer.header("Location"))
        more = {"country": country} if country else {}
        self.accept(self.event("registration", player_external_ref=player, click_id=self.click, brand_id=link["brandId"], **more))
        return player

    def pay(self, player: str, event_type: str = "first_deposit", amount: str = "20") -> str:
        return self.accept(self.event(event_type, player_external_ref=player, amount=amount, currency="EUR"))

    def reassign(self, player: str, affiliate_id: str | None, **members):
        [known] = self.client.api("GET", f"/players?externalRef={player}").json()["items"]
        wanted = {"affiliateId": affiliate_id, "reason": "proof"} | members
        moved = self.client.api("POST", f"/players/{known['id']}/reassign", wanted)
        self.assertIn(moved.status, (200, 201), moved.body)

    def received(self, count: int) -> list:
        return wait_until(lambda: self.receiver.received if len(self.receiver.received) >= count else None,
                          f"{count} messages, of which {len(self.receiver.received)} came")

    def deliveries(self, **filters) -> list[dict]:
        query = "&".join(f"{name}={value}" for name, value in filters.items())
        answer = self.client.api("GET", "/deliveries?limit=200&" + query)
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()["items"]

    def when_delivered(self, **filters) -> list[dict]:
        def all_done():
            items = self.deliveries(**filters)
            return items if items and all(item["status"] == "delivered" for item in items) else None
        return wait_until(all_done, "every message is delivered")
