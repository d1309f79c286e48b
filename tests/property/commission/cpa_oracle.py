"""CPA: the second implementation of docs/commission.md §2.3, §2.5 and §6.5. See oracle.py."""

from datetime import timedelta

from tests.property.commission.formulas import CAP, TIER, cpa_tier_amount, is_unqualified, price, qualifies
from tests.property.commission.records import Accrual, Position

USED_BY_CPA = ("first_deposit", "deposit", "wager_placed", "chargeback")


class CpaOracle:
    """The part of the oracle that computes CPA."""

    def cpa(self, stint, event, version):
        if not self.counts_for_cpa(stint, event):
            return
        terms = version["terms"].get("cpa")
        days = terms.get("qualifyWithinDays") if terms else None
        in_time = days is None or event.time <= stint.player.registration.time + timedelta(days=days)
        stint.money.append((event.type, self.priced(stint, event), in_time))
        if terms is None:
            return
        if event.type == "chargeback":
            self.claw_back(stint, event, version, terms)
        elif stint.position is None and in_time and qualifies(stint, terms):
            self.qualify(stint, event, version, terms)

    def qualify(self, stint, event, version, terms):
        accrual = self.start(stint, event, version, "cpa")
        group = (stint.affiliate, version["deal"], version["number"], accrual.period)
        others = [position for position in self.positions if position.group == group and not position.vacant]
        taken = {position.number for position in others}
        number = min(set(range(1, len(others) + 2)) - taken)
        count = len(others) + 1
        by_tier = cpa_tier_amount(terms, number if terms.get("tierMode", "marginal") == "marginal" else count)
        accrual.amount, priced_by = price(terms, number, stint.player.country, by_tier)
        accrual.capped = priced_by == CAP
        if terms.get("holdDays", 0) > 0:
            self.postpone(accrual, event.time + timedelta(days=terms["holdDays"]))
        stint.position = Position(stint, group, number, priced_by, accrual.payable_from)
        self.positions.append(stint.position)
        self.record(accrual)
        if terms.get("tierMode") == "whole" and count in [tier["from"] for tier in terms.get("tiers", [])]:
            for other in sorted(others, key=lambda position: position.number):
                self.re_rate(other, accrual, by_tier)

    def re_rate(self, position, cause, by_tier):
        difference = by_tier - self.cpa_of(position.stint)
        if position.stint.clawed_back or position.priced_by != TIER or difference == 0:
            return
        position.payable_from = max(position.payable_from, cause.payable_from)
        self.record(Accrual(
            affiliate=cause.affiliate, player=position.stint.player, component="cpa", deal=cause.deal,
            version=cause.version, period=cause.period, event=cause.event, time=cause.time,
            payable_from=cause.payable_from, late=cause.late, amount=difference, currency=cause.currency,
            stint=position.stint))

    def cpa_of(self, stint):
        return sum(accrual.amount for accrual in self.accruals
                   if accrual.stint is stint and accrual.component == "cpa")

    def claw_back(self, stint, event, version, terms):
        if stint.position is None or stint.clawed_back:
            return
        rule = terms.get("clawback", "ifUnqualified")
        if rule == "never" or rule == "ifUnqualified" and not is_unqualified(stint, terms):
            return
        accrual = self.start(stint, event, version, "cpa", amount=-self.cpa_of(stint))
        if stint.position.payable_from > event.time:
            self.postpone(accrual, stint.position.payable_from)
        stint.clawed_back = True
        self.record(accrual)
