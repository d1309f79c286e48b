"""Gives an operator another time zone or base currency from the beginning, as if it had been created with it. The API
refuses this when there are events. Tests use it to ask about the same events in every time zone."""

import uuid

from tests.support.client import Client
from tests.support.restoring import run_sql
from tests.support.service import Service
from tests.support.waiting import wait_until

COLUMNS = {"timeZone": "time_zone", "baseCurrency": "base_currency"}


def rewrite_first_settings(service: Service, client: Client, **members: str):
    """Changes the ledger itself. On SQLite, the service is restarted for it, and the client connects again."""
    owner = uuid.UUID(service.account.operator_id)
    literal = f"'{owner}'" if service.ledger_url else f"x'{owner.hex}'"
    sets = ", ".join(f"{COLUMNS[name]} = '{value}'" for name, value in members.items())
    script = f"UPDATE operators SET {sets}, catalogue_version = catalogue_version + 1 WHERE operator_id = {literal}"
    if not service.ledger_url:
        service.stop()
    run_sql(service, script)
    if not service.ledger_url:
        service.start()
        client.close()
    with service.client() as other:
        wait_until(lambda: members.items() <= other.api("GET", "/operator").json().items(), "the settings are known")
        question = {"metrics": ["click_count"], "startDate": "2026-01-01", "endDate": "2026-01-01"}
        wait_until(lambda: other.api("POST", "/reports/query", question).status == 200, "reports are answered")
