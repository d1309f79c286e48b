"""CPA: the second implementation of docs/commission.md §2.3, §2.5 and §6.5. See oracle.py."""

from datetime import timedelta

from tests.property.commission.formulas import (CAP, FIRST_DEPOSIT, TIER, amount_by_first_deposit, completing_types,
                                                cpa_tier_amount, excluding_types, first_deposit_of, is_in_time, is_unqualified, price, qualifies)
from tests.property.commission.plan_oracle import terms_key
from tests.property.commission.records import Accrual, Entry, Position

USED_BY_CPA = ("first_deposit", "deposit", "wager_placed", "chargeback", "kyc_verified", "self_exclusion", "player_blocked")


class CpaOracle:
    """The part of the oracle that computes CPA."""

    def cpa(self, stint, event, version):
        if not self.counts_for_cpa(stint, event):
            return
        terms = version["terms"].get("cpa")
        entry = Entry(event.type, self.priced(stint, event), event.time)
        if terms is not None:
            entry.days = terms.get("qualifyWithinDays")
            entry.starts_at_first_deposit = terms.get("qualifyFrom") == "firstDeposit"
            entry.precedes_first_deposit = event.type != "first_deposit" and first_deposit_of(stint) is None
        stint.money.append(entry)
        if terms is None:
            return
        if event.type == "chargeback":
            self.claw_back(stint, event, version, terms)
        elif stint.position is None and event.type in completing_types(terms):
            if is_in_time(stint, entry) and qualifies(stint, terms, self.comparing(version)):
                self.qualify(stint, event, version, terms)
        elif stint.position and event.type in excluding_types(terms) and event.time < stint.position.payable_from:
            self.reverse_cpa(stint, event, version)
        elif stint.position and event.type == "deposit":
            self.follow_first_deposit(stint, event, version, terms)

    def comparing(self, version):
        return lambda amount: self.plan.compared(amount, self.plan.currency_of(version["deal"]))

    def qualify(self, stint, event, version, terms):
        accrual = self.start(stint, event, version, "cpa")
        group = (stint.affiliate, version["deal"], terms_key(self.plan, version, "cpa"), accrual.state_month)
        others = [position for position in self.positions if position.group == group and not position.vacant]
        pooled = self.pooled_positions(group) if self.plan.is_pooled(version["deal"]) else others
        number = first_free([position.number for position in others])
        count = len(pooled) + 1
        pool_number = count if self.plan.is_pooled(version["deal"]) else number
        by_tier = cpa_tier_amount(terms, pool_number if terms.get("tierMode", "marginal") == "marginal" else count)
        by_first = None
        if "amountByFirstDeposit" in terms:
            by_first = amount_by_first_deposit(stint, terms, self.comparing(version))
        accrual.amount, priced_by = price(terms, number, stint.player.country, by_tier, by_first)
        accrual.capped = priced_by == CAP
        if terms.get("holdDays", 0) > 0:
            self.postpone(accrual, event.time + timedelta(days=terms["holdDays"]))
        stint.position = Position(stint, group, number, pool_number, priced_by, version, accrual.payable_from,
                                  is_counted="qualifiedPlayers" in self.looked_at(version["deal"]))
        self.positions.append(stint.position)
        self.record(accrual)
        for other in sorted(pooled, key=lambda position: (position.group[1], position.number)):
            self.re_rate(other, accrual, count, version if other.group == group else self.plan.first_equal(other.version, "cpa"))

    def pooled_positions(self, group):
        pool = self.plan.pool_of(group[1])
        return [position for position in self.positions if not position.vacant and position.group[1] in pool and
                (position.group[0], position.group[3]) == (group[0], group[3])]

    def re_rate(self, position, cause, count, version):
        """The number of qualified players has reached `count`."""
        terms = version["terms"]["cpa"]
        if terms.get("tierMode") != "whole" or count not in [tier["from"] for tier in terms.get("tiers", [])]:
            return
        difference = cpa_tier_amount(terms, count) - self.cpa_of(position.stint)
        if position.stint.is_settled or position.priced_by != TIER or difference == 0:
            return
        position.payable_from = max(position.payable_from, cause.payable_from)
        self.record(Accrual(
            affiliate=cause.affiliate, player=position.stint.player, component="cpa", deal=version["deal"],
            version=version["number"], period=cause.period, event=cause.event, time=cause.time,
            payable_from=cause.payable_from, late=cause.late, amount=difference,
            currency=self.plan.currency_of(version["deal"]), stint=position.stint))

    def follow_first_deposit(self, stint, event, version, terms):
        """A deposit soon after the first one can raise the amount."""
        if stint.is_settled or stint.position.priced_by != FIRST_DEPOSIT or "amountByFirstDeposit" not in terms:
            return
        difference = amount_by_first_deposit(stint, terms, self.comparing(version)) - self.cpa_of(stint)
        if difference == 0:
            return
        accrual = self.start(stint, event, version, "cpa", amount=difference)
        if terms.get("holdDays", 0) > 0:
            self.postpone(accrual, event.time + timedelta(days=terms["holdDays"]))
        stint.position.payable_from = max(stint.position.payable_from, accrual.payable_from)
        self.record(accrual)

    def cpa_of(self, stint):
        return sum(accrual.amount for accrual in self.accruals
                   if accrual.stint is stint and accrual.component == "cpa")

    def claw_back(self, stint, event, version, terms):
        if stint.position is None or stint.clawed_back:
            return
        rule = terms.get("clawback", "ifUnqualified")
        if rule == "never" or rule == "ifUnqualified" and not is_unqualified(stint, terms, self.comparing(version)):
            return
        self.reverse_cpa(stint, event, version)

    def reverse_cpa(self, stint, event, version):
        if stint.clawed_back or stint.reversed_by_hand and self.cpa_of(stint) == 0:
            return
        accrual = self.start(stint, event, version, "cpa", amount=-self.cpa_of(stint))
        if stint.position.payable_from > event.time:
            self.postpone(accrual, stint.position.payable_from)
        stint.clawed_back = True
        self.record(accrual)


def first_free(numbers):
    return min(set(range(1, len(numbers) + 2)) - set(numbers))
