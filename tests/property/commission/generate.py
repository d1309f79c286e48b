"""Random histories: small, dense, and full of the errors that occur between an operator's systems.

The same seed gives the same history. Steps may be illegal (a month closed too early, a cycle of parents): the oracle
refuses them, and the other steps are recorded.
"""

import random
from datetime import datetime, timedelta, timezone

from tests.property.commission import history
from tests.property.commission.exact import MICROSECOND, Clock, moment_text
from tests.property.commission.members import MemberTerms, chosen_groups
from tests.property.commission.periods import following, last_day, period_of, place

ZONES = ("UTC", "UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo")
CURRENCIES = ("EUR", "USD", "JPY")
COUNTRIES = ("DE", "AT", "US", "")
RATES = ("0.9137", "1.0945", "162.35", "0.00615", "0.333333333333333333", "1.000000000000000001", "2")
AMOUNTS = ("0.01", "0.00000001", "33.33", "19.99", "20", "20", "30", "50", "100", "100", "1000", "9999.99", "0", "0.005",
           "123.45678901")
PERCENTAGES = ("25", "30", "33.3333", "12.5", "7.77777777", "100", "0", "0.00000001")
OTHER_TYPES = ("withdrawal", "bonus", "wager_settled", "kyc_verified")
MONEY_TYPES = ("first_deposit", "deposit", "wager_placed", "chargeback", "ngr_update")
# The frequency of each kind of step, in all histories.
STEPS = {"event": 70, "rate": 6, "version": 4, "withdraw": 1, "affiliate": 3, "deal": 2, "brand": 2, "reassign": 6, "close": 8, "adjust": 3,
         "operator": 1}
# The frequency of each event type. Each history has one subject.
SUBJECTS = {"cpa": (30, 12, 8, 12, 6), "revShare": (4, 3, 2, 10, 40), "both": (15, 10, 5, 12, 25)}


def generate(seed, members=()):
    """`members` names the groups of members of §6 that terms may have. Without it, they have only those of §1."""
    return Generator(seed, members).steps


