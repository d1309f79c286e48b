"""The formulas of CPA (docs/commission.md §2.3 and §2.5), for the oracle."""

from tests.property.commission.exact import scaled

CAP, COUNTRY, TIER = "cap", "country", "tier"


def total(stint, types, in_time_only):
    return sum(amount for kind, amount, in_time in stint.money if kind in types and (in_time or not in_time_only))


def deposits_less_chargebacks(stint, in_time_only):
    return total(stint, ("first_deposit", "deposit"), in_time_only) - total(stint, ("chargeback",), in_time_only)


def minimum(terms, name):
    return scaled(terms.get(name, "0"))


def qualifies(stint, terms):
    firsts = [amount for kind, amount, in_time in stint.money if kind == "first_deposit" and in_time]
    return (firsts != [] and firsts[0] >= minimum(terms, "minFirstDeposit") and
            deposits_less_chargebacks(stint, True) >= minimum(terms, "minTotalDeposits") and
            total(stint, ("wager_placed",), True) >= minimum(terms, "minWagered"))


def is_unqualified(stint, terms):
    left = deposits_less_chargebacks(stint, False)
    return left <= 0 or left < max(minimum(terms, "minFirstDeposit"), minimum(terms, "minTotalDeposits"))


def cpa_tier_amount(terms, reached):
    amount = terms["amount"]
    for tier in terms.get("tiers", []):
        if reached >= tier["from"]:
            amount = tier["amount"]
    return scaled(amount)


def price(terms, number, country, by_tier):
    cap = terms.get("monthlyCap")
    if cap is not None and number > cap:
        return 0, CAP
    if country in terms.get("amountByCountry", {}):
        return scaled(terms["amountByCountry"][country]), COUNTRY
    return by_tier, TIER
