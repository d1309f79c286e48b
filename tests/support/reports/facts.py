"""Computes the facts from a journal and the lists of the API."""

from datetime import datetime
from decimal import Decimal

from tests.support.client import Client
from tests.support.reports.clock import moment
from tests.support.reports.naive import NOTHING, ORGANIC, UNREGISTERED, Fact, Named
from tests.support.reports.stream import Stream
from tests.support.reports.world import ADDRESSES
from tests.support.tracking import listed

QUALIFYING = ("earned", "capped")


class Facts:
    """The journal gives what was sent; the API gives what the engine decided (commission, last clicks)."""

    def __init__(self, stream: Stream, client: Client | None = None):
        self._world = stream.world
        self._journal = stream.journal
        client = client or stream.client
        self._clicks = {click["clickId"]: click for click in listed(client, "/clicks")}
        self._players = {(one["brandId"], one["externalRef"]): one for one in listed(client, "/players")}
        self._accruals = listed(client, "/accruals")
        self._deals = {key: self._find_deal(client, one["id"]) for key, one in self._players.items() if one["affiliateId"]}
        self._sent = {event_id: event for event_id, event in self._journal.events}
        self._registrations = {self._key(event): event for _, event in reversed(self._journal.events)
                               if event["event_type"] == "registration"}
        self._sent_clicks = {click["id"]: click for click in self._journal.clicks}
        self._agents = {click["agent"]: self._clicks[click["id"]] for click in self._journal.clicks}

    def all(self) -> list[Fact]:
        return [*self._of_clicks(), *self._of_impressions(), *self._of_events(), *self._of_rewards()]

    # Origins.

    def _named(self, identifier: str | None) -> Named:
        return Named(identifier, self._world.name(identifier)) if identifier else NOTHING

    def _by_link(self, link: dict) -> tuple[dict, dict]:
        """The records and texts of a link. A link without a campaign uses the campaign of its creative."""
        campaign = link["campaignId"]
        if not campaign and link["creativeId"]:
            campaign = self._world.campaign_of_creative(link["creativeId"])
        named = {"affiliate": link["affiliateId"], "link": link["linkId"], "campaign": campaign,
                 "creative": link["creativeId"], "source": link["marketingSourceId"]}
        return ({key: self._named(identifier) for key, identifier in named.items()},
                {"geoTarget": link["geoTarget"] or ""})

    def _by_agent(self, agent: str | None) -> dict:
        return {key: self._agents[agent][key] or "" for key in ("device", "os", "browser")}

    def _by_click(self, click_id: str) -> tuple[dict, dict]:
        sent = self._sent_clicks[click_id]
        records, texts = self._by_link(sent["link"])
        return records, texts | self._by_agent(sent["agent"]) | sent["subs"]

    @staticmethod
    def _find_deal(client: Client, player_id: str) -> str | None:
        deals = client.api("GET", f"/players/{player_id}/why").json()["deals"]
        return next((deal["deal"] for deal in deals if deal["applies"]), None)

    def _deal_of(self, key: tuple[str, str]) -> Named:
        return self._named(self._deals.get(key))

    # Visitors.

    def _of_clicks(self):
        for click in self._journal.clicks:
            listed_click = self._clicks[click["id"]]
            if not listed_click["counted"]:
                continue
            records, texts = self._by_click(click["id"])
            yield Fact("click", moment(listed_click["recordedAt"]),
                       records=records | {"brand": self._named(click["link"]["brandId"])},
                       texts=texts | {"country": ADDRESSES[click["address"]]},
                       visitor=(click["address"], click["agent"]))

    def _of_impressions(self):
        for seen in self._journal.impressions:
            records, texts = {}, {}
            if seen["link"]:
                records, texts = self._by_link(seen["link"])
            elif seen["affiliate"]:
                records = {"affiliate": self._named(seen["affiliate"]["id"])}
            creative = seen["creative"]
            records |= {"brand": self._named(self._world.brand_of_creative(creative)),
                        "creative": self._named(creative),
                        "campaign": self._named(self._world.campaign_of_creative(creative))}
            # Counted per hour.
            hour = seen["time"].replace(minute=0, second=0, microsecond=0)
            yield Fact("impression", hour, records=records,
                       texts=texts | self._by_agent(seen["agent"]) | {"country": ADDRESSES[seen["address"]]})

    # Players.

    def _key(self, event: dict) -> tuple[str, str]:
        return event["brand_id"], event["player_external_ref"]

    def _player_named(self, key: tuple[str, str]) -> Named:
        return Named(self._players[key]["id"], key[1])

    def _country(self, key: tuple[str, str]) -> str:
        """The country of the registration, otherwise of its click."""
        registration = self._registrations[key]
        click_id = self._tenures(key)[0].get("click")
        return registration.get("country") or (click_id and ADDRESSES[self._sent_clicks[click_id]["address"]]) or ""

    def _tenures(self, key: tuple[str, str]) -> list[dict]:
        player = self._players[key]
        now = {"affiliate": player["affiliateId"], "click": (player["attribution"] or {}).get("clickId")}
        return self._journal.tenures.get(key, [now])

    def _origin(self, tenure: dict) -> tuple[dict, dict]:
        if tenure.get("manual"):
            by_link = self._by_link(tenure["link"]) if tenure["link"] else ({}, {})
            return {"affiliate": self._named(tenure["affiliate"])} | by_link[0], by_link[1]
        return self._by_click(tenure["click"]) if tenure["click"] else ({"affiliate": ORGANIC}, {})

    def _of_events(self):
        milestones = set()
        totals = {}  # Days whose latest total replaces the earlier ones.
        for _, event in self._journal.events:
            key, event_type = self._key(event), event["event_type"]
            if event_type in ("registration", "first_deposit"):
                if (key, event_type) in milestones:
                    continue
                milestones.add((key, event_type))
            amount = self._adds(event, totals)
            if self._players[key]["registeredAt"]:
                records, texts = self._origin(self._tenures(key)[-1])
                records = records | {"deal": self._deal_of(key)}
                country = self._country(key)
            else:
                records, texts, country = {"affiliate": UNREGISTERED}, {}, event.get("country", "")
            yield Fact(event_type, moment(event["event_time"]), amount=amount,
                       records=records | {"brand": self._named(event["brand_id"]), "player": self._player_named(key)},
                       texts=texts | labels_of(event) | {"country": country, "eventType": event_type,
                                                         "currency": event.get("currency", "")})

    def _adds(self, event: dict, totals: dict) -> Decimal:
        """The amount that an event adds to its metric."""
        amount = Decimal(event.get("amount", "0"))
        brand = next(one for one in self._world.brands if one["id"] == event["brand_id"])
        if event["event_type"] != "ngr_update" or brand["ngrMode"] == "delta":
            return amount
        time = moment(event["event_time"])
        day = (self._key(event), event["currency"], time.date())
        latest, total = totals.get(day, (time, Decimal(0)))
        if time < latest:
            return Decimal(0)
        totals[day] = (time, amount)
        return amount - total

    # Commission.

    def _of_rewards(self):
        keys = {player["id"]: key for key, player in self._players.items()}
        for accrual in self._accruals:
            if accrual["status"] == "unpriced":
                continue
            key = keys.get(accrual["playerId"])
            records, texts = {"affiliate": self._named(accrual["affiliateId"])}, {}
            weight = 0
            if key:
                texts = {"country": self._country(key)}
                event = self._sent.get(accrual["eventId"])
                if event and self._key(event) == key:
                    texts |= labels_of(event)
            if key and accrual["component"] != "subAffiliate":
                number = self._tenure_of(accrual, key)
                by_origin = self._origin(self._tenures(key)[number])
                records, texts = by_origin[0], texts | by_origin[1]
                # An affiliate that lost the player has also lost its qualification.
                qualifies = accrual["component"] == "cpa" and accrual["reason"] in QUALIFYING
                weight = int(qualifies and number == -1)
            records = records | {"brand": self._named(accrual["brandId"]), "deal": self._named(accrual["dealId"])}
            if key:
                records["player"] = self._player_named(key)
            yield Fact(accrual["component"], moment(accrual["eventTime"]), weight, Decimal(accrual["amount"]), records,
                       texts | {"currency": accrual["currency"], "period": accrual["period"]})

    def _tenure_of(self, accrual: dict, key: tuple[str, str]) -> int:
        """The number of the tenure of this player; -1 is the current one."""
        for number, tenure in enumerate(self._tenures(key)[:-1]):
            if accrual["id"] in tenure["accruals"]:
                return number
        return -1


def labels_of(event: dict) -> dict:
    return {name: event[name] for name in ("product", "game") if name in event}


def span_of(facts: list[Fact]) -> tuple[str, str]:
    """A range of days from before the first fact to after the last, in any time zone."""
    times: list[datetime] = [fact.time for fact in facts]
    return min(times).date().replace(day=1).isoformat(), max(times).date().replace(month=12, day=31).isoformat()
