"""The formulas of revenue share (docs/commission.md §2.4 and §6), for the oracle."""

from dataclasses import dataclass, field

from tests.property.commission.exact import HUNDRED_PERCENT, half_even, scaled

NO_PRODUCT = ""


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

    def opposite(self, state):
        return Contribution(state, self.version, self.player, self.brand, self.product, -self.ngr, -self.chargebacks)


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
    ngr = sum(one.ngr for one in rest)
    parts[NO_PRODUCT] = half_even(ngr * kept, HUNDRED_PERCENT) - sum(one.chargebacks for one in rest)
    return parts


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
