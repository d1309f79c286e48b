"""The records of the oracle."""

from dataclasses import dataclass, field
from datetime import datetime

from tests.property.commission.exact import moment_text, text_of


@dataclass(eq=False)
class Event:
    seq: int
    player: "Player"
    type: str
    time: datetime
    amount: int | None = None  # For an ngr_update, the amount that it adds.
    currency: str | None = None
    product: str = ""          # In lower case.


@dataclass(eq=False)
class Player:
    name: str
    brand: str
    country: str = ""
    registration: Event | None = None
    first_deposit: Event | None = None
    events: list[Event] = field(default_factory=list)  # In order, without repeated registrations and first deposits.
    ngr: list[tuple] = field(default_factory=list)     # (mode, currency, product, time, added amount)
    stint: "Stint | None" = None


@dataclass(eq=False)
class Stint:
    """A player's time with one affiliate."""
    player: Player
    affiliate: str
    deal: str | None = None
    bound: dict | None = None                              # The version, if it is bound at the registration.
    money: list["Entry"] = field(default_factory=list)     # The events that CPA uses.
    position: "Position | None" = None
    clawed_back: bool = False
    reversed_by_hand: bool = False                         # Its CPA or a part of it. The rest can be clawed back.
    active_times: list[datetime] = field(default_factory=list)
    inactive: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether its CPA never changes upwards again."""
        return self.clawed_back or self.reversed_by_hand


@dataclass(eq=False)
class Entry:
    """An event that CPA uses."""
    type: str
    amount: int
    time: datetime
    days: int | None = None               # qualifyWithinDays of the version that applies to it.
    starts_at_first_deposit: bool = False  # Where these days start.
    precedes_first_deposit: bool = False   # Whether it was recorded before the first deposit.


@dataclass(eq=False)
class Position:
    stint: Stint
    group: tuple
    number: int
    pool_number: int  # When it qualified, its number among all deals of the pool; without a pool, `number`.
    priced_by: str
    version: dict
    payable_from: datetime
    vacant: bool = False
    is_counted: bool = True  # Whether the deal counted qualified players then.


@dataclass(eq=False)
class Accrual:
    affiliate: str
    player: Player | None
    component: str
    deal: str
    version: int
    period: str
    event: Event | None
    time: datetime
    payable_from: datetime
    late: bool
    amount: int
    currency: str
    base: int | None = None
    capped: bool = False
    stint: Stint | None = None       # Set for earnings of a player; not for their reversals.
    added: "Contribution | None" = None  # The change of the base.
    state_month: str | None = None   # The month of the state that it belongs to.
    brand_name: str | None = None    # Set if it belongs to another brand than its player's.
    product: str = ""                # Of turnover: the product with its own rate, or nothing.
    shares: list["Accrual"] = field(default_factory=list)  # The parents' shares of it.
    share_rate: str | None = None    # The exchange rate of a parent's share.
    share_percent: int | None = None
    taken_back: bool = False         # An operator has reversed it.
    takes_back: bool = False         # It is such a reversal.

    @property
    def brand(self):
        if self.brand_name is not None:
            return self.brand_name
        return self.player.brand if self.player else None

    def sibling(self, **changed):
        """Another accrual of the same event, without a player."""
        members = {name: getattr(self, name) for name in ("affiliate", "component", "deal", "version", "period", "event",
                                                          "time", "payable_from", "late", "currency", "state_month")}
        return Accrual(**{**members, "player": None, **changed})

    def is_shown(self):
        return self.amount != 0 or self.capped

    def shown(self):
        payable_from = None if self.payable_from == self.time else moment_text(self.payable_from)
        return [self.affiliate, self.player.name if self.player else None, self.component, self.deal, self.version,
                self.period, self.event.seq if self.event else None, moment_text(self.time), payable_from, self.late,
                text_of(self.amount), self.currency, None if self.base is None else text_of(self.base),
                self.brand or None]


@dataclass(eq=False)
class HeldEvent:
    stint: Stint
    event: Event
    period: str = ""  # The one that it would have if its rate had been known. Set when it begins to wait.

    @property
    def affiliate(self):
        return self.stint.affiliate

    @property
    def time(self):
        """The time that decides its period."""
        return self.event.time


@dataclass(eq=False)
class HeldShare:
    child: Accrual
    affiliate: str  # The parent.
    deal: str
    version: dict
    percent: int
    period: str = ""

    @property
    def time(self):
        return self.child.payable_from


@dataclass(eq=False)
class HeldCounterpart:
    """The counterpart of a line of a statement that waits for an exchange rate."""
    share: Accrual
    amount: int
    currency: str
    percent: int
    period: str = ""

    @property
    def affiliate(self):
        return self.share.affiliate

    @property
    def time(self):
        return self.share.time
