"""The deals, exchange rates and closed periods at one moment of a history: all steps that are not events."""

from tests.property.commission.canonical import canonical
from tests.property.commission.exact import Clock, month_of, to_minor_unit
from tests.property.commission.periods import StatementCalendar, last_day

BEGINNING = "0000-00-00"


class Plan:
    def __init__(self):
        self.clock = Clock("UTC")
        self.base_currency = "EUR"
        self.min_payout = "0"
        self.suspended_earn = False
        self.ngr_modes = {}
        self.affiliates = {}  # name: its step
        self.deals = {}       # name: its step, with "versions"
        self.withdrawn = set()  # (deal, number of its version)
        self.default_deal = None
        self.rates = []       # (from, to, day, rate), in the order in which they were set
        self.closed = set()   # (affiliate or None for all, period)
        self.calendars = {}   # affiliate: StatementCalendar
        self.rules = set()    # The changed sections of §6 that apply.

    def set_operator(self, step):
        self.clock = Clock(step["timeZone"])
        self.base_currency = step["baseCurrency"]
        self.min_payout = step["minPayout"]
        self.suspended_earn = step.get("suspendedEarn", False)

    def set_deal(self, step):
        versions = self.deals[step["deal"]]["versions"] if step["deal"] in self.deals else []
        self.deals[step["deal"]] = {**step, "versions": versions}
        if step["isDefault"]:
            self.default_deal = step["deal"]
        elif self.default_deal == step["deal"]:
            self.default_deal = None

    def is_cycle(self, affiliate, parent):
        while parent is not None:
            if parent == affiliate:
                return True
            parent = self.affiliates[parent]["parent"]
        return False

    def deals_of(self, affiliate):
        own = self.affiliates[affiliate]["deals"]
        if own:
            return own
        return [self.default_deal] if self.default_deal else []

    def standing(self, deal):
        """The versions that were not withdrawn."""
        return [version for version in self.deals[deal]["versions"] if (deal, version["number"]) not in self.withdrawn]

    def version_on(self, deal, day):
        """The version that started last; if several started on the same day, the newest of them."""
        begun = [version for version in self.standing(deal) if began(version) <= day]
        return max(begun, key=lambda version: (began(version), version["number"]), default=None)

    def earliest_version(self, deal):
        return min(self.standing(deal), key=lambda version: (began(version), version["number"]))

    def first_equal(self, version, component):
        """The version that a state is named after: the first one with the same terms."""
        key = terms_key(self, version, component)
        return next(one for one in self.deals[version["deal"]]["versions"]
                    if component in one["terms"] and terms_key(self, one, component) == key)

    def version(self, deal, number):
        [found] = [version for version in self.deals[deal]["versions"] if version["number"] == number]
        return found

    def currency_of(self, deal):
        return self.deals[deal]["versions"][0]["terms"]["currency"]

    def choose(self, affiliate, brand, country, day):
        """The affiliate's deal for such a player, or None."""
        fitting = [name for name in self.deals_of(affiliate)
                   if self._fits(name, brand, country) and self.version_on(name, day)]
        return max(fitting, key=self._precedence, default=None)

    def _fits(self, name, brand, country):
        deal = self.deals[name]
        return (not deal["brands"] or brand in deal["brands"]) and (not deal["countries"] or country in deal["countries"])

    def _precedence(self, name):
        deal = self.deals[name]
        return bool(deal["brands"]) + bool(deal["countries"]), deal["createdAt"], name

    def rate_on(self, source, target, day):
        """The latest direct rate on or before the day; for the same day, the one set last. None if there is none."""
        known = [(rate_day, order, rate) for order, (one, other, rate_day, rate) in enumerate(self.rates)
                 if (one, other) == (source, target) and rate_day <= day]
        return max(known)[2] if known else None

    def is_closed(self, affiliate, period):
        return (affiliate, period) in self.closed or (None, period) in self.closed

    def open_from(self, affiliate, period):
        while self.is_closed(affiliate, period):
            period = self.calendar(affiliate).after(period)
        return period

    def calendar(self, affiliate):
        return self.calendars.setdefault(affiliate, StatementCalendar())

    def first_moment(self, affiliate, period):
        return self.clock.first_moment(self.calendar(affiliate).first_day(period))

    def period(self, affiliate, time):
        """The statement period of the affiliate."""
        return self.calendar(affiliate).period_on(self.clock.day(time))

    def last_moment(self, period):
        return self.clock.last_moment(last_day(period))

    def pool_of(self, deal):
        """The deals that are counted together for `from`."""
        label = self.deals[deal].get("tierPool")
        return {deal} if label is None else {name for name, one in self.deals.items() if one.get("tierPool") == label}

    def is_pooled(self, deal):
        return self.deals[deal].get("tierPool") is not None

    def state_month(self, affiliate, deal, month):
        """The period whose state an event of this period moves."""
        if self.deals[deal].get("lateEvents", "currentMonth") == "ownMonth":
            return month
        return self.open_from(affiliate, month)

    def compared(self, amount, currency):
        """An amount as it is compared with minima and tiers."""
        return to_minor_unit(amount, currency) if "6.10" in self.rules else amount

    def earns_nothing(self, affiliate):
        """Whether what is recorded now earns nothing, because the affiliate is suspended."""
        return ("6.13" in self.rules and not self.suspended_earn and
                self.affiliates[affiliate].get("suspended", False))

    def min_payout_of(self, affiliate):
        own = self.affiliates[affiliate]["minPayout"]
        return self.min_payout if own is None else own

    def month(self, time):
        return month_of(self.clock.day(time))


def began(version):
    return version["effectiveFrom"] or BEGINNING


def terms_key(plan, version, component):
    """Versions with the same key share one state of the component."""
    return canonical(version["terms"][component]) if "6.7" in plan.rules else version["number"]
