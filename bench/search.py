"""Measures GET /search with 100,000 affiliates, 200,000 links and 200,000 events."""

import argparse
import statistics
import time
import uuid
from urllib.parse import quote

from bench.events import DATA
from bench.instance import Instance
from bench.load import Driver
from bench.report import print_table, say
from bench.result import Aim, Result
from tests.support import postgres
from tests.support.client import Client
from tests.support.postgres import PrivatePostgres, fresh_database
from tests.support.tracking import made

HELP = "the search for anything in a large catalogue"
MOST_MS = 50
AIM = Aim(1.0, at_most=True)
LINKS_PER_AFFILIATE = 2
FIRST_NAMES = ("Streamer", "Casino", "Poker", "Bonus", "Sport", "Müller", "Lucky", "Nordic", "Best", "Royal")
LAST_NAMES = ("Max", "Media", "Kings", "Radar", "Partners", "Review", "Guide", "Club", "Deals", "Network")

# A rare name, a name of each hundredth affiliate, a letter combination of most links, two words, a code, a destination, a
# player, a month, an e-mail address, an id, and a text without a match.
QUESTIONS = ("lucky guide 99991", "streamer max", "ca", "best network 42", "code-77777", "https://casino.example/landing/123",
             "player-1-000000", "october 2026", "partner55555@example.com", "nothing matches this")


def add_options(parser: argparse.ArgumentParser):
    parser.add_argument("--affiliates", type=int, default=100_000)
    parser.add_argument("--events", type=int, default=200_000, help="number of events, from which players come")
    parser.add_argument("--rounds", type=int, default=50, help="number of times that each text is searched for")


def bench(options: argparse.Namespace) -> list[Result]:
    with PrivatePostgres() as server, Instance(DATA, ledger_url=fresh_database(server.url)) as instance:
        if options.events > 0:
            Driver(instance, "batch", 1).fill(options.events, time.monotonic() + 120)
        grow(instance, options.affiliates)
        with instance.client(instance.key) as client:
            rows = [[text, *measure(client, text, options.rounds)] for text in (*QUESTIONS, str(uuid.uuid4()))]
        memory = instance.memory()
    print_table(["text", "results", "p50 ms", "p99 ms", "most ms"],
                [[text, str(results), *(f"{one:.1f}" for one in times)] for text, results, *times in rows])
    slowest = max(rows, key=lambda row: row[3])
    return [Result(f"a search among {options.affiliates:,} affiliates, p99 of the slowest text: {slowest[0]}", "ms",
                   slowest[3], MOST_MS, "what is asked for", AIM, memory.resident_mb)]


def grow(instance: Instance, affiliates: int):
    """Copies one affiliate and one link many times, while the service is stopped. PostgreSQL is quick at this."""
    with instance.client(instance.key) as client:
        affiliate = made(client.api("POST", "/affiliates", {"name": "Model", "email": "model@example.com"}))
        made(client.api("POST", "/links", {"affiliateId": affiliate["id"], "brandId": instance.account.brand_id,
                                           "destinationUrl": "https://casino.example/"}))
    instance.stop()
    first, last = (f"(ARRAY{list(names)})" for names in (FIRST_NAMES, LAST_NAMES))
    copy(instance, "affiliates", affiliates, {
        "affiliate_id": "md5('affiliate ' || n)::uuid", "email": "'partner' || n || '@example.com'",
        "name": f"{first}[n % 10 + 1] || ' ' || {last}[n / 10 % 10 + 1] || ' ' || n"})
    links = affiliates * LINKS_PER_AFFILIATE
    copy(instance, "links", links, {
        "link_id": "md5('link ' || n)::uuid", "affiliate_id": f"md5('affiliate ' || n % {affiliates})::uuid",
        "code": "'code-' || n", "destination_url": "'https://casino.example/landing/' || n % 500"})
    began = time.monotonic()
    instance.start()
    say(f"{affiliates:,} affiliates and {links:,} links are loaded in {time.monotonic() - began:.1f} s")


def copy(instance: Instance, table: str, count: int, changed: dict[str, str]):
    """Inserts copies of the newest row of the table with other values in these columns. `n` counts the copies."""
    listed = postgres.query(instance.ledger_url, "SELECT column_name FROM information_schema.columns "
                            f"WHERE table_name = '{table}' AND table_schema = current_schema()")
    values = ", ".join(changed.get(name, name) for name in listed)
    postgres.query(instance.ledger_url, f"""
        INSERT INTO {table} ({", ".join(listed)}) SELECT {values}
        FROM (SELECT * FROM {table} ORDER BY created_at DESC LIMIT 1) model, generate_series(0, {count - 1}) n""")


def measure(client: Client, text: str, rounds: int) -> tuple[int, float, float, float]:
    """The number of results and the times in milliseconds: the median, the 99th percentile and the longest."""
    path, times, results = "/search?q=" + quote(text, safe=""), [], 0
    for _ in range(rounds):
        began = time.monotonic()
        answer = client.api("GET", path)
        times.append((time.monotonic() - began) * 1000)
        if answer.status != 200:
            raise RuntimeError(f"the search answered {answer.status}: {answer.body!r}")
        results = sum(len(group["items"]) for group in answer.json()["groups"])
    return results, statistics.median(times), statistics.quantiles(times, n=100)[-1], max(times)
