"""The formulas of revenue share (docs/commission.md §2.4 and §6), for the oracle."""

from dataclasses import dataclass, field

from tests.property.commission.exact import HUNDRED_PERCENT, half_even, scaled

NO_PRODUCT = ""
# The percentage of each kind of deduction, and the amounts that it is a part of.
DEDUCTIONS = {"bonusPercent": "bonuses", "depositFeePercent": "deposits", "withdrawalFeePercent": "withdrawals"}
AMOUNTS = ("ngr", "chargebacks", *DEDUCTIONS.values())


@dataclass(eq=False)
class Contribution:
    """What one event adds to the base of a state. All amounts are in the currency of the deal."""
    state: tuple
    version: dict
    player: "object | None"
    brand: str
    product: str = NO_PRODUCT
    ngr: int = 0
    chargebacks: int = 0
    bonuses: int = 0
    deposits: int = 0
    withdrawals: int = 0
    opening: int = 0            # A negative base of an earlier month, without a brand.
    origin: str | None = None   # The month that it comes from.
    ring: int = 0               # What a ring-fenced player of an earlier month still owes.

    def opposite(self, state):
        amounts = {name: -getattr(self, name) for name in AMOUNTS}
        return Contribution(state, self.version, self.player, self.brand, self.product, **amounts)


@dataclass(frozen=True)
class Rating:
    """The rates that a whole base earns. A ladder of slices has `slices` instead."""
    rate: int
    by_product: dict = field(default_factory=dict)
    slices: tuple = ()


def named_products(terms):
    return {name.lower() for level in (terms, *terms.get("tiers", [])) for name in level.get("rateByProduct", {})}


def excludes(terms, product):
    return product in [name.lower() for name in terms.get("excludeProducts", [])]


def parts_of(terms, contributions):
    """The base by product. All that has no rate of its own is in the part without a product."""
    kept = HUNDRED_PERCENT - scaled(terms.get("adminFeePercent", "0"))
    parts = {}
    for product in named_products(terms) - {NO_PRODUCT}:
        ngr = sum(one.ngr for one in contributions if one.product == product)
        parts[product] = half_even(ngr * kept, HUNDRED_PERCENT)
    rest = [one for one in contributions if one.product not in parts]
    parts[NO_PRODUCT] = after_fee_and_deductions(terms, contributions, sum(one.ngr for one in rest), kept)
    parts[NO_PRODUCT] += sum(one.opening - one.chargebacks for one in contributions)
    return parts


def after_fee_and_deductions(terms, contributions, ngr, kept):
    deducted = sum(getattr(one, amounts) * deduction_percent(terms, name)
                   for one in contributions for name, amounts in DEDUCTIONS.items())
    if terms.get("deductions", {}).get("beforeAdminFee", False):
        return half_even((ngr * HUNDRED_PERCENT - deducted) * kept, HUNDRED_PERCENT ** 2)
    return half_even(ngr * kept, HUNDRED_PERCENT) - half_even(deducted, HUNDRED_PERCENT)


def deduction_percent(terms, name):
    return scaled(terms.get("deductions", {}).get(name, "0"))


def deducted_amount(terms, event_type):
    """The name of the amounts that the event adds to, or None if nothing is deducted for it."""
    percent, amounts = {"bonus": ("bonusPercent", "bonuses"), "first_deposit": ("depositFeePercent", "deposits"),
                        "deposit": ("depositFeePercent", "deposits"),
                        "withdrawal": ("withdrawalFeePercent", "withdrawals")}.get(event_type, (None, None))
    return amounts if percent and deduction_percent(terms, percent) else None


def base_of(parts):
    return sum(parts.values())


def rating_of(terms, base, is_reached):
    """The rates for a base. `is_reached` says whether a tier counts as reached."""
    tiers = terms.get("tiers", [])
    if tiers and terms.get("tierMode", "marginal") == "marginal" and base >= 0:
        return Rating(scaled(terms["rate"]), {}, tuple((scaled(tier["from"]), scaled(tier["rate"])) for tier in tiers))
    level = terms
    for tier in tiers if base >= 0 else []:
        if is_reached(tier):
            level = tier
    by_product = {**terms.get("rateByProduct", {}), **level.get("rateByProduct", {})}
    return Rating(scaled(level["rate"]), {name.lower(): scaled(rate) for name, rate in by_product.items()})


def value_of(rating, parts):
    """The commission for a base: exact over all its parts, rounded once."""
    if rating.slices:
        return half_even(sum_of_slices(rating, base_of(parts)), HUNDRED_PERCENT)
    return half_even(sum(amount * rating.by_product.get(product, rating.rate) for product, amount in parts.items()),
                     HUNDRED_PERCENT)


def sum_of_slices(rating, base):
    tiers = [(0, rating.rate), *rating.slices]
    ends = [start for start, _ in tiers[1:]] + [base]
    return sum((min(end, base) - start) * rate for (start, rate), end in zip(tiers, ends) if base > start)
