"""Gives an operator another time zone or base currency since ever, as if it had been created with it. The API refuses that
when there are events, but a test can then ask about the same events in every time zone."""

import sqlite3
import uuid

from tests.support import postgres
from tests.support.service import Service
from tests.support.waiting import wait_until

COLUMNS = {"timeZone": "time_zone", "baseCurrency": "base_currency"}


def rewrite_first_settings(service: Service, **members: str):
    """Changes the ledger itself. On SQLite, the service is restarted for it."""
    owner = uuid.UUID(service.account.operator_id)
    sets = ", ".join(f"{COLUMNS[name]} = '{value}'" for name, value in members.items())
    sql = f"UPDATE operators SET {sets}, catalogue_version = catalogue_version + 1 WHERE operator_id = "
    if service.ledger_url:
        postgres.query(service.ledger_url, f"{sql}'{owner}'")
    else:
        service.stop()
        connection = sqlite3.connect(service.data / "ledger.db", isolation_level=None)
        connection.execute(f"{sql}x'{owner.hex}'")
        connection.close()
        service.start()
    with service.client() as client:
        wait_until(lambda: members.items() <= client.api("GET", "/operator").json().items(), "the settings are known")