class Generator(MemberTerms):
    def __init__(self, seed, members=()):
        self.random = random.Random(seed)
        self.members = chosen_groups(seed, members)
        self.steps = []
        self.seq = 0
        self.players = []         # {"name", "brand", "country", "affiliate", "registered"}
        self.versions = {}        # The number of versions of a deal.
        self.subject = self.random.choice(list(SUBJECTS))
        self.exchange_rates, self.percentages, self.coarse = RATES, PERCENTAGES, False
        self.currency = self.random.choice(CURRENCIES)
        self.crowded = self.chance(0.4)  # Few deals and versions, so that many events share one state.
        self.newcomers = 0.5 if self.subject == "cpa" else 0.25
        self.foreign = self.random.choice((0, 0, 0.1, 0.4))  # The part of the money that is in another currency.
        self.first_month = f"2026-{self.random.randint(1, 6):02}"
        self.months = self.random.randint(3, 5)
        self.now = datetime.fromisoformat(self.first_month + "-01").replace(tzinfo=timezone.utc)
        self.begin()
        self.go_on(self.random.randint(3, 20) if self.chance(0.2) else self.random.randint(20, 60))
        if self.chance(0.5):
            self.close_all()
            self.go_on(self.random.randint(1, 10))
            self.close_all()

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, *choices):
        return self.random.choice(choices)

    # The setup: affiliates, brands, deals and players.

    def begin(self):
        self.brands = ["B1", "B2"][:self.random.randint(1, 2)]
        self.affiliates = ["A1", "A2", "A3", "A4"][:self.pick(1, 2, 2) if self.crowded else self.pick(1, 2, 3, 4)]
        self.deals = ["D1", "D2", "D3", "D4"][:self.pick(1, 2) if self.crowded else self.pick(1, 2, 2, 3, 4)]
        self.scoped = 0.05 if self.crowded else 0.2
        self.bindings = {deal: self.pick("registration", "event") for deal in self.deals}
        self.currencies = {deal: self.currency if self.crowded or self.chance(0.7) else self.pick(*CURRENCIES)
                           for deal in self.deals}
        self.default_deal = self.random.choice(self.deals) if self.chance(0.4) else None
        self.zone = self.random.choice(ZONES)
        self.clock_of_operator = Clock(self.zone)
        self.base_currency = self.pick("EUR", self.currency)
        self.operator()
        self.begin_members()
        for brand in self.brands:
            self.steps.append(history.brand(brand, self.pick("delta", "delta", "dailyTotal", "lifetimeTotal")))
        for deal in self.deals:
            self.steps.append(self.deal_step(deal))
            for _ in range(1 if self.crowded or {"negative", "subAffiliates"} & self.members else self.pick(1, 1, 2, 3)):
                self.version(deal)
        for number, affiliate in enumerate(self.affiliates):
            self.affiliate(affiliate, self.affiliates[:number])
        self.begin_periods()
        if not self.members and self.chance(0.1):
            self.family()
        if self.chance(0.6):
            for source in CURRENCIES:
                for target in CURRENCIES:
                    if source != target and self.chance(0.6):
                        self.steps.append(history.rate(self.some_day(), source, target, self.pick(*self.exchange_rates)))

    def family(self):
        """A parent with a deal for each brand or country, and a sub-affiliate whose players are re-rated."""
        self.subject, self.newcomers = "cpa", 0.5
        self.brands, self.affiliates, self.deals = ["B1", "B2"], ["A1", "A2"], ["D1", "D2", "D3"]
        for deal in self.deals:
            self.bindings.setdefault(deal, "registration")
            self.currencies.setdefault(deal, self.currency)
        whole = {"amount": "100", "tierMode": "whole", "tiers": [{"from": self.pick(2, 3), "amount": "130"}]}
        terms = [{"cpa": {**self.cpa(), **whole}}, {"subAffiliate": {"percentOfCommission": "10"}},
                 {"subAffiliate": {"percentOfCommission": "5"}}]
        self.steps += [history.brand(brand) for brand in self.brands]
        for deal, paid, brands in zip(self.deals, terms, ([], ["B1"], [])):
            countries = ["DE"] if deal == "D3" and self.chance(0.5) else []
            self.steps += [history.deal(deal, self.bindings[deal], brands, countries),
                           history.version({"currency": self.currencies[deal], **paid}, deal, self.pick(None, "2026-01-01"))]
        self.default_deal = None
        self.steps += [history.affiliate("A1", ["D2", "D3"]), history.affiliate("A2", ["D1"], "A1")]

    def operator(self):
        self.steps.append(history.operator(self.zone, self.base_currency, self.pick("0", "0", "10", "50.5", "1000")))

    def deal_step(self, name):
        brands = self.random.sample(self.brands, 1) if self.chance(self.scoped) else []
        countries = self.random.sample(("DE", "AT", "US"), self.random.randint(1, 2)) if self.chance(self.scoped) else []
        return history.deal(name, self.bindings[name], brands, countries, name == self.default_deal,
                            self.pick("2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z"), **self.deal_members(name))

    def affiliate(self, name, parents):
        count = 0 if self.chance(0.4 if self.default_deal else 0.05) else self.pick(1, 1, 2, 3)
        self.steps.append(history.affiliate(
            name, self.random.sample(self.deals, min(count, len(self.deals))),
            self.random.choice(parents) if parents and self.chance(0.9 if "subAffiliates" in self.members else 0.6) else None,
            self.pick(None, None, None, "0", "25", "100"), **self.affiliate_members(name)))

    def some_day(self):
        return f"2026-{self.random.randint(int(self.first_month[5:]), int(self.first_month[5:]) + self.months):02}-" \
               f"{self.random.randint(1, 28):02}"

    # Terms.

    def version(self, deal):
        first = deal not in self.versions
        self.versions[deal] = self.versions.get(deal, 0) + 1
        day = None if self.chance(0.85 if first else 0.1) else self.some_day()
        terms = self.terms(self.currencies[deal])
        self.steps.append(history.version(self.with_ladder_of(deal, terms), deal, day))

    def terms(self, currency):
        terms = {"currency": currency}
        if self.chance(0.25 if self.subject == "revShare" else 0.85):
            terms["cpa"] = self.cpa()
        if self.chance(0.25 if self.subject == "cpa" else 0.85):
            terms["revShare"] = self.rev_share()
        if self.chance(0.25):
            terms["cpl"] = {"amount": self.pick("5", "0", "1.005")}
        if self.chance(0.15):
            terms["fixedMonthly"] = {"amount": self.pick("500", "0.005", "0", "0.015")}
        if self.chance(0.35) or len(terms) == 1:
            terms["subAffiliate"] = {"percentOfCommission": self.pick(*self.percentages)}
        return self.with_members(terms)

    def maybe(self, terms, name, probability, *values):
        if self.chance(probability):
            terms[name] = self.random.choice(values)

    def cpa(self):
        terms = {"amount": self.pick("100", "100", "50", "33.33", "33.33", "0", "0.005")}
        self.maybe(terms, "amountByCountry", 0.25, {"DE": "120"}, {"DE": "120", "US": "0"}, {"AT": "100"})
        self.maybe(terms, "minFirstDeposit", 0.2, "20", "0.01", "0")
        self.maybe(terms, "minTotalDeposits", 0.2, "50", "100", "20")
        self.maybe(terms, "minWagered", 0.15, "10", "100")
        self.maybe(terms, "qualifyWithinDays", 0.25, 1, 7, 30)
        if self.chance(0.6):
            starts = sorted(self.random.sample((1, 2, 3, 4), self.random.randint(1, 2)))
            terms["tiers"] = [{"from": start, "amount": self.pick("120", "130.5", "100", "0")} for start in starts]
        self.maybe(terms, "tierMode", 0.7, "whole", "whole", "marginal")
        self.maybe(terms, "monthlyCap", 0.35, 0, 1, 2, 3)
        self.maybe(terms, "holdDays", 0.3, 0, 1, 10, 35, 60)
        self.maybe(terms, "clawback", 0.7, "ifUnqualified", "always", "never")
        return terms

    def rev_share(self):
        terms = {"rate": self.pick(*self.percentages)}
        if self.chance(0.5):
            starts = sorted(self.random.sample((0.01, 50, 100, 1000, 10000), self.random.randint(1, 3)))
            terms["tiers"] = [{"from": str(start), "rate": self.pick(*self.percentages)} for start in starts]
        self.maybe(terms, "tierMode", 0.7, "whole", "marginal")
        self.maybe(terms, "adminFeePercent", 0.4, "10", "0.00000001", "33.33333333", "100")
        self.maybe(terms, "deductChargebacks", 0.5, True, False)
        self.maybe(terms, "negativeCarryover", 0.6, True, False)
        self.maybe(terms, "durationMonths", 0.25, 1, 2)
        return terms

    # Steps.

    def go_on(self, count):
        span = timedelta(days=30 * self.months) if self.chance(0.5 if self.crowded else 0.8) else timedelta(days=20)
        kinds, weights = zip(*self.step_weights(STEPS).items())
        for kind in self.random.choices(kinds, weights, k=count):
            self.now += span * self.random.random() * 2 / count
            getattr(self, "do_" + kind)()

    def do_operator(self):
        self.operator()

    def do_brand(self):
        self.steps.append(history.brand(self.random.choice(self.brands), self.pick("delta", "dailyTotal", "lifetimeTotal")))

    def do_affiliate(self):
        name = self.random.choice(self.affiliates)
        self.affiliate(name, [other for other in self.affiliates if other != name])

    def do_deal(self):
        name = self.random.choice(self.deals)
        if self.chance(0.3) and self.default_deal:
            name, self.default_deal = self.default_deal, None
        elif self.chance(0.3) and self.default_deal is None:
            self.default_deal = name
        self.steps.append(self.deal_step(name))

    def do_version(self):
        self.version(self.random.choice(self.deals))

    def do_withdraw(self):
        deal = self.random.choice(self.deals)
        if self.versions.get(deal, 0) > 1:
            self.steps.append(history.withdraw(self.random.randint(1, self.versions[deal]), deal))

    def do_rate(self):
        source, target = self.random.sample(CURRENCIES, 2)
        self.steps.append(history.rate(self.some_day(), source, target, self.pick(*self.exchange_rates)))
        if self.chance(0.9):
            self.steps.append(history.resolve(self.pick(1, 2, 1_000_000, 1_000_000, 1_000_000)))

    def do_reassign(self):
        if self.players:
            player, after = self.random.choice(self.players), self.random.choice(self.affiliates)
            self.steps.append(history.reassign(player["name"], after))

    def do_adjust(self):
        amount = self.pick("-100", "10", "-7", "500", "1")
        self.steps.append(history.adjust(amount, self.random.choice(self.affiliates), self.pick(self.currency, *CURRENCIES),
                                         f"reason {len(self.steps)}"))

    def ended_periods(self, first_month):
        """The ended periods of every kind that an affiliate may have, in the order of their ends."""
        today, ended = self.clock_of_operator.day(self.now), []
        for kind in sorted(self.period_kinds):
            period = period_of(kind, first_month + "-01")
            while last_day(period) < today:
                ended.append(period)
                period = following(period)
        return sorted(ended, key=place)

    def close_all(self):
        """Closes periods in order, as operators do, for all affiliates or for some of them first."""
        self.now += timedelta(days=self.pick(0, 31))
        for period in self.ended_periods("2025-11"):
            names = self.random.sample(self.affiliates, self.random.randint(0, len(self.affiliates)))
            self.steps += [history.close(period, name) for name in names]
            if self.chance(0.8):
                self.steps.append(history.close(period))

    def do_close(self):
        ended = self.ended_periods("2025-12" if self.chance(0.1) else self.first_month)
        if not ended:
            return
        name = self.random.choice([None, *self.affiliates])
        # All periods in order up to some period, or only one period.
        chosen = ended[:self.random.randint(1, len(ended))] if self.chance(0.7) else [self.random.choice(ended)]
        self.steps += [history.close(period, name) for period in chosen]

    def do_event(self):
        if not self.players or (len(self.players) < 12 and self.chance(self.newcomers)):
            affiliate = self.pick(*self.affiliates, *self.affiliates[-1:] * 2) if self.chance(0.95) else None
            self.players.append({"name": f"P{len(self.players) + 1}", "brand": self.random.choice(self.brands),
                                 "country": self.random.choice(COUNTRIES), "time": self.now, "registered": False,
                                 "affiliate": affiliate})
            player = self.players[-1]
        else:
            player = self.random.choice(self.players)
        if not player["registered"] and self.chance(0.8):
            self.register(player)
            if self.subject != "revShare" and self.chance(0.75):
                self.event(player, "first_deposit")
                return
        kinds = MONEY_TYPES + OTHER_TYPES
        if self.members:
            kinds, weights = self.event_weights(kinds, SUBJECTS[self.subject])
            kind = self.random.choices(kinds, weights)[0]
        else:
            kind = self.random.choices(kinds, SUBJECTS[self.subject] + (1,) * len(OTHER_TYPES))[0]
        self.event(player, "registration" if self.chance(0.02) else kind)

    def register(self, player):
        player["time"] = self.event_time(player)
        self.event(player, "registration", player["time"])
        player["registered"] = True

    def event(self, player, kind, time=None):
        self.seq += 1
        amount = None
        if self.has_amount(kind, MONEY_TYPES) and not (kind == "wager_placed" and self.chance(0.15)):
            amount = self.amount(kind)
        currency = self.pick(*CURRENCIES) if self.chance(self.foreign) else self.currency
        registers = kind == "registration"
        self.steps.append(history.event(
            self.seq, kind, moment_text(time or self.event_time(player)), player["name"], amount, currency, player["brand"],
            player["affiliate"] if registers else None, player["country"] if registers else "", self.product(kind)))

    def amount(self, kind):
        if self.coarse:
            return self.coarse_amount(kind)
        amount = self.pick(*AMOUNTS) if self.chance(0.7) else f"{self.random.randint(0, 20000) / 100:.2f}"
        return "-" + amount if kind == "ngr_update" and amount.strip("0.") and self.chance(0.35) else amount

    def some_last_day(self):
        kind = self.random.choice(sorted(self.period_kinds))
        days = {"month": 31, "halfMonth": 15, "week": 7}[kind]
        return last_day(period_of(kind, self.clock_of_operator.day(self.now - timedelta(days=days))))

    def event_time(self, player):
        """Usually the current time, sometimes much earlier, or within a microsecond of the end of a period."""
        late = self.late_time()
        if late:
            return late
        if self.chance(0.8 if self.crowded else 0.6):
            return self.now - timedelta(minutes=self.random.randint(0, 3 * 24 * 60))
        if self.chance(0.5):
            return self.now - timedelta(hours=self.random.randint(0, 60 * 24))
        end = self.random.choice((
            self.clock_of_operator.last_moment(self.some_last_day()) + MICROSECOND,
            player["time"] + timedelta(days=self.pick(1, 7, 30)), player["time"],
            self.clock_of_operator.plus_months(player["time"], self.pick(1, 2)),
            self.now.replace(hour=0, minute=0, second=0, microsecond=0)))
        return end + self.random.randint(-1, 1) * MICROSECOND
