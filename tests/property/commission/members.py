"""Members of §6 in random histories. A group of members can be switched on as soon as the engine knows it.

A history uses one to three of the groups. The numbers are coarse unless the group `rounding` is on, so that no result
depends on whether a sum or its parts are rounded to the 8th digit. Combinations that §6 leaves open are left out; each
of them is named here, and called *open*.
"""

import random
from datetime import timedelta

from tests.property.commission import history

GROUPS = ("activity", "products", "deductions", "negative", "cpaConditions", "reversals", "turnover", "ladders", "brands", "lateEvents", "thresholds", "subAffiliates", "suspension", "introduction", "periods", "rounding")
AMOUNTS = ("0.1", "19.9", "20", "20", "30", "50", "100", "100", "500", "1000", "9999.9", "10000", "0")
PERCENTAGES = ("25", "30", "12", "7", "40", "100", "0")
PRODUCTS = ("sports", "Sports", "casino", "POKER", None)
# These put an amount of 20 or 100 just beside a threshold.
CLOSE_RATES = ("0.9999", "1.0001", "0.8547", "1.0004")
CLOSE_AMOUNTS = ("20", "20", "23.4", "100", "50", "10")
EXCHANGE_RATES = ("0.9", "1.1", "160", "0.5", "2")


def chosen_groups(seed, members):
    """The groups of one history."""
    unknown = set(members) - set(GROUPS)
    assert not unknown, f"unknown groups of members: {sorted(unknown)}; known are {', '.join(GROUPS)}"
    if not members:
        return frozenset()
    own = random.Random(f"members {seed}")
    subjects = sorted(set(members) - {"rounding"})
    chosen = own.sample(subjects, min(len(subjects), own.choice((1, 1, 1, 2, 2, 3))))
    return frozenset(chosen) | ({"rounding"} & set(members))


