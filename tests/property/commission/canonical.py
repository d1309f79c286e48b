"""Terms in a form in which equal terms are equal, however they are written."""

import re

from tests.property.commission.exact import scaled

DECIMAL = re.compile(r"\d+(\.\d+)?")
DEFAULTS = {"minFirstDeposit": 0, "minTotalDeposits": 0, "minWagered": 0, "tiers": (), "tierMode": "marginal",
            "holdDays": 0, "clawback": "ifUnqualified", "adminFeePercent": 0, "deductChargebacks": True,
            "amountByCountry": (), "qualifyWithinDays": None, "monthlyCap": None, "durationMonths": None, "tierBy": "base",
            "requires": (), "rateByProduct": (), "excludeProducts": (), "bonusPercent": 0, "depositFeePercent": 0,
            "withdrawalFeePercent": 0, "beforeAdminFee": False, "deductions": (), "carryMonths": None, "carryBase": False,
            "onlyChargebacks": False, "highRoller": None, "minBets": 0, "inactiveAfterMonths": None,
            "introRate": None,
            "excludes": (), "qualifyFrom": "registration", "firstDepositWindowHours": None, "amountByFirstDeposit": (),
            "negative": (("policy", "carry"),)}


def negative_of(terms):
    """How RevShare terms treat a negative month. `negativeCarryover` is the short form."""
    return terms.get("negative") or {"policy": "carry" if terms.get("negativeCarryover", True) else "waive"}


def canonical(terms):
    """A value that can be hashed. Members that have their default are left out."""
    if isinstance(terms, dict):
        if "negativeCarryover" in terms:
            terms = {**{name: value for name, value in terms.items() if name != "negativeCarryover"},
                     "negative": negative_of(terms)}
        members = {name: canonical(value) for name, value in terms.items()}
        return tuple(sorted((name, value) for name, value in members.items()
                            if not (name in DEFAULTS and value == DEFAULTS[name])))
    if isinstance(terms, list):
        return tuple(map(canonical, terms))
    return scaled(terms) if isinstance(terms, str) and DECIMAL.fullmatch(terms) else terms
