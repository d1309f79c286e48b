"""The content of an analytics store, and the content that follows from the tables of the ledger."""

import json
import os
import subprocess
from collections import Counter
from decimal import Decimal
from pathlib import Path

from tests.support.ledger import Ledger
from tests.support.program import REPOSITORY
from tests.support.service import Service

PROGRAM = Path(os.environ.get("FAIRLEAD_FACT_SUMS", REPOSITORY / "build/release/fact_sums"))

# The stored codes of domain/reporting/fact_row.hpp.
EVENT_TYPES = ("registration", "first_deposit", "deposit", "ngr_update", "chargeback", "withdrawal", "bonus",
               "wager_placed", "wager_settled", "kyc_verified", "self_exclusion", "player_blocked")
COMPONENTS = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate", "turnover")
KINDS = ({1: "click", 2: "impression"} | {16 + i: name for i, name in enumerate(EVENT_TYPES)}
         | {64 + i: name for i, name in enumerate(COMPONENTS)})

TOTALS = "SELECT click_total, impression_total FROM operators WHERE operator_id = {owner}"
# A repeated registration or first deposit is not counted.
EVENTS = ("SELECT event_type, currency, amount FROM events WHERE operator_id = {owner} AND event_id NOT IN "
          "(SELECT event_id FROM anomalies WHERE operator_id = {owner})")
ACCRUALS = "SELECT component, currency, amount FROM accruals WHERE operator_id = {owner}"

Sums = dict[tuple[str, str], tuple[int, Decimal]]


def recorded(ledger: Ledger, operator_id: str) -> Sums:
    """Weights and amounts by kind and currency, only amounts for commission. Every click must be counted."""
    [(clicks, impressions)] = ledger.select(TOTALS, operator_id)
    weights = Counter({("click", ""): int(clicks), ("impression", ""): int(impressions)})
    amounts: dict[tuple[str, str], Decimal] = {}
    for query, weight in ((EVENTS, 1), (ACCRUALS, 0)):
        for kind, currency, amount in ledger.select(query, operator_id):
            weights[kind, currency] += weight
            amounts[kind, currency] = amounts.get((kind, currency), Decimal(0)) + Decimal(amount or 0)
    sums = {key: (weights[key], amounts.get(key, Decimal(0))) for key in weights.keys() | amounts.keys()}
    return {key: value for key, value in sums.items() if value != (0, 0)}


def stored(service: Service) -> Sums:
    """Reads the store of a stopped service."""
    url = service.facts_url or f"duckdb:{service.facts_file}"
    done = subprocess.run([PROGRAM, url, service.account.operator_id], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"The store cannot be read: {done.stderr}")
    sums = {}
    for row in json.loads(done.stdout):
        kind = KINDS[row["kind"]]
        sums[kind, row["currency"]] = (0 if kind in COMPONENTS else row["weight"], Decimal(row["amount"]))
    return {key: value for key, value in sums.items() if value != (0, 0)}


def differences(service: Service) -> list[str]:
    """Returns the differences between the store of a stopped service and its ledger."""
    expected, found = recorded(service.ledger(), service.account.operator_id), stored(service)
    return [f"{kind} {currency}: recorded {expected.get((kind, currency))}, in the store {found.get((kind, currency))}"
            for kind, currency in sorted(expected.keys() | found.keys())
            if expected.get((kind, currency)) != found.get((kind, currency))]
