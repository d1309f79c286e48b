"""The deals of a benchmark: a default deal, and affiliates with one click each to which players are attributed."""

from dataclasses import dataclass
from pathlib import Path

from bench.instance import Instance
from tests.support.client import Client
from tests.support.tracking import CHROME, click_id_of, click_path, made, make_link

AFFILIATES = 100
TERMS = {
    "currency": "EUR",
    "cpa": {"amount": "100", "amountByCountry": {"DE": "120"}, "minFirstDeposit": "20", "qualifyWithinDays": 30},
    "revShare": {"rate": "25", "tiers": [{"from": "10000", "rate": "30"}, {"from": "50000", "rate": "35"}],
                 "adminFeePercent": "10"},
}
# One of ten events of the load is a first deposit that qualifies, and five are NGR updates.
ACCRUALS_PER_EVENT = 0.6


@dataclass(frozen=True)
class Deals:
    affiliates: int
    clicks: Path  # A file with the id of a click on each line.


def make_deals(instance: Instance, affiliates: int = AFFILIATES) -> Deals:
    clicks = instance.data.parent / "clicks"
    with instance.client(instance.key) as client, open(clicks, "w") as lines:
        made(client.api("POST", "/deals", {"name": "Default", "isDefault": True, "terms": TERMS}))
        lines.writelines(click(client, instance.account.brand_id) + "\n" for _ in range(affiliates))
    return Deals(affiliates, clicks)


def click(client: Client, brand: str) -> str:
    """Records a click on a link of a new affiliate. Returns its id."""
    path = click_path(make_link(client, brand)["linkId"])
    return click_id_of(client.request("GET", path, headers={"User-Agent": CHROME}).header("Location"))
