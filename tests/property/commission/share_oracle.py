"""Shares of parents: the second implementation of docs/commission.md §2.7 and §6.11. See oracle.py."""

from tests.property.commission.exact import converted, percent_of, scaled
from tests.property.commission.records import Accrual, HeldShare

SHARED_WITH_PARENTS = ("cpa", "revShare", "cpl", "turnover")


class ShareOracle:
    """The part of the oracle that computes the shares of parents."""

    def share_with_parent(self, child):
        """For a re-rate, the deal is chosen for the player whose event caused it."""
        parent = self.plan.affiliates[child.affiliate]["parent"]
        if child.amount == 0 or child.component not in SHARED_WITH_PARENTS or parent is None:
            return
        day = self.plan.clock.day(child.time)
        cause = child.event.player if child.event else None
        deal = self.plan.choose(parent, cause.brand if cause else "", cause.country if cause else "", day)
        if deal is None:
            return
        version = self.plan.version_on(deal, day)
        if "subAffiliate" not in version["terms"]:
            return
        held = HeldShare(child, parent, deal, version)
        if self.can_be_priced(held):
            self.record_share(held)
        else:
            self.held.append(held)

    def record_share(self, held):
        child, month = held.child, self.plan.month(held.child.payable_from)
        currency = self.plan.currency_of(held.deal)
        rate = self.rate_for(child.currency, currency, child.time)
        base = converted(child.amount, rate)
        percent = scaled(held.version["terms"]["subAffiliate"]["percentOfCommission"])
        child.share = Accrual(
            affiliate=held.parent, player=child.player, component="subAffiliate", deal=held.deal,
            version=held.version["number"], period=self.plan.open_from(held.parent, month), event=child.event,
            time=child.time, payable_from=child.payable_from, late=self.plan.is_closed(held.parent, month),
            amount=percent_of(base, percent), currency=currency, base=base, share_rate=rate)
        self.accruals.append(child.share)