class MemberTerms:
    """The part of the generator that knows the members of §6."""

    def begin_members(self):
        self.pools, self.newest_terms, self.late_events, self.approved = {}, {}, {}, {}
        self.period_kinds = {"month"}
        if not self.members:
            return
        self.steps.append(history.rules())
        # The deal and the exchange rate of a counterpart (6.11) are open if deals differ by brand, country or currency.
        self.scoped, self.currencies = 0, dict.fromkeys(self.deals, self.currency)
        self.coarse = "rounding" not in self.members
        if self.coarse:
            self.exchange_rates, self.percentages = EXCHANGE_RATES, PERCENTAGES
        if "ladders" in self.members:
            self.begin_ladders()
        if "brands" in self.members:
            self.brands, self.crowded, self.subject = ["B1", "B2"], True, "revShare"
        if "lateEvents" in self.members:
            self.late_events = {deal: self.pick("ownMonth", "ownMonth", "currentMonth") for deal in self.deals}
        if "subAffiliates" in self.members:
            self.begin_sub_affiliates()
        if "thresholds" in self.members:
            self.foreign, self.crowded = 0.6, True
            self.exchange_rates = EXCHANGE_RATES if "deductions" in self.members else CLOSE_RATES
            self.steps += [history.rate("2025-01-01", source, target, self.pick(*self.exchange_rates))
                           for source in ("EUR", "USD", "JPY") for target in ("EUR", "USD", "JPY") if source != target]
        if "activity" in self.members:
            self.subject = self.pick("revShare", "both")
            self.newcomers = 0.4
        if {"products", "deductions", "negative"} & self.members:
            self.subject = self.pick("revShare", "revShare", "both")
        if "cpaConditions" in self.members:
            self.subject = self.pick("cpa", "cpa", "both")
            # Which version's amounts follow a growing first deposit is open for the other binding.
            self.bindings = dict.fromkeys(self.bindings, "registration")
        if "suspension" in self.members:
            # Whether a version that is added later knows the activity from before it is open for the other binding.
            self.bindings = dict.fromkeys(self.bindings, "registration")

    def deal_members(self, name):
        members = {}
        if name in self.pools:
            members["tierPool"] = self.pools[name]
        if name in self.late_events:
            members["lateEvents"] = self.late_events[name]
        return members

    def with_members(self, terms):
        if not self.members:
            return terms
        if "subAffiliates" in self.members:
            self.add_levels(terms)
        if "turnover" in self.members and self.chance(0.7):
            self.add_turnover(terms)
        if "cpa" in terms and "cpaConditions" in self.members:
            self.add_cpa_conditions(terms["cpa"])
        if "cpa" in terms and "thresholds" in self.members:
            self.maybe(terms["cpa"], "minFirstDeposit", 0.7, "20", "10", "50")
            self.maybe(terms["cpa"], "minTotalDeposits", 0.4, "20", "100")
        if "revShare" in terms:
            self.make_coarse(terms["revShare"])
            if "activity" in self.members:
                self.add_activity(terms["revShare"], "cpa" in terms)
            if "products" in self.members:
                self.add_products(terms["revShare"])
            if "deductions" in self.members:
                self.add_deductions(terms["revShare"])
            if "negative" in self.members:
                self.add_negative(terms["revShare"])
            if "suspension" in self.members:
                self.maybe(terms["revShare"], "inactiveAfterMonths", 0.6, 1, 2)
            if "introduction" in self.members and self.chance(0.7):
                terms["revShare"]["introRate"] = {"rate": self.pick("50", "20", "100"), "months": self.pick(1, 2, 3)}
                terms["revShare"]["tierMode"] = "whole"  # The least rate of slices is open.
            if "brands" in self.members:
                self.add_whole_ladder(terms["revShare"])
            if self.pools:
                terms["revShare"]["tierMode"] = "whole"  # Slices of a pool are open.
        return terms

    def make_coarse(self, terms):
        if self.coarse and "adminFeePercent" in terms:
            terms["adminFeePercent"] = self.pick("10", "20", "35", "100")
        if "thresholds" in self.members:
            terms.pop("adminFeePercent", None)
            for tier, start in zip(terms.get("tiers", []), ("20", "50", "100")):
                tier["from"] = start

    def coarse_amount(self, kind):
        near = CLOSE_AMOUNTS if "thresholds" in self.members else AMOUNTS
        amount = self.pick(*near) if self.chance(0.7) else f"{self.random.randint(0, 2000) / 10:.1f}"
        return "-" + amount if kind == "ngr_update" and amount.strip("0.") and self.chance(0.35) else amount

    def step_weights(self, weights):
        """Which parent follows a waiver is open if the parent or its deals change between the event and the closing, so they
        do not."""
        if self.members:
            weights = weights | {"affiliate": 0, "deal": 0}
        if "negative" in self.members:
            weights = weights | {"close": 14}
        if "lateEvents" in self.members:
            weights = weights | {"close": 14}
        if "ladders" in self.members:
            weights = weights | {"version": weights["version"] * 2, "close": 3}
        if "subAffiliates" in self.members:
            weights = weights | {"close": 14, "version": 0, "withdraw": 0}  # As above, for the percentage.
        if "reversals" in self.members:
            weights = weights | {"reverse": 8}
        if "suspension" in self.members:
            # Whether the events of a suspension are processed for another affiliate is open: players are only released.
            weights = weights | {"reassign": 0, "suspend": 8, "release": 3}
        if "periods" in self.members:
            weights = weights | {"period": 4, "close": 10}
        return weights

    def event_weights(self, kinds, weights):
        """A settled wager may or may not be activity: it does not occur."""
        others = {"wager_settled": 0}
        if "deductions" in self.members:
            others |= {"bonus": 12, "withdrawal": 8}
        if "cpaConditions" in self.members:
            others |= {"kyc_verified": 15}
            kinds, others = (*kinds, "self_exclusion", "player_blocked"), others | {"self_exclusion": 4, "player_blocked": 4}
        if "turnover" in self.members:
            weights = tuple(15 if kind == "wager_placed" else weight for kind, weight in zip(kinds, weights))
        return kinds, tuple(weights) + tuple(others.get(kind, 1) for kind in kinds[len(weights):])

    def has_amount(self, kind, monetary):
        return kind in monetary or kind in ("bonus", "withdrawal")

    def product(self, kind):
        if {"products", "turnover"} & self.members and kind in ("ngr_update", "wager_placed"):
            return self.pick(*PRODUCTS)
        return None

    # 6.1

    def add_activity(self, terms, has_cpa):
        counts = ["newDepositors", "activePlayers", "deposits"] + ["qualifiedPlayers"] * has_cpa
        terms["tierMode"] = "whole"
        if self.chance(0.5):
            terms["tierBy"] = self.pick(*counts)
            amounts = terms["tierBy"] == "deposits"
            starts = sorted(self.random.sample((20, 50, 100, 1000) if amounts else (1, 2, 3, 4), self.random.randint(1, 2)))
            terms["tiers"] = [{"from": str(start) if amounts else start, "rate": self.pick(*self.percentages)}
                              for start in starts]
        for tier in terms.get("tiers", []):
            if self.chance(0.3):
                tier["requires"] = self.condition(counts)
        if self.chance(0.4):
            terms["requires"] = {**self.condition(counts), "elseRate": self.pick("0", "5", "50")}

    def condition(self, counts):
        chosen = self.random.sample(counts, self.pick(1, 1, 2))
        return {name: self.pick("50", "100") if name == "deposits" else self.pick(1, 2, 3) for name in chosen}

    # 6.2

    def add_products(self, terms):
        """Activity: whether excluded NGR makes a player active is open, so the two do not meet."""
        terms["tierMode"] = "whole"
        levels = [terms, *terms.get("tiers", [])]
        for level in levels:
            if self.chance(0.7 if level is terms else 0.3):
                names = self.random.sample(("sports", "poker", "Casino"), self.pick(1, 1, 2))
                level["rateByProduct"] = {name: self.pick(*self.percentages) for name in names}
        if "activity" not in self.members and self.chance(0.3):
            named = {name for level in levels for name in level.get("rateByProduct", {})}  # Both would contradict.
            others = [name for name in ("poker", "Casino", "lotto") if name not in named]
            terms["excludeProducts"] = self.random.sample(others, self.pick(1, min(2, len(others))))

    # 6.3

    def add_deductions(self, terms):
        deductions = {}
        self.maybe(deductions, "bonusPercent", 0.7, "100", "50", "0")
        self.maybe(deductions, "depositFeePercent", 0.4, "7", "2")
        self.maybe(deductions, "withdrawalFeePercent", 0.4, "7", "3")
        self.maybe(deductions, "beforeAdminFee", 0.4, True, False)
        if self.chance(0.9):
            terms["deductions"] = deductions

    # 6.4

    def add_negative(self, terms):
        """One special rule at a time: how two of them combine is open."""
        terms.pop("negativeCarryover", None)
        rule = self.pick("months", "base", "base", "baseMonths", "chargebacks", "fence", "fence", "policy")
        if self.late_events:
            rule = self.pick("months", "policy")  # What a late event changes in a base that was carried on is open.
        terms["negative"] = negative = {"policy": self.pick("carry", "waive") if rule in ("policy", "fence") else "carry"}
        if rule in ("months", "baseMonths"):
            negative["carryMonths"] = self.pick(1, 2, 3)
        if rule in ("base", "baseMonths"):
            negative["carryBase"] = True
        if rule == "chargebacks":
            negative["onlyChargebacks"] = True
            terms["deductChargebacks"] = True
        if rule == "fence":
            negative["highRoller"] = {"playerLoss": self.pick("50", "100", "1000"),
                                      "when": self.pick("affiliateNegative", "always")}
            for level in (terms, *terms.get("tiers", [])):
                level.pop("rateByProduct", None)  # Which part settles what a player owes is open.

    # 6.5

    def add_cpa_conditions(self, terms):
        self.maybe(terms, "minBets", 0.25, 1, 2)
        self.maybe(terms, "requires", 0.25, ["kycVerified"])
        self.maybe(terms, "excludes", 0.4, ["selfExcluded"], ["blocked"], ["selfExcluded", "blocked"])
        self.maybe(terms, "qualifyFrom", 0.4, "registration", "firstDeposit")
        self.maybe(terms, "firstDepositWindowHours", 0.5, 1, 24, 24 * 14)
        if self.chance(0.5):
            terms.pop("tiers", None)
            starts = sorted(self.random.sample((20, 50, 100, 150), self.random.randint(1, 2)))
            terms["amountByFirstDeposit"] = [{"from": str(start), "amount": self.pick("120", "150", "80")} for start in starts]

    def do_reverse(self):
        events = [step for step in self.steps if step["do"] == "event" and step["type"] != "registration"]
        players = {player["name"]: player["affiliate"] for player in self.players}
        if events:
            chosen = self.random.choice(events)
            component = "revShare" if chosen["type"] in ("ngr_update", "chargeback") else "cpa"
            if players[chosen["player"]]:
                self.steps.append(history.reverse(chosen["seq"], component, chosen["player"], players[chosen["player"]]))

    # 6.6

    def add_turnover(self, terms):
        terms["turnover"] = {"rate": self.pick("0.25", "0", "1.5", "100")}
        self.maybe(terms["turnover"], "rateByProduct", 0.6, {"sports": "0.5"}, {"Poker": "0", "casino": "2"})

    # 6.7

    def begin_ladders(self):
        """Two deals in a pool have one currency. Negative bases of a pool are open, so these groups do not meet."""
        self.crowded = False
        self.affiliates = self.affiliates[:self.pick(1, 2)]
        self.newcomers = 0.5
        self.deals = ["D1", "D2"][:self.pick(1, 2, 2)]
        self.default_deal = self.default_deal if self.default_deal in self.deals else None
        self.bindings = {deal: self.pick("registration", "event") for deal in self.deals}
        self.currencies = dict.fromkeys(self.deals, self.currency)
        if "cpaConditions" in self.members:
            self.bindings = dict.fromkeys(self.deals, "registration")
        if self.chance(0.5) and "negative" not in self.members:
            self.pools = dict.fromkeys(self.deals, "pool")

    # 6.9

    def late_time(self):
        """Often a time in a month that may be closed by now, or None."""
        if "lateEvents" in self.members and self.chance(0.4):
            return self.now - timedelta(hours=self.random.randint(15 * 24, 60 * 24))
        return None

    # 6.11

    def begin_sub_affiliates(self):
        self.affiliates = ["A1", "A2", "A3", "A4"][:self.pick(2, 3, 3, 4)]

    def add_levels(self, terms):
        if self.chance(0.8):
            terms["subAffiliate"] = {"levels": self.random.sample(("5", "2", "1", "10", "0", "50"), self.pick(1, 2, 3))}
        if "revShare" in terms and "negative" not in terms["revShare"]:
            terms["revShare"]["negativeCarryover"] = self.chance(0.4)

    # 6.13

    def do_suspend(self):
        """Suspends an affiliate or ends its suspension, or changes what suspended affiliates earn."""
        if self.chance(0.15):
            return self.steps.append({**self.steps[0], "suspendedEarn": self.chance(0.5)})
        name = self.random.choice(self.affiliates)
        [*_, step] = [step for step in self.steps if step["do"] == "affiliate" and step["affiliate"] == name]
        self.steps.append({**step, "suspended": not step.get("suspended", False)})

    def do_release(self):
        if self.players:
            self.steps.append(history.reassign(self.random.choice(self.players)["name"], None))

    # 6.12

    def begin_periods(self):
        """Most affiliates have another kind of period from the beginning."""
        if "periods" in self.members:
            for name in self.affiliates:
                if self.chance(0.7):
                    self.change_period(name)

    def do_period(self):
        self.change_period(self.random.choice(self.affiliates))

    def change_period(self, name):
        kind = self.pick("month", "halfMonth", "halfMonth", "week", "week")
        self.period_kinds.add(kind)
        self.steps.append(history.statement_period(kind, name))

    # 6.15

    def affiliate_members(self, name):
        if "introduction" not in self.members:
            return {}
        approved = self.approved.setdefault(name, f"{self.some_day()}T{self.random.randint(0, 23):02}:30:00Z")
        return {"approvedAt": approved}

    # 6.8

    def add_whole_ladder(self, terms):
        terms["tierMode"] = "whole"
        if not terms.get("tiers"):
            terms["tiers"] = [{"from": self.pick("100", "1000"), "rate": self.pick(*self.percentages)}]

    def with_ladder_of(self, deal, terms):
        """Often the ladder of the deal's previous version, written in another way."""
        if "ladders" not in self.members:
            return terms
        for component, start, amount in (("cpa", self.pick(2, 3), "amount"), ("revShare", self.pick("50", "100"), "rate")):
            before = self.newest_terms.get(deal, {})
            counts_qualified = "cpa" not in terms and "qualifiedPlayers" in str(before.get(component))
            if component in before and self.chance(0.8) and not counts_qualified:
                terms[component] = rewritten(before[component])
            elif component in terms and "tierBy" not in terms[component] and "amountByFirstDeposit" not in terms[component]:
                terms[component]["tiers"] = [{"from": start, amount: self.pick("60", "80")}]
        self.newest_terms[deal] = terms
        return terms


def rewritten(terms):
    """The same terms in other words."""
    told = dict(terms)
    told.setdefault("tierMode", "marginal")
    for name in ("amount", "rate"):
        if name in told and len(told[name]) < 6:
            told[name] += "0" if "." in told[name] else ".0"
    return told
