"""Ledgers with a year of facts, created once and kept. The API creates the catalogue, fact_maker the facts."""

import dataclasses
import datetime
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

from bench.floor import REPOSITORY
from bench.instance import Instance
from bench.report import rate, say
from tests.support.client import Client
from tests.support.service import Account
from tests.support.tracking import made, make_link

PROGRAM = REPOSITORY / "build/release/fact_maker"
KEPT = REPOSITORY / "build/bench"
# Must change with the contents. Folders of another version are created again.
VERSION = 2
YEAR = 2025
TIME_ZONE = "Europe/Malta"
BRANDS = 3
AFFILIATES = 200
LINKS = 2_000
CAMPAIGNS = 30
CREATIVES = 120
TERMS = {"currency": "EUR", "cpa": {"amount": "100"}, "revShare": {"rate": "25"}}
MAKE_SECONDS_MAX = 3_600


@dataclass(frozen=True)
class Recipe:
    facts: int
    foreign_percent: int
    seed: int = 1

    @property
    def folder(self) -> Path:
        return KEPT / f"reports-{VERSION}-{self.facts}-{self.foreign_percent}-{self.seed}"


@dataclass(frozen=True)
class Prepared:
    folder: Path
    account: Account

    def copy_to(self, folder: Path):
        """Copies the ledger without the analytics store, so that the kept folder does not change."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copytree(self.folder / "data", folder / "data", ignore=shutil.ignore_patterns("facts.*", "*.sock"))


def prepare(recipe: Recipe) -> Prepared:
    """Returns the folder of this recipe. Creates it if it is missing."""
    catalogue = kept(KEPT / f"catalogue-{VERSION}", make_catalogue)
    return kept(recipe.folder, lambda folder: make_facts(recipe, catalogue, folder))


def kept(folder: Path, make: Callable[[Path], Account]) -> Prepared:
    account = folder / "account.json"
    if not account.exists():
        say(f"creating {folder.name}")
        made_for = make(folder)
        # Written last: a folder without this file is incomplete.
        account.write_text(json.dumps(dataclasses.asdict(made_for)))
    return Prepared(folder, Account(**json.loads(account.read_text())))


def make_facts(recipe: Recipe, catalogue: Prepared, folder: Path) -> Account:
    catalogue.copy_to(folder)
    command = [PROGRAM, "--ledger", folder / "data/ledger.db", "--operator", catalogue.account.operator_id,
               "--facts", recipe.facts, "--foreign", recipe.foreign_percent, "--seed", recipe.seed,
               "--from", f"{YEAR}-01-01T00:00:00Z", "--to", f"{YEAR + 1}-01-01T00:00:00Z"]
    printed = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, text=True, timeout=MAKE_SECONDS_MAX,
                             check=True).stdout
    result = json.loads(printed)
    say(f"{result['blocks']:,} blocks in {result['seconds']:.0f} s ({rate(recipe.facts / result['seconds'])} facts/s), "
        f"their clicks indexed in {result['indexSeconds']:.0f} s")
    return catalogue.account


def make_catalogue(folder: Path) -> Account:
    with Instance(folder) as instance:
        with instance.client() as client:
            make_records(client, instance.account.brand_id)
            make_rates(client)
        return instance.account


def make_records(client: Client, first_brand: str):
    def make_one(path: str, **members) -> str:
        return made(client.api("POST", path, members))["id"]

    answer = client.api("PATCH", "/operator", {"timeZone": TIME_ZONE})
    if answer.status != 200:
        raise RuntimeError(f"Setting the time zone got the response {answer.status}: {answer.body!r}")
    make_one("/deals", name="Default", isDefault=True, terms=TERMS)
    brands = [first_brand] + [make_one("/brands", name=f"Brand {i}") for i in range(2, BRANDS + 1)]
    campaigns = [make_one("/campaigns", brandId=brands[i % BRANDS], name=f"Campaign {i}") for i in range(CAMPAIGNS)]
    for i in range(CREATIVES):
        make_one("/creatives", campaignId=campaigns[i % CAMPAIGNS], name=f"Creative {i}")
    affiliates = [make_one("/affiliates", name=f"Affiliate {i:03}", email=f"team{i}@affiliates.example")
                  for i in range(AFFILIATES)]
    for i in range(LINKS):
        campaign = i % CAMPAIGNS
        make_link(client, brands[campaign % BRANDS], affiliates[i % AFFILIATES], campaignId=campaigns[campaign],
                  name=f"Link {i:04}")


def make_rates(client: Client):
    """Exchange rates of USD and SEK for each day of the year."""
    for currency, base in (("USD", 9100), ("SEK", 880)):
        days = [datetime.date(YEAR, 1, 1) + datetime.timedelta(days=i) for i in range(365)]
        rates = [{"date": str(day), "from": currency, "to": "EUR", "rate": f"0.{base + i % 40:04}"}
                 for i, day in enumerate(days)]
        made(client.api("POST", "/fx-rates", {"rates": rates}))
