"""The counts of an affiliate, a deal and a month (§6.1), for the oracle."""

from dataclasses import dataclass

DEPOSITS = ("first_deposit", "deposit")
ACTIVE = DEPOSITS + ("wager_placed", "ngr_update")
COUNTS = ("newDepositors", "qualifiedPlayers", "activePlayers", "deposits")


@dataclass(frozen=True)
class Activity:
    """One deposit, wager or NGR event."""
    affiliate: str
    deal: str
    own_month: str    # The month of the event's time.
    state_month: str  # The month of the state that it changes.
    type: str
    player: "object"
    amount: int       # The amount of a deposit, in the deal's currency.
    counted: frozenset = frozenset(COUNTS)  # The counts that the deal looked at when it was recorded.


def count(name, activities, positions, affiliate, deals, month):
    """One of the four counts, over these deals of the affiliate."""
    own = [one for one in activities if one.affiliate == affiliate and one.deal in deals and name in one.counted]
    if name == "newDepositors":
        return len({one.player.name for one in own if one.type == "first_deposit" and one.own_month == month})
    if name == "activePlayers":
        return len({one.player.name for one in own if one.state_month == month})
    if name == "deposits":
        return sum(one.amount for one in own if one.state_month == month)
    return sum(1 for one in positions
               if one.group[0] == affiliate and one.group[1] in deals and one.group[3] == month and
               one.is_counted and not one.vacant)


def conditions_of(terms):
    """Every `requires` of RevShare terms."""
    return [one["requires"] for one in (terms, *terms.get("tiers", [])) if "requires" in one]


def counts_in(terms):
    """The counts that RevShare terms look at."""
    named = {name for one in conditions_of(terms) for name in one} | {terms.get("tierBy", "base")}
    return named & set(COUNTS)


def uses_deposits(terms):
    return terms.get("tierBy") == "deposits" or any("deposits" in one for one in conditions_of(terms))
