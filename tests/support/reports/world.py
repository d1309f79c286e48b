"""The catalogue of a random stream's operator: brands, affiliates, deals, creatives and links, and its visitors."""

import random
from pathlib import Path

from tests.support.client import Client
from tests.support.country_database import write_country_database
from tests.support.tracking import CHROME, DESTINATION, FIREFOX, GOOGLEBOT, IPHONE, made

ANDROID = ("Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
           "Chrome/121.0.0.0 Mobile Safari/537.36")
PEOPLE = (CHROME, FIREFOX, IPHONE, ANDROID, None)
BOT = GOOGLEBOT

NETWORKS = {"203.0.113.0/24": "DE", "198.51.100.0/24": "SE", "2001:db8::/32": "MT"}
ADDRESSES = {"203.0.113.1": "DE", "203.0.113.2": "DE", "203.0.113.77": "DE", "198.51.100.4": "SE",
             "198.51.100.5": "SE", "192.0.2.9": "", "2001:db8::1": "MT", "2001:db8::2": "MT"}

BRANDS = (
    {"name": "Lighthouse", "attributionFallback": "off"},
    {"name": 'Deep "Sea", Ltd', "attributionFallback": "off", "ngrMode": "dailyTotal"},
    {"name": "=Anchor", "attributionFallback": "lastClick"},
)

DEALS = (
    {"name": "CPA tiers", "terms": {"currency": "EUR", "cpa": {
        "amount": "100", "amountByCountry": {"DE": "120.5"}, "minFirstDeposit": "20",
        "tiers": [{"from": 2, "amount": "130.25"}], "tierMode": "whole"}}},
    {"name": "Share, tiers", "terms": {"currency": "EUR", "revShare": {
        "rate": "25", "tiers": [{"from": "1000", "rate": "30"}], "tierMode": "whole", "adminFeePercent": "10"}}},
    {"name": "Hybrid USD", "terms": {"currency": "USD", "cpa": {"amount": "50", "monthlyCap": 1, "clawback": "always"},
                                     "revShare": {"rate": "33.3333"}, "cpl": {"amount": "5.01"}}},
    {"name": "+Wagers GBP", "terms": {"currency": "GBP", "cpa": {"amount": "77.77777777", "minWagered": "10"},
                                      "cpl": {"amount": "0.00000001"}, "turnover": {"rate": "0.5"}}},
    {"name": "Fixed", "terms": {"currency": "EUR", "fixedMonthly": {"amount": "500"},
                                "revShare": {"rate": "12.5", "negativeCarryover": False}}},
    {"name": "Parents", "terms": {"currency": "USD", "subAffiliate": {"percentOfCommission": "7.5"},
                                  "revShare": {"rate": "10"}}},
)

# Name, numbers of the deals, number of the parent.
AFFILIATES = (
    ("Big Parent", [5], None), ("Other Parent", [5, 4], None), ("Twin Bets", [0], 0), ("Twin Bets", [1], 0),
    ("=SUM(A1:A9)", [2], 1), ("ünïcode ☕", [3], 1), ("alpha", [0, 1], None), ("Alpha", [2], None),
    ("Zeta", [], None), ("Fixed fee", [4], None), ('"', [3], 0), ("(none)", [], 1),
)


def write_countries(folder: Path) -> Path:
    """The database of countries for the stream's service."""
    path = folder / "countries.mmdb"
    write_country_database(path, NETWORKS)
    return path


class World:
    """Created over the API and kept as the API returned it."""

    def __init__(self, client: Client, chance: random.Random):
        self._client = client
        self._chance = chance
        self.brands = [self._make("/brands", **brand) for brand in BRANDS]
        self.deals = [self._make("/deals", effectiveFrom="2025-01-01", **deal) for deal in DEALS]
        self.affiliates = []
        for name, deals, parent in AFFILIATES:
            self.affiliates.append(self._make(
                "/affiliates", name=name, email="team@affiliates.example",
                dealIds=[self.deals[deal]["id"] for deal in deals],
                parentAffiliateId=None if parent is None else self.affiliates[parent]["id"]))
        self.sources = [self._make("/marketing-sources", affiliateId=affiliate["id"], name=name)
                        for affiliate in self.affiliates[::2] for name in ("Blog", f"Mail of {affiliate['name']}")]
        self.campaigns = [self._make("/campaigns", brandId=brand["id"], name=name)
                          for brand in self.brands for name in ("Spring", f"Cup, {brand['name']}")]
        self.creatives = [self._make("/creatives", campaignId=campaign["id"], name=name)
                          for campaign in self.campaigns for name in ("Leaderboard", "-Sky")]
        self.links = [self._link(number) for number in range(30)]
        self._names = {record["id"]: record["name"] for kind in
                       (self.brands, self.deals, self.affiliates, self.sources, self.campaigns, self.creatives)
                       for record in kind}
        self._names |= {link["linkId"]: link["name"] or link["code"] for link in self.links}

    def _make(self, path: str, **members) -> dict:
        return made(self._client.api("POST", path, members))

    def _link(self, number: int) -> dict:
        """Every affiliate has links. They refer only to records of their own affiliate and brand."""
        affiliate = self.affiliates[number % len(self.affiliates)]
        brand = self._chance.choice(self.brands)
        members = {"affiliateId": affiliate["id"], "brandId": brand["id"], "destinationUrl": DESTINATION}
        campaigns = [campaign for campaign in self.campaigns if campaign["brandId"] == brand["id"]]
        sources = [source for source in self.sources if source["affiliateId"] == affiliate["id"]]
        if self._chance.random() < 0.6:
            members["campaignId"] = self._chance.choice(campaigns)["id"]
        if self._chance.random() < 0.5:
            fitting = [members["campaignId"]] if "campaignId" in members else [one["id"] for one in campaigns]
            members["creativeId"] = self._chance.choice(
                [one["id"] for one in self.creatives if one["campaignId"] in fitting])
        if sources and self._chance.random() < 0.7:
            members["marketingSourceId"] = self._chance.choice(sources)["id"]
        if self._chance.random() < 0.5:
            members["geoTarget"] = self._chance.choice(("DE", "AT", "SE"))
        if self._chance.random() < 0.6:
            members["name"] = self._chance.choice(("Banner", "Footer", "@home", "1", f"Link {number}"))
        return self._make("/links", **members)

    def name(self, identifier: str) -> str:
        return self._names[identifier]

    def campaign_of_creative(self, creative: str) -> str:
        return next(one["campaignId"] for one in self.creatives if one["id"] == creative)

    def brand_of_creative(self, creative: str) -> str:
        campaign = self.campaign_of_creative(creative)
        return next(one["brandId"] for one in self.campaigns if one["id"] == campaign)

    def links_of(self, affiliate: str) -> list[dict]:
        return [link for link in self.links if link["affiliateId"] == affiliate]
