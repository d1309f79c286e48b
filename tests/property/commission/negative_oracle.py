"""Negative months: the second implementation of §6.4. See oracle.py."""

from tests.property.commission.canonical import negative_of
from tests.property.commission.exact import months_after, scaled, to_minor_unit
from tests.property.commission.periods import end_month, following
from tests.property.commission.records import Accrual
from tests.property.commission.revenue import NO_PRODUCT, Contribution, base_of, parts_of, value_of
from tests.property.commission.revenue_oracle import Moving
from tests.property.commission.statement_oracle import offset

NO_BRAND = ""


class NegativeOracle:
    """The part of the oracle that treats negative bases and ring-fenced players."""

    # Within a month.

    def ring_fenced(self, terms, contributions, currency):
        """The contributions that count, and what each player owes after earlier debts, settlements and additions."""
        fence = negative_of(terms).get("highRoller")
        if fence is None:
            return contributions, {}
        counted, owed = [one for one in contributions if not one.ring], {}
        players = {one.player.name: one.player for one in contributions if one.player}
        own = {name: base_of(parts_of(terms, [one for one in counted if one.player is player]))
               for name, player in players.items()}
        for name, player in sorted(players.items()):
            owed[name] = sum(one.ring for one in contributions if one.player is player)
            settled = min(max(own[name], 0), -owed[name])
            if settled:
                owed[name] += settled
                counted.append(Contribution(contributions[0].state, contributions[-1].version, player, player.brand,
                                            opening=-settled))
        if fence["when"] == "always" or base_of(parts_of(terms, counted)) < 0:
            for name, player in players.items():
                if self.plan.compared(own[name], currency) <= -scaled(fence["playerLoss"]):
                    owed[name] += own[name]
                    counted = [one for one in counted if one.player is not player]
        return counted, owed

    # At the end of a month.

    def part_of_chargebacks(self, affiliate, deal, month):
        """The part of a negative commission that chargebacks caused, as a positive amount."""
        found = 0
        for state in self.states_in(affiliate, deal, month):
            terms = self.terms_of(state)
            if not terms.get("deductChargebacks", True):
                continue
            counted, _ = self.ring_fenced(terms, self.contributions_to(state), self.plan.currency_of(deal))
            parts = parts_of(terms, counted)
            caused = max(min(-base_of(parts), sum(one.chargebacks for one in counted)), 0)
            found += value_of(self.rating(state, terms, parts), {NO_PRODUCT: caused})
        return to_minor_unit(found, self.plan.currency_of(deal))

    def amounts_of_base(self, affiliate, deal, month):
        """The commission of the negative base that can be carried on, and of that which expires, as positive amounts."""
        carried, expired = 0, 0
        for state in self.states_in(affiliate, deal, month):
            terms = self.terms_of(state)
            counted, _ = self.ring_fenced(terms, self.contributions_to(state), self.plan.currency_of(deal))
            rating = self.rating(state, terms, parts_of(terms, counted))
            left, whole = (sum(amount for _, amount in bases) for bases in self.bases_left(state, terms, counted))
            carried += value_of(rating, {NO_PRODUCT: -left})
            expired += value_of(rating, {NO_PRODUCT: left - whole})
        return carried, expired

    def open_next_month(self, affiliate, month, deals_with_base):
        """Carries negative bases and what ring-fenced players owe into the next open month."""
        after = self.plan.open_from(affiliate, self.plan.calendar(affiliate).after(month))
        for state in self.states_in(affiliate, None, month):
            terms, contributions = self.terms_of(state), self.contributions_to(state)
            counted, owed = self.ring_fenced(terms, contributions, self.plan.currency_of(state[1]))
            version, opened = self.last_version(state), (*state[:3], after)
            added = [Contribution(opened, version, one.player, one.player.brand, ring=owed[one.player.name])
                     for one in {one.player: one for one in contributions if one.player}.values()
                     if owed.get(one.player.name)]
            if state[1] in deals_with_base:
                left, _ = self.bases_left(state, terms, counted)
                added += [Contribution(opened, version, None, NO_BRAND, opening=amount, origin=origin)
                          for origin, amount in left]
            self.open_with(added, affiliate, state[1], version, month, after)

    def open_with(self, added, affiliate, deal, version, month, after):
        if not added:
            return
        # Parents follow in the same month: they get their share of what the child is credited.
        time = self.plan.first_moment(affiliate, after)
        accrual = Accrual(affiliate=affiliate, player=None, component="revShare", deal=deal, version=version["number"],
                          period=after, event=None, time=time, payable_from=time, late=False, amount=0,
                          currency=self.plan.currency_of(deal), state_month=after, brand_name=NO_BRAND)
        with Moving(self, accrual, None):
            self.contributions += added

    def bases_left(self, state, terms, counted):
        """The negative bases that the month leaves and that can be carried on, and all that it leaves, each with the month
        that it comes from."""
        _, deal, _, month = state
        arrived = [(one.origin, one.opening) for one in counted if one.origin]
        own = base_of(parts_of(terms, counted)) - sum(amount for _, amount in arrived)
        left = offset(arrived, own, month)
        limit = self.statements.negative(deal, month).get("carryMonths")
        return [(origin, amount) for origin, amount in left if limit is None or
                months_after(end_month(origin), limit) >= end_month(following(month))], left
