"""Queries reports, reads the responses, and compares them with the expected ones."""

import csv
import io
import json
import re
import time
from collections import Counter
from decimal import Decimal

from tests.support.client import Client, Response
from tests.support.reports.naive import Naive

# Acknowledged data is in reports within five seconds, and later on a slow machine with much to do.
VISIBLE_SECONDS_MAX = 60
GENERATED_AT = re.compile(r'"generatedAt":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"')


def read_json(answer: Response) -> dict:
    """A report as the API returns it, with exact numbers."""
    if answer.status != 200:
        raise AssertionError(f"A report query got the response {answer.status}: {answer.body[:2000]!r}")
    return json.loads(answer.body, parse_float=Decimal, parse_int=Decimal)


def ask(client: Client, question: dict) -> dict:
    return read_json(client.api("POST", "/reports/query", question))


def bytes_of(client: Client, question: dict) -> str:
    """The response without the time of its creation."""
    answer = client.api("POST", "/reports/query", question)
    read_json(answer)
    return GENERATED_AT.sub("", answer.body.decode(), count=1)


def table_of(report: dict, question: dict) -> dict:
    """In the form of the naive reports."""
    keys, metrics = question.get("groupKeys", []), question["metrics"]
    return {"rows": [(tuple(row["groupKeys"][key] for key in keys), tuple(row["metrics"][name] for name in metrics))
                     for row in report["rows"]],
            "totals": tuple(report["totals"][name] for name in metrics)}


def read_csv(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def differences(got: dict, expected: dict, metrics: list[str], at_most: int = 6) -> list[str]:
    """Returns the differences. Rows with the same names may be in any order."""
    found = []
    if got["totals"] != expected["totals"]:
        found.append("totals: " + told(got["totals"], expected["totals"], metrics))
    got_rows, expected_rows = Counter(got["rows"]), Counter(expected["rows"])
    surplus, missing = list((got_rows - expected_rows).elements()), list((expected_rows - got_rows).elements())
    for names, values in missing:
        others = [row for row in surplus if row[0] == names]
        if others:
            surplus.remove(others[0])
        found.append(f"{names}: " + (told(others[0][1], values, metrics) if others else f"is missing: {values}"))
    found += [f"{names}: is too much: {values}" for names, values in surplus]
    orders = [[names for names, _ in table["rows"]] for table in (got, expected)]
    if not found and orders[0] != orders[1]:
        found.append(f"the order is {orders[0]}, not {orders[1]}")
    return found[:at_most]


def told(got: tuple, expected: tuple, metrics: list[str]) -> str:
    return ", ".join(f"{name} is {one}, not {other}"
                     for name, one, other in zip(metrics, got, expected) if one != other)


def disagreements(client: Client, naive: Naive, question: dict) -> list[str]:
    return differences(table_of(ask(client, question), question), naive.answer(question), question["metrics"])


def settled(client: Client, naive: Naive, question: dict, seconds_max: float = VISIBLE_SECONDS_MAX) -> list[str]:
    """Returns the differences that remain at the deadline."""
    deadline = time.monotonic() + seconds_max
    while True:
        asked_at = time.monotonic()
        try:
            found = disagreements(client, naive, question)
        except AssertionError as refusal:  # A store that is still being filled answers with an error.
            found = [str(refusal)]
        if not found or asked_at > deadline:
            return found
        time.sleep(0.05)
