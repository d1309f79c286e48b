"""Valid events. A test changes only the member that it checks."""

import datetime
import itertools
import uuid

MONETARY = ("first_deposit", "deposit", "ngr_update", "chargeback", "withdrawal", "bonus")
WAGERS = ("wager_placed", "wager_settled")
PLAIN = ("registration", "kyc_verified", "self_exclusion", "player_blocked")
ALL_TYPES = MONETARY + WAGERS + PLAIN
MAY_BE_NEGATIVE = ("ngr_update", "wager_settled")

# Each run of the suite uses its own keys, so that a database from an earlier run does not matter.
_run = uuid.uuid4().hex[:12]
_numbers = itertools.count(1)


def fresh_key(prefix: str = "key") -> str:
    return f"{prefix}_{_run}_{next(_numbers)}"


def make_event(brand: str, event_type: str = "registration", /, **members) -> dict:
    """A valid event of this type. A member with the value `...` is left out."""
    event = {
        "event_type": event_type,
        "event_time": "2026-03-10T14:05:06Z",
        "brand_id": brand,
        "player_external_ref": "player-1",
        "idempotency_key": fresh_key(event_type),
    }
    if event_type in MONETARY:
        event |= {"amount": 25.5, "currency": "EUR"}
    event |= members
    return {name: value for name, value in event.items() if value is not ...}


def hours_from_now(hours: float) -> str:
    moment = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
