"""Sends deals, players and their events over HTTP, and reads the commission."""

import uuid
from decimal import Decimal

from tests.support.catalogue import CatalogueCase
from tests.support.events import fresh_key


class CommissionCase(CatalogueCase):
    """Short methods that create affiliates with deals and players, and read the results."""

    def paid_affiliate(self, terms: dict, deal: dict | None = None, **members) -> dict:
        """Creates an affiliate with one deal of its own. The currency is EUR unless the terms name another."""
        made = self.deal(**({"name": fresh_key("deal"), "terms": {"currency": "EUR"} | terms} | (deal or {})))
        return self.affiliate(**({"name": fresh_key("affiliate"), "dealIds": [made["id"]]} | members))

    def click(self, affiliate: dict, brand_id: str | None = None) -> str:
        link = self.link(affiliateId=affiliate["id"], **({"brandId": brand_id} if brand_id else {}))
        answer = self.client.api("GET", "/track/click/" + link["linkId"])
        return answer.header("Location").split("click_id=")[1].split("&")[0]

    def player(self, affiliate: dict, at: str = "2026-03-01T00:00:00Z", **members) -> str:
        """Registers a player of the affiliate and returns the player's external reference."""
        player = fresh_key("player")
        named = {"click_id": self.click(affiliate, members.get("brand_id"))}
        self.accept(self.event("registration", player_external_ref=player, event_time=at, **(named | members)))
        return player

    def send(self, player: str, event_type: str, amount: str, at: str = "2026-03-10T12:00:00Z", **members) -> str:
        """Sends an event with an amount and returns its id."""
        money = {"amount": amount, "currency": "EUR"}
        return self.accept(self.event(event_type, player_external_ref=player, event_time=at, **(money | members)))

    def player_id(self, player: str) -> str:
        return self.items("/players", "externalRef=" + player)[0]["id"]

    def accruals(self, affiliate: dict, query: str = "") -> list[dict]:
        """The accruals of the affiliate, oldest first."""
        more = "&" + query if query else ""
        return self.items("/accruals", f"limit=200&affiliateId={affiliate['id']}{more}")[::-1]

    def amounts(self, affiliate: dict, query: str = "") -> list[str]:
        return [accrual["amount"] for accrual in self.accruals(affiliate, query)]

    def preview(self, affiliate: dict, period: str) -> list[dict]:
        return self.items("/statements", f"affiliateId={affiliate['id']}&period={period}")

    def close(self, affiliate: dict, period: str, status: int = 201, **members) -> list[dict]:
        body = {"period": period, "affiliateId": affiliate["id"]} | members
        answer = self.client.api("POST", "/statements/close", body)
        self.assertEqual(answer.status, status, answer.body)
        return answer.json().get("items", [])

    def close_one(self, affiliate: dict, period: str) -> dict:
        """Closes a month that has one statement, and checks that the preview was the same."""
        previews = self.preview(affiliate, period)
        closed = self.close(affiliate, period)
        self.assertEqual(len(closed), 1, closed)
        self.assertEqual([(one["id"], one["lines"], one["payable"]) for one in previews],
                         [(one["id"], one["lines"], one["payable"]) for one in closed])
        self.assertEqual(sum(Decimal(line["amount"]) for line in closed[0]["lines"]), Decimal(closed[0]["payable"]))
        return closed[0]

    def lines(self, statement: dict) -> list[tuple[str, str]]:
        return [(line["component"], line["amount"]) for line in statement["lines"]]

    def explain(self, accrual: dict) -> dict:
        answer = self.client.api("GET", f"/accruals/{accrual['id']}/explain")
        self.assertEqual(answer.status, 200, answer.body)
        return answer.json()

    def store_rate(self, date: str, rate: str, source: str = "USD", to: str = "EUR"):
        answer = self.client.api("POST", "/fx-rates", {"date": date, "from": source, "to": to, "rate": rate})
        self.assertEqual(answer.status, 201, answer.body)

    @staticmethod
    def unknown_id() -> str:
        return str(uuid.uuid4())


class CommissionOnPostgres(CommissionCase):
    engine = "postgres"
