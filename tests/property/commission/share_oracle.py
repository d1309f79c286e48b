"""Shares of parents: the second implementation of docs/commission.md §2.7 and §6.11. See oracle.py."""

from tests.property.commission.exact import converted, percent_of, scaled
from tests.property.commission.periods import last_day
from tests.property.commission.records import Accrual, HeldCounterpart, HeldShare

SHARED_WITH_PARENTS = ("cpa", "revShare", "cpl", "turnover")
FOLLOWED = ("waiver", "carryOver")


def percent_for(terms, level):
    """The percentage of a parent (level 1), of a grandparent (level 2) and so on, or None."""
    share = terms.get("subAffiliate")
    if share is None:
        return None
    levels = share.get("levels") or [share["percentOfCommission"]]
    return scaled(levels[level - 1]) if level <= len(levels) else None


class ShareOracle:
    """The part of the oracle that computes the shares of parents."""

    def parents_of(self, affiliate):
        """(level, parent), the nearest first."""
        found, parent = [], self.plan.affiliates[affiliate]["parent"]
        while parent is not None:
            found.append((len(found) + 1, parent))
            parent = self.plan.affiliates[parent]["parent"]
        return found

    def earning_parents_of(self, affiliate):
        return [(level, parent) for level, parent in self.parents_of(affiliate) if not self.plan.earns_nothing(parent)]

    def share_with_parent(self, child):
        """For a re-rate, the deal is chosen for the player whose event caused it."""
        if child.amount == 0 or child.component not in SHARED_WITH_PARENTS:
            return
        day, cause = self.plan.clock.day(child.time), child.event.player if child.event else None
        for level, parent in self.earning_parents_of(child.affiliate):
            deal = self.plan.choose(parent, cause.brand if cause else "", cause.country if cause else "", day)
            if deal is None:
                continue
            version = self.plan.version_on(deal, day)
            percent = percent_for(version["terms"], level)
            if percent is None:
                continue
            held = HeldShare(child, parent, deal, version, percent)
            if self.can_be_priced(held):
                self.record_share(held)
            else:
                self.hold(held)

    def record_share(self, held):
        child, month = held.child, self.plan.period(held.affiliate, held.child.payable_from)
        currency = self.plan.currency_of(held.deal)
        rate = self.rate_for(child.currency, currency, child.time)
        base = converted(child.amount, rate)
        share = Accrual(
            affiliate=held.affiliate, player=child.player, component="subAffiliate", deal=held.deal,
            version=held.version["number"], period=self.plan.open_from(held.affiliate, month), event=child.event,
            time=child.time, payable_from=child.payable_from, late=self.plan.is_closed(held.affiliate, month),
            amount=percent_of(base, held.percent), currency=currency, base=base, share_rate=rate,
            share_percent=held.percent, brand_name=child.brand)
        child.shares.append(share)
        self.accruals.append(share)

    # The counterparts of what a statement carries on or waives.

    def follow_statements(self, statements):
        if "6.11" not in self.plan.rules:
            return
        for statement in statements:
            for line in statement.lines:
                if line.type in FOLLOWED and line.deal is not None:
                    for level, parent in self.earning_parents_of(statement.affiliate):
                        self.record_counterpart(statement, line.amount, level, parent)

    def record_counterpart(self, statement, amount, level, parent):
        day, time = last_day(statement.period), self.plan.last_moment(statement.period)
        own = self.plan.period(parent, time)
        deal = self.plan.choose(parent, "", "", day)
        version = self.plan.version_on(deal, day) if deal else None
        percent = percent_for(version["terms"], level) if version else None
        if percent is None:
            return
        share = Accrual(
            affiliate=parent, player=None, component="subAffiliate", deal=deal, version=version["number"],
            period=self.plan.open_from(parent, own), event=None, time=time, payable_from=time,
            late=self.plan.is_closed(parent, own), amount=0, currency=self.plan.currency_of(deal))
        held = HeldCounterpart(share, amount, statement.currency, percent)
        if self.can_be_priced(held):
            self.price_counterpart(held)
        else:
            self.hold(held)

    def price_counterpart(self, held):
        share = held.share
        share.period = self.plan.open_from(share.affiliate, share.period)
        share.base = converted(held.amount, self.rate_for(held.currency, share.currency, share.time))
        share.amount = percent_of(share.base, held.percent)
        self.accruals.append(share)
