"""A second implementation of docs/commission.md: slow, obvious, and independent of the engine.

A history is a list of steps (see history.py). The oracle stores no sums: it computes every sum again from the list of
all previous steps.
"""

from tests.property.commission.cpa_oracle import USED_BY_CPA, CpaOracle
from tests.property.commission.exact import converted, moment, percent_of, scaled, utc_day
from tests.property.commission.negative_oracle import NegativeOracle
from tests.property.commission.periods import day_after, last_day, place
from tests.property.commission.plan_oracle import Plan
from tests.property.commission.records import Accrual, Event, HeldCounterpart, HeldEvent, HeldShare, Player, Stint
from tests.property.commission.revenue_oracle import Moving, RevenueOracle
from tests.property.commission.share_oracle import ShareOracle
from tests.property.commission.statement_oracle import Statements


class Refused(Exception):
    """The step cannot be recorded. The history continues without it."""


class Oracle(CpaOracle, RevenueOracle, NegativeOracle, ShareOracle):
    def __init__(self):
        self.plan = Plan()
        self.players = {}
        self.accruals = []
        self.positions = []
        self.activities = []
        self.contributions = []  # Everything that changed a RevShare base.
        self.held = []
        self.statements = Statements(self.plan, self.accruals, self.part_of_chargebacks, self.amounts_of_base)
        self.recorded = []       # The steps that were not refused.

    def run(self, steps):
        for step in steps:
            step = dict(step)
            try:
                getattr(self, "do_" + step["do"])(step)
            except Refused:
                continue
            self.recorded.append(step)
        return self

    def result(self):
        return {"accruals": [accrual.shown() for accrual in self.accruals if accrual.is_shown()],
                "statements": [statement.shown() for statement in self.statements.closed],
                "held": len(self.held)}

    # Steps that are not events.

    def do_operator(self, step):
        self.plan.set_operator(step)

    def do_rules(self, step):
        """Names the changed sections of §6 that apply. Without this step none does."""
        self.plan.rules = set(step["changed"])

    def do_brand(self, step):
        self.plan.ngr_modes[step["brand"]] = step["ngrMode"]

    def do_affiliate(self, step):
        refuse_unless(all(deal in self.plan.deals and self.plan.deals[deal]["versions"] for deal in step["deals"]))
        refuse_unless(step["parent"] is None or step["parent"] in self.plan.affiliates)
        refuse_unless(not self.plan.is_cycle(step["affiliate"], step["parent"]))
        self.plan.affiliates[step["affiliate"]] = step

    def do_deal(self, step):
        refuse_unless(all(brand in self.plan.ngr_modes for brand in step["brands"]))
        refuse_unless(not step["isDefault"] or self.plan.default_deal in (None, step["deal"]))
        self.plan.set_deal(step)

    def do_version(self, step):
        refuse_unless(step["deal"] in self.plan.deals)
        versions = self.plan.deals[step["deal"]]["versions"]
        step["number"] = len(versions) + 1
        versions.append(step)

    def do_withdraw(self, step):
        refuse_unless(step["deal"] in self.plan.deals)
        standing = [version["number"] for version in self.plan.standing(step["deal"])]
        refuse_unless(step["number"] in standing and len(standing) > 1)
        self.plan.withdrawn.add((step["deal"], step["number"]))

    def do_rate(self, step):
        self.plan.rates.append((step["from"], step["to"], step["date"], step["rate"]))

    def do_adjust(self, step):
        refuse_unless(step["affiliate"] in self.plan.affiliates)
        self.statements.adjustments.append(step)

    def do_reverse(self, step):
        """The opposite goes into the earliest open period. No state changes."""
        named = (step["seq"], step["component"], step["player"], step["affiliate"])
        found = [one for one in self.accruals if one.event and one.player and one.stint and one.amount and
                 one.stint is one.player.stint and not one.taken_back and not one.takes_back and
                 (one.event.seq, one.component, one.player.name, one.affiliate) == named]
        refuse_unless(found)
        accrual = found[0]
        reversal = self.reversal_of(accrual)
        reversal.base = None if accrual.base is None else -accrual.base
        accrual.taken_back, reversal.takes_back, reversal.stint = True, True, accrual.stint
        if accrual.component == "cpa":
            accrual.stint.reversed_by_hand = True
        self.accruals.append(reversal)
        for share in accrual.shares:
            back = self.reversal_of_share(share, reversal.amount)
            back.share_rate, back.share_percent = share.share_rate, share.share_percent
            reversal.shares.append(back)
            self.accruals.append(back)

    def do_resolve(self, step):
        for held in [held for held in self.held if self.can_be_priced(held)][:step["count"]]:
            self.held.remove(held)
            if self.plan.earns_nothing(held.affiliate):
                continue  # It counts as recorded now.
            if isinstance(held, HeldEvent):
                self.process(held.stint, held.event)
            elif isinstance(held, HeldCounterpart):
                self.price_counterpart(held)
            else:
                self.record_share(held)

    def do_close(self, step):
        affiliate, period = step["affiliate"], step["period"]
        refuse_unless((affiliate, period) not in self.plan.closed and (None, period) not in self.plan.closed)
        refuse_unless(affiliate is None or affiliate in self.plan.affiliates)
        refuse_unless(affiliate is None or self.plan.calendar(affiliate).has(period))
        chosen = self.in_order_of_closing() if affiliate is None else [affiliate]
        chosen = [one for one in chosen if self.plan.calendar(one).has(period) and not self.plan.is_closed(one, period)]
        for accrual in self.accruals:
            refuse_unless(accrual.affiliate not in chosen or place(accrual.period) >= place(period) or
                          not accrual.is_shown() or self.plan.is_closed(accrual.affiliate, accrual.period))
        for held in self.held:
            refuse_unless(held.affiliate not in chosen or place(held.period) >= place(period) or
                          self.plan.is_closed(held.affiliate, held.period))
        for one in chosen:
            self.pay_fixed_fees(one, period)
            before = len(self.statements.closed)
            self.statements.close(one, period)
            made = self.statements.closed[before:]
            self.follow_statements(made)
            self.open_next_month(one, period, set().union(*(statement.deals_with_base for statement in made)))
        self.plan.closed.add((affiliate, period))

    def do_statement_period(self, step):
        """§6.12: takes effect after the last period that has accruals or counts, or is closed."""
        affiliate = step["affiliate"]
        refuse_unless(affiliate in self.plan.affiliates)
        calendar = self.plan.calendar(affiliate)
        refuse_unless(calendar.kind() != step["kind"])
        used = [one.period for one in self.accruals if one.affiliate == affiliate]
        used += [one.state_month for one in self.accruals if one.affiliate == affiliate and one.state_month]
        used += [one.state_month for one in self.activities if one.affiliate == affiliate]
        used += [period for whose, period in self.plan.closed if whose in (None, affiliate) and calendar.has(period)]
        used += [held.period for held in self.held if held.affiliate == affiliate]
        step["from"] = max((day_after(last_day(period)) for period in used), default=None)
        calendar.change(step["kind"], step["from"] or "")

    def hold(self, held):
        held.period = self.plan.open_from(held.affiliate, self.plan.period(held.affiliate, held.time))
        self.held.append(held)

    def in_order_of_closing(self):
        """Children before their parents."""
        names = sorted(self.plan.affiliates)
        return names if "6.11" not in self.plan.rules else sorted(names, key=lambda name: -len(self.parents_of(name)))

    def pay_fixed_fees(self, affiliate, period):
        """The fee of a month is paid in the period in which the month ends."""
        month = self.plan.calendar(affiliate).month_that_ends_in(period)
        if month is None or self.plan.earns_nothing(affiliate):
            return
        for deal in self.plan.deals_of(affiliate):
            version = self.plan.version_on(deal, last_day(month))
            if version and "fixedMonthly" in version["terms"]:
                time = self.plan.last_moment(month)
                self.accruals.append(Accrual(
                    affiliate=affiliate, player=None, component="fixedMonthly", deal=deal, version=version["number"],
                    period=period, event=None, time=time, payable_from=time, late=False,
                    amount=scaled(version["terms"]["fixedMonthly"]["amount"]), currency=self.plan.currency_of(deal)))

    def do_reassign(self, step):
        refuse_unless(step["player"] in self.players and (step["after"] is None or step["after"] in self.plan.affiliates))
        player = self.players[step["player"]]
        refuse_unless(player.registration is not None)
        refuse_unless(step["after"] is None or not self.plan.affiliates[step["after"]].get("suspended", False))
        step["before"] = player.stint.affiliate if player.stint else None
        refuse_unless(step["before"] != step["after"])
        if player.stint:
            self.take_back(player.stint)
        player.stint = Stint(player, step["after"]) if step["after"] else None
        if player.stint:
            self.process_all(player)

    # Events.

    def do_event(self, step):
        refuse_unless(step["brand"] in self.plan.ngr_modes)
        refuse_unless(step["affiliate"] is None or step["affiliate"] in self.plan.affiliates)
        if step["affiliate"] and self.plan.affiliates[step["affiliate"]].get("suspended", False):
            step["affiliate"] = None  # A suspended affiliate gets no new player.
        player = self.players.setdefault(step["player"], Player(step["player"], step["brand"]))
        event = Event(step["seq"], player, step["type"], moment(step["time"]))
        if step["amount"] is not None:
            event.amount, event.currency = scaled(step["amount"]), step["currency"]
        event.product = (step.get("product") or "").lower()
        if event.type == "registration" and player.registration or event.type == "first_deposit" and player.first_deposit:
            return
        if event.type == "ngr_update":
            event.amount = self.ngr_delta(player, event, step.get("product"))
        player.events.append(event)
        if event.type == "first_deposit":
            player.first_deposit = event
        if event.type == "registration":
            player.registration, player.country = event, step["country"]
            if step["affiliate"] is not None:
                player.stint = Stint(player, step["affiliate"])
                self.process_all(player)
        elif player.stint:
            self.process(player.stint, event)

    def ngr_delta(self, player, event, product):
        """The amount that the total adds to the previous totals of the product. Products are compared literally."""
        mode = self.plan.ngr_modes[player.brand]
        before = [sent for sent in player.ngr if sent[1:3] == (event.currency, product)]
        if mode == "dailyTotal":
            before = [sent for sent in before if utc_day(sent[3]) == utc_day(event.time)]
        delta = event.amount
        if mode != "delta":
            delta -= sum(sent[4] for sent in before)
            if any(sent[0] == mode and sent[3] > event.time for sent in before):
                delta = 0
        player.ngr.append((mode, event.currency, product, event.time, delta))
        return delta

    def process_all(self, player):
        self.process(player.stint, player.registration)
        others = [event for event in player.events if event is not player.registration]
        for event in sorted(others, key=lambda event: event.time):  # Stable: events of the same time keep their order.
            self.process(player.stint, event)

    def process(self, stint, event):
        if self.plan.earns_nothing(stint.affiliate):
            return
        if stint.deal is None:
            self.choose_deal(stint, event)
        version = self.version_for(stint, event)
        if version is None:
            return
        if self.must_be_priced(stint, event, version) and not self.can_be_priced(HeldEvent(stint, event)):
            self.hold(HeldEvent(stint, event))
            return
        self.cpa_and_rev_share(stint, event, version)
        self.cpl(stint, event, version)
        self.turnover(stint, event, version)

    def choose_deal(self, stint, event):
        player = stint.player
        stint.deal = self.plan.choose(stint.affiliate, player.brand, player.country, self.plan.clock.day(event.time))
        if stint.deal and self.plan.deals[stint.deal]["binding"] == "registration":
            day = self.plan.clock.day(player.registration.time)
            stint.bound = self.plan.version_on(stint.deal, day) or self.plan.earliest_version(stint.deal)

    def version_for(self, stint, event):
        if stint.deal is None or stint.bound:
            return stint.bound
        return self.plan.version_on(stint.deal, self.plan.clock.day(event.time))

    def must_be_priced(self, stint, event, version):
        if event.currency is None:
            return False
        if self.counts_for_cpa(stint, event) or event.type == "wager_placed" and "turnover" in version["terms"]:
            return True
        return self.counts_for_rev_share(stint, event, version)

    def counts_for_cpa(self, stint, event):
        """After a change of version, an event under one version can complete the conditions of another."""
        versions = [stint.bound] if stint.bound else self.plan.standing(stint.deal)
        return event.type in USED_BY_CPA and any("cpa" in version["terms"] for version in versions)

    def can_be_priced(self, held):
        if isinstance(held, HeldEvent):
            return self.can_convert(held.event.currency, self.plan.currency_of(held.stint.deal), held.event.time)
        if isinstance(held, HeldCounterpart):
            return self.can_convert(held.currency, held.share.currency, held.share.time)
        return self.can_convert(held.child.currency, self.plan.currency_of(held.deal), held.child.time)

    def can_convert(self, source, target, time):
        return source == target or self.plan.rate_on(source, target, utc_day(time)) is not None

    def priced(self, stint, event):
        """The event's amount in the currency of the deal."""
        if event.currency is None:
            return 0
        return converted(event.amount, self.rate_for(event.currency, self.plan.currency_of(stint.deal), event.time))

    def rate_for(self, source, target, time):
        return "1" if source == target else self.plan.rate_on(source, target, utc_day(time))

    def record(self, accrual):
        self.accruals.append(accrual)
        self.share_with_parent(accrual)

    def start(self, stint, event, version, component, **rest):
        """An accrual of the event in its own month, or in the earliest open month after it."""
        month = self.plan.period(stint.affiliate, event.time)
        values = dict(affiliate=stint.affiliate, player=stint.player, component=component, deal=version["deal"],
                      version=version["number"], period=self.plan.open_from(stint.affiliate, month), event=event,
                      time=event.time, payable_from=event.time, late=self.plan.is_closed(stint.affiliate, month),
                      amount=0, currency=self.plan.currency_of(version["deal"]), stint=stint,
                      state_month=self.plan.state_month(stint.affiliate, version["deal"], month))
        return Accrual(**{**values, **rest})

    def postpone(self, accrual, payable_from):
        """Moves an accrual that becomes payable later into the month in which it does."""
        month = self.plan.period(accrual.affiliate, payable_from)
        accrual.payable_from = payable_from
        accrual.period = self.plan.open_from(accrual.affiliate, month)
        accrual.late = accrual.late or self.plan.is_closed(accrual.affiliate, month)

    # The other components.

    def cpl(self, stint, event, version):
        if event.type == "registration" and "cpl" in version["terms"]:
            self.record(self.start(stint, event, version, "cpl", amount=scaled(version["terms"]["cpl"]["amount"])))

    def turnover(self, stint, event, version):
        terms = version["terms"].get("turnover")
        if terms is None or event.type != "wager_placed":
            return
        product = event.product if event.product in rates_by_product(terms) else ""
        accrual = self.start(stint, event, version, "turnover", base=self.priced(stint, event), product=product)
        accrual.amount = self.moved_turnover(accrual, terms)
        self.record(accrual)

    def moved_turnover(self, accrual, terms):
        """What the month earns more, or less, with the base of the accrual. The whole is rounded, not each amount."""
        rate = scaled(rates_by_product(terms).get(accrual.product, terms["rate"]))
        before = sum(one.base for one in self.accruals if one.component == "turnover" and not one.takes_back and
                     turnover_state(one) == turnover_state(accrual))
        return percent_of(before + accrual.base, rate) - percent_of(before, rate)

    # Reassignment.

    def take_back(self, stint):
        self.held = [held for held in self.held if not (isinstance(held, HeldEvent) and held.stint is stint)]
        for accrual in [accrual for accrual in self.accruals if accrual.stint is stint]:
            self.held = [held for held in self.held if not (isinstance(held, HeldShare) and held.child is accrual)]
            reversal = self.reversal_of(accrual)
            reversal.takes_back = accrual.takes_back
            if accrual.component == "turnover" or accrual.takes_back:
                reversal.base = None if accrual.base is None else -accrual.base
            if accrual.component == "turnover" and not accrual.takes_back:
                reversal.product = accrual.product
                reversal.amount = self.moved_turnover(reversal, self.plan.version(accrual.deal, accrual.version)["terms"]["turnover"])
            if accrual.component == "revShare" and not accrual.takes_back:
                with Moving(self, reversal, stint, appends_only=True):
                    reversal.added = accrual.added.opposite(self.state_of_reversal(reversal)) if accrual.added else None
                    self.contributions += [reversal.added] if reversal.added else []
            else:
                self.accruals.append(reversal)
            for share in accrual.shares:
                self.accruals.append(self.reversal_of_share(share, reversal.amount))
            if accrual.amount == 0:
                # It was not shared, but its reversal can have an amount.
                self.share_with_parent(reversal)
        self.forget_activity(stint)

    def reversal_of(self, accrual):
        return Accrual(
            affiliate=accrual.affiliate, player=accrual.player, component=accrual.component, deal=accrual.deal,
            version=accrual.version, period=self.plan.open_from(accrual.affiliate, accrual.period),
            event=accrual.event, time=accrual.time, payable_from=accrual.payable_from,
            late=self.plan.is_closed(accrual.affiliate, accrual.period), amount=-accrual.amount,
            currency=accrual.currency,
            state_month=self.plan.state_month(accrual.affiliate, accrual.deal, accrual.state_month or accrual.period))

    def state_of_reversal(self, reversal):
        version = self.plan.version(reversal.deal, reversal.version)
        return self.state(reversal.affiliate, version, reversal.state_month)

    def reversal_of_share(self, share, reversed_amount):
        reversal = self.reversal_of(share)
        reversal.base = converted(reversed_amount, share.share_rate)
        reversal.amount = percent_of(reversal.base, share.share_percent)
        return reversal


def turnover_state(accrual):
    return accrual.affiliate, accrual.deal, accrual.version, accrual.state_month, accrual.product


def rates_by_product(terms):
    return {name.lower(): rate for name, rate in terms.get("rateByProduct", {}).items()}


def refuse_unless(condition):
    if not condition:
        raise Refused
