"""Ledgers that earlier programs wrote, ready to be opened by this one."""

import unittest
from pathlib import Path

from tests.support.restoring import open_old, run_sql
from tests.support.service import Service

NINTH_SCHEMA = Path(__file__).parent.parent / "integration" / "ninth_schema"


def open_ninth_schema(case: unittest.TestCase, engine: str, changes: str = "") -> tuple[Service, dict]:
    """A service with a ledger of schema 9, not started, and what its program answered. `changes` are SQL statements that
    are run before the upgrade; `{owner}` in them is replaced by the operator."""
    service, recorded = open_old(case, NINTH_SCHEMA, engine)
    owner = service.account.operator_id
    literal = f"'{owner}'" if service.ledger_url else f"X'{owner.replace('-', '')}'"
    if changes:
        run_sql(service, changes.replace("{owner}", literal))
    return service, recorded
