"""The formulas of docs/commission.md §2, for the oracle."""

from tests.property.commission.exact import HUNDRED_PERCENT, half_even, scaled

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


def base_of(terms, contributions):
    kept = HUNDRED_PERCENT - scaled(terms.get("adminFeePercent", "0"))
    ngr = sum(ngr for ngr, _ in contributions)
    return half_even(ngr * kept, HUNDRED_PERCENT) - sum(chargebacks for _, chargebacks in contributions)


def earned(terms, base):
    """The commission for a base: exact over all slices, rounded once."""
    tiers = [(0, scaled(terms["rate"]))] + [(scaled(tier["from"]), scaled(tier["rate"])) for tier in terms.get("tiers", [])]
    if base < 0:
        return half_even(base * tiers[0][1], HUNDRED_PERCENT)
    if terms.get("tierMode", "marginal") == "whole":
        rate = [rate for start, rate in tiers if base >= start][-1]
        return half_even(base * rate, HUNDRED_PERCENT)
    ends = [start for start, _ in tiers[1:]] + [base]
    slices = [(min(end, base) - start) * rate for (start, rate), end in zip(tiers, ends) if base > start]
    return half_even(sum(slices), HUNDRED_PERCENT)
