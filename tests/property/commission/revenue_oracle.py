"""Revenue share: the second implementation of docs/commission.md §2.4, §6.1 to 6.4 and §6.8. See oracle.py."""

from dataclasses import dataclass

from tests.property.commission.activity import ACTIVE, DEPOSITS, Activity, count, counts_in, uses_deposits
from tests.property.commission.exact import moment, months_after, scaled
from tests.property.commission.periods import end_month, place
from tests.property.commission.plan_oracle import terms_key
from tests.property.commission.revenue import (Contribution, Rating, base_of, deducted_amount, excludes, parts_of, rating_of,
                                               value_of)


@dataclass
class Earnings:
    """What a state earns at one moment."""
    base: int
    total: int
    by_brand: dict | None  # None if the rates are slices, which no brand owns, and under the rules before §6.8.

    def of(self, brand):
        return self.by_brand.get(brand, 0)


NOTHING = Earnings(0, 0, {})


class RevenueOracle:
    """The part of the oracle that computes revenue share."""

    def cpa_and_rev_share(self, stint, event, version):
        """A qualified player is counted before the revenue share is computed."""
        added = self.contribution_of(stint, event, version)
        if added is None and not self.counts_matter(stint.affiliate, version["deal"]):
            self.cpa(stint, event, version)
            self.note_activity(stint, event, version)
            return
        with Moving(self, self.start(stint, event, version, "revShare"), stint) as accrual:
            self.cpa(stint, event, version)
            self.note_activity(stint, event, version)
            if added:
                accrual.added = added
                self.contributions.append(added)

    def counts_for_rev_share(self, stint, event, version):
        """Whether the amount of the event matters."""
        terms = version["terms"].get("revShare")
        if event.type in DEPOSITS and any(uses_deposits(one["terms"]["revShare"]) for name in self.plan.pool_of(stint.deal)
                                          for one in self.plan.deals[name]["versions"] if "revShare" in one["terms"]):
            return True
        if terms is None:
            return False
        return (event.type == "ngr_update" and not excludes(terms, event.product) or
                event.type == "chargeback" and terms.get("deductChargebacks", True) or
                deducted_amount(terms, event.type) is not None)

    def contribution_of(self, stint, event, version):
        """What the event adds to a base, or None."""
        terms = version["terms"].get("revShare")
        if terms is None or not self.is_in_duration(stint, event, terms) or self.is_inactive(stint, event, terms):
            return None
        added = self.empty_contribution(stint, event, version)
        if event.type == "ngr_update" and not excludes(terms, event.product):
            added.ngr, added.product = self.priced(stint, event), event.product
        elif event.type == "chargeback" and terms.get("deductChargebacks", True):
            added.chargebacks = self.priced(stint, event)
        elif deducted_amount(terms, event.type):
            setattr(added, deducted_amount(terms, event.type), self.priced(stint, event))
        else:
            return None
        return added

    def empty_contribution(self, stint, event, version):
        return Contribution(self.state_of(stint, event, version), version, stint.player, stint.player.brand)

    def is_in_duration(self, stint, event, terms):
        months = terms.get("durationMonths")
        return months is None or event.time < self.plan.clock.plus_months(stint.player.registration.time, months)

    def is_inactive(self, stint, event, terms):
        """Whether the player was inactive for that many months. Then it earns nothing any more, even if it returns."""
        months = terms.get("inactiveAfterMonths")
        if months is not None:
            active = max([stint.player.registration.time, *stint.active_times])
            stint.inactive = stint.inactive or event.time >= self.plan.clock.plus_months(active, months)
        return stint.inactive and months is not None

    # States.

    def state_of(self, stint, event, version):
        own = self.plan.period(stint.affiliate, event.time)
        month = self.plan.state_month(stint.affiliate, version["deal"], own)
        return self.state(stint.affiliate, version, month)

    def state(self, affiliate, version, month):
        return affiliate, version["deal"], terms_key(self.plan, version, "revShare"), month

    def states_beside(self, affiliate, deal, month):
        """The states whose rates an event of the deal in the month can change, in the order in which they began."""
        found = {one.state: None for one in self.contributions}
        pool = self.plan.pool_of(deal)
        return [state for state in found if (state[0], state[3]) == (affiliate, month) and state[1] in pool]

    def states_in(self, affiliate, deal, month):
        found = {one.state: None for one in self.contributions}
        return [state for state in found if (state[0], state[3]) == (affiliate, month) and deal in (None, state[1])]

    def terms_of(self, state):
        return self.last_version(state)["terms"]["revShare"]

    def contributions_to(self, state):
        return [one for one in self.contributions if one.state == state]

    def last_version(self, state):
        return self.contributions_to(state)[-1].version

    def earnings(self, state):
        contributions = self.contributions_to(state)
        if not contributions:
            return NOTHING
        terms = contributions[-1].version["terms"]["revShare"]
        contributions, _ = self.ring_fenced(terms, contributions, self.plan.currency_of(state[1]))
        parts = parts_of(terms, contributions)
        rating = self.rating(state, terms, parts)
        brands = None if rating.slices or "6.8" not in self.plan.rules else {
            brand: value_of(rating, parts_of(terms, [one for one in contributions if one.brand == brand]))
            for brand in sorted({one.brand for one in contributions})}
        return Earnings(base_of(parts), value_of(rating, parts), brands)

    def rating(self, state, terms, parts):
        base, least = base_of(parts), self.least_rate(state, terms)
        if self.holds(state, terms.get("requires", {})):
            rating = rating_of(terms, base, lambda tier: self.is_reached(state, terms, base, tier))
        else:
            rating = Rating(scaled(terms["requires"]["elseRate"]))
        if least is None or base < 0 or value_of(Rating(least), parts) <= value_of(rating, parts):
            return rating
        return Rating(least)

    def least_rate(self, state, terms):
        """The introductory rate in the affiliate's first months, else None."""
        approved = self.plan.affiliates[state[0]].get("approvedAt")
        if "introRate" not in terms or approved is None:
            return None
        first = self.plan.month(moment(approved))
        is_early = first <= end_month(state[3]) < months_after(first, terms["introRate"]["months"])
        return scaled(terms["introRate"]["rate"]) if is_early else None

    def is_reached(self, state, terms, base, tier):
        measure, pool = terms.get("tierBy", "base"), self.plan.pool_of(state[1])
        if measure == "base":
            reached = self.pooled_base(state) if self.plan.is_pooled(state[1]) else base
        else:
            reached = self.count(measure, state[0], pool, state[3])
        start = scaled(tier["from"]) if measure in ("base", "deposits") else int(tier["from"])
        if measure in ("base", "deposits"):
            reached = self.plan.compared(reached, self.plan.currency_of(state[1]))
        return reached >= start and self.holds(state, tier.get("requires", {}))

    def pooled_base(self, state):
        """The sum of the bases of all deals of the pool."""
        return sum(self.base_in(other) for other in self.states_beside(state[0], state[1], state[3]))

    def base_in(self, state):
        terms = self.terms_of(state)
        counted, _ = self.ring_fenced(terms, self.contributions_to(state), self.plan.currency_of(state[1]))
        return base_of(parts_of(terms, counted))

    def holds(self, state, requires):
        """Whether a condition on the activity of the deal is met."""
        for name, least in requires.items():
            if name == "elseRate":
                continue
            found = self.count(name, state[0], {state[1]}, state[3])
            if name == "deposits":
                found, least = self.plan.compared(found, self.plan.currency_of(state[1])), scaled(least)
            if found < int(least):
                return False
        return True

    # Activity.

    def count(self, name, affiliate, deals, month):
        return count(name, self.activities, self.positions, affiliate, deals, month)

    def counts_matter(self, affiliate, deal):
        """Whether an event of the deal can change a rate by being counted."""
        return bool(self.looked_at(deal))

    def looked_at(self, deal):
        """The counts that any version of the deal uses. They begin when the first such version is recorded."""
        terms = [one["terms"]["revShare"] for name in self.plan.pool_of(deal)
                 for one in self.plan.deals[name]["versions"] if "revShare" in one["terms"]]
        return frozenset().union(*map(counts_in, terms))

    def note_activity(self, stint, event, version):
        if event.type not in ACTIVE:
            return
        stint.active_times.append(event.time)
        month, deal = self.plan.period(stint.affiliate, event.time), version["deal"]
        priced = event.type in DEPOSITS and self.can_convert(event.currency, self.plan.currency_of(deal), event.time)
        self.activities.append(Activity(stint.affiliate, deal, month, self.plan.state_month(stint.affiliate, deal, month),
                                        event.type, stint.player, self.priced(stint, event) if priced else 0, self.looked_at(deal)))

    def forget_activity(self, stint):
        """The player leaves the affiliate: it no longer counts there. Accruals of this change name no event, and belong to the begin of the month."""
        months = sorted({one.state_month for one in self.activities if one.player is stint.player}, key=place)
        counted = [one for one in self.activities if one.affiliate == stint.affiliate and one.player is stint.player]
        kept = [one for one in self.activities if one not in counted]
        if stint.deal is None or not self.counts_matter(stint.affiliate, stint.deal):
            self.activities = kept
            self.vacate(stint)
            return
        version = self.version_for(stint, stint.player.registration) or self.plan.earliest_version(stint.deal)
        for month in [one for one in months if not self.plan.is_closed(stint.affiliate, one)]:
            accrual = self.start(stint, stint.player.registration, version, "revShare", period=month, state_month=month)
            accrual.stint = accrual.event = None
            accrual.time = accrual.payable_from = self.plan.first_moment(stint.affiliate, month)
            with Moving(self, accrual, stint):
                self.activities = [one for one in self.activities if one not in counted or one.state_month != month]
                self.vacate(stint)
        self.activities = kept
        self.vacate(stint)

    @staticmethod
    def vacate(stint):
        if stint.position:
            stint.position.vacant = True


