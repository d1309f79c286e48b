"""Computes reports and statements from the tables of the ledger, without the service."""

import subprocess
from collections import Counter, defaultdict
from decimal import ROUND_HALF_EVEN, Decimal

from tests.fault.office import whole_time
from tests.support import program
from tests.support.ledger import Ledger
from tests.support.reports.asking import ask
from tests.support.service import Service
from tests.support.tracking import listed

VERIFY_SECONDS_MAX = 1800
CENT = Decimal("0.01")

# The newest decision counts: a click that another node records after the registration corrects the first one. A
# repeated registration is not counted.
EVENTS = ("SELECT e.event_type, e.amount, a.method, a.affiliate_id FROM events e LEFT JOIN attributions a ON "
          "a.operator_id = e.operator_id AND a.player_id = e.player_id AND a.number = (SELECT max(number) FROM "
          "attributions WHERE operator_id = e.operator_id AND player_id = e.player_id) WHERE e.operator_id = {owner} AND "
          "e.seq NOT IN (SELECT seq FROM anomalies WHERE operator_id = {owner})")
# The click that a player's registration named, and the click of the newest decision.
NAMED_CLICKS = ("SELECT e.click_id, a.click_id FROM events e JOIN attributions a ON a.operator_id = e.operator_id AND "
                "a.player_id = e.player_id AND a.number = (SELECT max(number) FROM attributions WHERE operator_id = "
                "e.operator_id AND player_id = e.player_id) WHERE e.operator_id = {owner} AND e.event_type = "
                "'registration' AND e.click_id IS NOT NULL AND e.seq NOT IN (SELECT seq FROM anomalies WHERE "
                "operator_id = {owner})")
ACCRUALS = ("SELECT affiliate_id, period, brand_id, deal_id, deal_version, component, currency, amount FROM accruals "
            "WHERE operator_id = {owner}")
TOTALS = "SELECT click_total, impression_total FROM operators WHERE operator_id = {owner}"
STATEMENTS = "SELECT statement_id, affiliate_id, period, currency, payable FROM statements WHERE operator_id = {owner}"

COUNTS = {"registration": ("registration_count",), "first_deposit": ("ftd_count", "deposit_count"),
          "deposit": ("deposit_count",), "wager_placed": ("wager_count",), "chargeback": ("chargeback_count",)}
AMOUNTS = {"first_deposit": ("ftd_amount", "deposit_amount"), "deposit": ("deposit_amount",), "ngr_update": ("ngr",),
           "chargeback": ("chargeback_amount",)}
METRICS = ["registration_count", "ftd_count", "ftd_amount", "deposit_count", "deposit_amount", "ngr", "wager_count",
           "chargeback_count", "chargeback_amount", "total_reward"]
COMPONENTS = ("cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate")


def plain(identifier: str) -> str:
    """An id in the form that SQLite prints its bytes. PostgreSQL and the API print dashes."""
    return identifier.replace("-", "")


def by_affiliate(ledger: Ledger, operator_id: str) -> dict[str, Counter]:
    """The metrics of each affiliate, of organic players and of unregistered players."""
    sums: dict[str, Counter] = defaultdict(Counter)
    for kind, amount, method, affiliate_id in ledger.select(EVENTS, operator_id):
        row = sums[plain(affiliate_id) if affiliate_id else "(organic)" if method else "(unregistered)"]
        row.update({name: 1 for name in COUNTS.get(kind, ())})
        row.update({name: Decimal(amount or 0) for name in AMOUNTS.get(kind, ())})
    for affiliate_id, *_, amount in ledger.select(ACCRUALS, operator_id):
        sums[plain(affiliate_id)]["total_reward"] += Decimal(amount)
    return sums


def report_differences(service: Service) -> list[str]:
    """Returns differences between the tables and the reports of a service that has caught up. All money is in EUR."""
    expected = by_affiliate(service.ledger(), service.account.operator_id)
    [(clicks, views)] = service.ledger().select(TOTALS, service.account.operator_id)
    with service.client() as client:
        names = {plain(item["id"]): item["name"] for item in listed(client, "/affiliates")}
        grouped = ask(client, whole_time() | {"groupKeys": ["affiliate"], "metrics": METRICS})
        totals = ask(client, whole_time() | {"groupKeys": [], "metrics": ["click_count", "banner_view_count"]})["totals"]
    shown = {row["groupKeys"]["affiliate"]: row["metrics"] for row in grouped["rows"]}
    wanted = {names.get(key, key): {name: row[name] for name in METRICS} for key, row in expected.items()}
    findings = [f"a report says {shown.get(name)} of {name}, the ledger {wanted.get(name)}"
                for name in shown.keys() | wanted.keys() if shown.get(name) != wanted.get(name)]
    if (totals["click_count"], totals["banner_view_count"]) != (int(clicks), int(views)):
        findings.append(f"a report says {totals}, the ledger {clicks} clicks and {views} views")
    return findings


def attribution_differences(clicks: list[tuple[str, ...]]) -> list[str]:
    """Returns registrations that are not attributed to the click that they named, from the rows of NAMED_CLICKS. All of
    these clicks are recorded."""
    return [f"a registration named the click {named} and is attributed to {found or 'none'}"
            for named, found in clicks if plain(named) != plain(found)]


def month_of(number: str) -> str:
    """Periods are months since the year 0."""
    return f"{int(number) // 12:04}-{int(number) % 12 + 1:02}"


def statement_differences(ledger: Ledger, operator_id: str, told: dict[str, dict]) -> list[str]:
    """Returns closed statements that are missing, repeated, not the sums of their accruals, or not as acknowledged."""
    rows = [(plain(one), plain(affiliate), month_of(period), currency, Decimal(payable))
            for one, affiliate, period, currency, payable in ledger.select(STATEMENTS, operator_id)]
    findings = [f"{place} has {count} statements" for place, count in
                Counter(row[1:4] for row in rows).items() if count > 1]
    payable = {row[0]: row[4] for row in rows}
    sums: Counter = Counter()
    for affiliate, period, brand, deal, version, component, currency, amount in ledger.select(ACCRUALS, operator_id):
        sums[plain(affiliate), month_of(period), currency, plain(brand), plain(deal), int(version), component] += \
            Decimal(amount)
    for statement_id, statement in told.items():
        if payable.get(plain(statement_id)) != Decimal(statement["payable"]):
            findings.append(f"statement {statement_id} was closed with {statement['payable']}, the ledger has "
                            f"{payable.get(plain(statement_id))}")
        findings += line_differences(statement, sums)
    return findings


def line_differences(statement: dict, sums: Counter) -> list[str]:
    """A line is the sum of its accruals, rounded half to even."""
    findings = []
    place = (plain(statement["affiliateId"]), statement["period"], statement["currency"])
    for line in statement["lines"]:
        if line["component"] not in COMPONENTS:
            continue
        key = (*place, plain(line["brandId"] or ""), plain(line["dealId"]), line["dealVersion"], line["component"])
        counted = sums[key].quantize(CENT, ROUND_HALF_EVEN)
        if counted != Decimal(line["amount"]):
            findings.append(f"{key}: the line says {line['amount']}, its accruals {sums[key]}")
    return findings


def verify(service: Service) -> list[str]:
    """The output of `fairlead verify` for a stopped service, if it does not pass."""
    done = subprocess.run([program.binary(), "verify", *service.place()], env=program.environment(),
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=VERIFY_SECONDS_MAX,
                          check=False)
    said = done.stdout[-2000:] + done.stderr[-2000:]
    return [] if done.returncode == 0 else [f"verify ended with {done.returncode}: {said}"]
