"""The steps of a history, for the oracle and for the driver of the engine.

Members of §6: `rules` names the changed sections that apply, and is the first step after `operator`. A step has
`suspendedEarn` (operator), `tierPool` and `lateEvents` (deal), `suspended` and `approvedAt` (affiliate), `product` (event)
only where a group of members uses them. Terms have the form of the API.

Names are short: affiliates A1 …, brands B1 …, deals D1 …, players P1 …; the driver converts them into ids that have the
same order.
"""


def operator(zone="UTC", base_currency="EUR", min_payout="0", **members):
    """`members` is suspendedEarn."""
    return {"do": "operator", "timeZone": zone, "baseCurrency": base_currency, "minPayout": min_payout, **members}


CHANGED_RULES = ("6.7", "6.8", "6.10", "6.11", "6.13")


def rules(*changed):
    """The changed sections of §6 that apply from here on. A history without this step has none."""
    return {"do": "rules", "changed": list(changed or CHANGED_RULES)}


def brand(name="B1", ngr_mode="delta"):
    return {"do": "brand", "brand": name, "ngrMode": ngr_mode}


def deal(name="D1", binding="registration", brands=(), countries=(), is_default=False, created_at="2025-01-01T00:00:00Z",
         **members):
    """`members` are tierPool and lateEvents."""
    return {"do": "deal", "deal": name, "binding": binding, "brands": list(brands), "countries": list(countries),
            "isDefault": is_default, "createdAt": created_at, **members}


def version(terms, name="D1", effective_from=None):
    return {"do": "version", "deal": name, "effectiveFrom": effective_from, "terms": terms}


def withdraw(number, name="D1"):
    """The service withdraws versions only before they start; the engine must handle any withdrawal."""
    return {"do": "withdraw", "deal": name, "number": number}


def affiliate(name="A1", deals=("D1",), parent=None, min_payout=None, **members):
    """`members` are suspended and approvedAt, a time."""
    return {"do": "affiliate", "affiliate": name, "deals": list(deals), "parent": parent, "minPayout": min_payout, **members}


def rate(date, source, target, value):
    return {"do": "rate", "date": date, "from": source, "to": target, "rate": value}


def resolve(count=1_000_000):
    """Processes the first `count` held entries that have a rate now."""
    return {"do": "resolve", "count": count}


def close(period, name=None):
    return {"do": "close", "affiliate": name, "period": period}


def statement_period(kind, name="A1"):
    """Changes the kind of the affiliate's periods to month, halfMonth or week, after the last period that has data."""
    return {"do": "statement_period", "affiliate": name, "kind": kind}


def reassign(player, after):
    """Without an affiliate the player becomes organic."""
    return {"do": "reassign", "player": player, "after": after}


def reverse(seq, component, player="P1", affiliate_name="A1"):
    """Reverses the first accrual of this event, component, player and affiliate that was not reversed yet."""
    return {"do": "reverse", "seq": seq, "component": component, "player": player, "affiliate": affiliate_name}


def adjust(amount, name="A1", currency="EUR", reason=""):
    return {"do": "adjust", "affiliate": name, "amount": amount, "currency": currency, "reason": reason}


def event(seq, kind, time, player="P1", amount=None, currency="EUR", brand_name="B1", affiliate_name=None, country="",
          product=None):
    step = {"do": "event", "seq": seq, "player": player, "type": kind, "time": time, "brand": brand_name, "amount": amount,
            "currency": None if amount is None else currency, "affiliate": affiliate_name, "country": country}
    return step if product is None else step | {"product": product}


class Story:
    """A history in order. The default time is 2026-03-01 12:00."""

    def __init__(self, terms, **of_deal):
        self.steps = [operator(), brand(), deal(**of_deal), version({"currency": "EUR", **terms}), affiliate()]
        self.seq = 0

    def add(self, *steps):
        self.steps += steps
        return self

    def event(self, kind, amount=None, day="2026-03-01", **rest):
        self.seq += 1
        return self.add(event(self.seq, kind, f"{day}T12:00:00Z", amount=amount, **rest))

    def register(self, player="P1", affiliate_name="A1", **rest):
        return self.event("registration", player=player, affiliate_name=affiliate_name, **rest)
