"""The formulas of CPA (docs/commission.md §2.3, §2.5 and §6.5), for the oracle."""

from datetime import timedelta

from tests.property.commission.exact import scaled

CAP, COUNTRY, TIER, FIRST_DEPOSIT = "cap", "country", "tier", "first deposit"
DEPOSITS = ("first_deposit", "deposit")
EVENT_OF_REQUIREMENT = {"kycVerified": "kyc_verified"}
EVENT_OF_EXCLUSION = {"selfExcluded": "self_exclusion", "blocked": "player_blocked"}


def first_deposit_of(stint):
    return next((entry for entry in stint.money if entry.type == "first_deposit"), None)


def is_in_time(stint, entry):
    """Whether the event counts towards qualification."""
    if entry.days is None:
        return True
    start = stint.player.registration.time
    if entry.starts_at_first_deposit:
        first = first_deposit_of(stint)
        if first is None or entry.precedes_first_deposit:
            return True
        start = first.time
    return entry.time <= start + timedelta(days=entry.days)


def entries(stint, types, in_time_only):
    return [entry for entry in stint.money if entry.type in types and (not in_time_only or is_in_time(stint, entry))]


def total(stint, types, in_time_only):
    return sum(entry.amount for entry in entries(stint, types, in_time_only))


def deposits_less_chargebacks(stint, in_time_only):
    return total(stint, DEPOSITS, in_time_only) - total(stint, ("chargeback",), in_time_only)


def first_deposit_amount(stint, terms):
    """The first deposit with the deposits of the hours after it, or None if there is no first deposit in time."""
    firsts = entries(stint, ("first_deposit",), True)
    if not firsts:
        return None
    amount, hours = firsts[0].amount, terms.get("firstDepositWindowHours")
    if hours is not None:
        end = firsts[0].time + timedelta(hours=hours)
        amount += sum(one.amount for one in entries(stint, ("deposit",), True) if firsts[0].time <= one.time <= end)
    return amount


def minimum(terms, name):
    return scaled(terms.get(name, "0"))


def qualifies(stint, terms, compared):
    """`compared` rounds an amount for the comparison with a minimum."""
    first = first_deposit_amount(stint, terms)
    return (first is not None and compared(first) >= minimum(terms, "minFirstDeposit") and
            compared(deposits_less_chargebacks(stint, True)) >= minimum(terms, "minTotalDeposits") and
            compared(total(stint, ("wager_placed",), True)) >= minimum(terms, "minWagered") and
            len(entries(stint, ("wager_placed",), True)) >= terms.get("minBets", 0) and
            all(entries(stint, (EVENT_OF_REQUIREMENT[name],), True) for name in terms.get("requires", [])) and
            not entries(stint, excluding_types(terms), False))


def completing_types(terms):
    """The events that can make a player qualify."""
    return (*DEPOSITS, "wager_placed", *(EVENT_OF_REQUIREMENT[name] for name in terms.get("requires", [])))


def excluding_types(terms):
    return tuple(EVENT_OF_EXCLUSION[name] for name in terms.get("excludes", []))


def is_unqualified(stint, terms, compared):
    left = deposits_less_chargebacks(stint, False)
    return left <= 0 or compared(left) < max(minimum(terms, "minFirstDeposit"), minimum(terms, "minTotalDeposits"))


def cpa_tier_amount(terms, reached):
    amount = terms["amount"]
    for tier in terms.get("tiers", []):
        if reached >= tier["from"]:
            amount = tier["amount"]
    return scaled(amount)


def amount_by_first_deposit(stint, terms, compared):
    amount, first = terms["amount"], compared(first_deposit_amount(stint, terms))
    for level in terms["amountByFirstDeposit"]:
        if first >= scaled(level["from"]):
            amount = level["amount"]
    return scaled(amount)


def price(terms, number, country, by_tier, by_first_deposit):
    """The amount of a qualified player, and what decided it."""
    cap = terms.get("monthlyCap")
    if cap is not None and number > cap:
        return 0, CAP
    if country in terms.get("amountByCountry", {}):
        return scaled(terms["amountByCountry"][country]), COUNTRY
    if by_first_deposit is not None:
        return by_first_deposit, FIRST_DEPOSIT
    return by_tier, TIER