class Moving:
    """Compares what is earned before and after a block, and records the difference.

    The accrual given covers its own brand in its own state. Every other brand and state gets an accrual of its own.
    """

    def __init__(self, oracle, accrual, stint, appends_only=False):
        self.oracle, self.accrual, self.stint = oracle, accrual, stint
        self.record_own = oracle.accruals.append if appends_only else oracle.record
        self.record = oracle.record
        version = oracle.plan.version(accrual.deal, accrual.version)
        month = accrual.state_month
        self.state = oracle.state(accrual.affiliate, version, month) if "revShare" in version["terms"] else None
        self.where = accrual.affiliate, accrual.deal, month

    def __enter__(self):
        self.before = self.snapshot()
        return self.accrual

    def __exit__(self, kind, *_):
        if kind:
            return
        after = self.snapshot()
        own_before, own = self.before.get(self.state, NOTHING), after.get(self.state, NOTHING)
        others = [(brand, change) for brand, change in self.changes(own_before, own) if brand != self.accrual.brand]
        self.accrual.amount = own.total - own_before.total - sum(change for _, change in others)
        if self.accrual.added or self.accrual.amount:
            self.accrual.base = own.base - own_before.base
            self.record_own(self.accrual)
        for brand, change in others:
            self.record(self.re_rating(self.accrual.deal, self.accrual.version, brand, change))
        for state, earned in after.items():
            if state != self.state:
                self.re_rate(state, self.before.get(state, NOTHING), earned)

    def snapshot(self):
        states = self.oracle.states_beside(*self.where)
        return {state: self.oracle.earnings(state) for state in states}

    def changes(self, before, after):
        """The changes of the brands, if the rules say that brands are re-rated."""
        if before.by_brand is None or after.by_brand is None:
            return []
        brands = sorted({*before.by_brand, *after.by_brand})
        return [(brand, after.of(brand) - before.of(brand)) for brand in brands if after.of(brand) != before.of(brand)]

    def re_rate(self, state, before, after):
        version = self.oracle.plan.first_equal(self.oracle.last_version(state), "revShare")
        others = [(brand, change) for brand, change in self.changes(before, after) if brand != self.accrual.brand]
        # The brand of the event gets what is left of the whole difference.
        own = after.total - before.total - sum(change for _, change in others)
        for brand, change in [(self.accrual.brand, own)] * bool(own) + others:
            self.record(self.re_rating(state[1], version["number"], brand, change))

    def re_rating(self, deal, version, brand, amount):
        return self.accrual.sibling(deal=deal, version=version, brand_name=brand, amount=amount,
                                    currency=self.oracle.plan.currency_of(deal))
