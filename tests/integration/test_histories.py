"""Random histories over HTTP give the money of the oracle to the last digit, and the same bytes on both engines."""

import unittest
from dataclasses import dataclass

from tests.support import program
from tests.support.histories import Performance, remembered
from tests.support.service import Account, Service

ENGINES = ("sqlite", "postgres")
SEEDS = range(13, 28)
# Groups of members of §6, in some of the histories.
MEMBERS = dict.fromkeys(range(25, 28), ("periods",))
COMPONENTS = {"cpa", "revShare", "cpl", "fixedMonthly", "subAffiliate"}
LINES = COMPONENTS | {"carryOver", "waiver", "balance", "adjustment"}


@dataclass(frozen=True)
class Outcome:
    """The result of one history on one service."""

    result: dict            # In the form of the oracle.
    statements: list[dict]  # In the form of the API.
    rows: list[str]         # The rows of accruals in the database.


def in_any_order(statements: list[dict]) -> list[dict]:
    """The oracle sorts by names; the service sorts by ids."""
    ordered = [statement | {"lines": sorted(statement["lines"], key=str)} for statement in statements]
    return sorted(ordered, key=lambda one: (one["affiliate"], one["period"], one["currency"]))


class Histories(unittest.TestCase):
    """One service per engine, one operator per history. Each engine gets the same requests."""

    maxDiff = 4000

    @classmethod
    def setUpClass(cls):
        cls.oracles = {seed: remembered(seed, MEMBERS.get(seed, ())) for seed in SEEDS}
        cls.services = {engine: cls.open_service(engine) for engine in ENGINES}
        cls.outcomes = {engine: cls.play_all(engine) for engine in ENGINES}

    @classmethod
    def open_service(cls, engine: str) -> Service:
        service = Service.create(engine)
        cls.addClassCleanup(service.close)
        return service

    @classmethod
    def play_all(cls, engine: str) -> dict[int, Outcome]:
        service = cls.services[engine]
        accounts = {seed: service.init(f"History {seed}") for seed in SEEDS}
        service.start()
        return {seed: cls.play(service, account, f"history {seed} on {engine}", cls.oracles[seed].recorded)
                for seed, account in accounts.items()}

    @classmethod
    def play(cls, service: Service, account: Account, title: str, steps: list[dict]) -> Outcome:
        with service.client(account.api_key) as client:
            performance = Performance(client, account.brand_id, title)
            performance.play(steps)
            rows = service.ledger().accruals(account.operator_id)
            return Outcome(performance.result(), performance.statements(), rows)

    def assert_as_the_oracle(self, part: str, ordered=list):
        """A part of the result of every history on every engine."""
        for engine in ENGINES:
            for seed, outcome in self.outcomes[engine].items():
                with self.subTest(engine, seed=seed):
                    self.assertEqual(ordered(outcome.result[part]), ordered(self.oracles[seed].result()[part]))

    def pairs(self) -> list[tuple[int, Outcome, Outcome]]:
        """The outcomes of every history on SQLite and on PostgreSQL."""
        return [(seed, *(self.outcomes[engine][seed] for engine in ENGINES)) for seed in SEEDS]

    def test_the_histories_cover_every_case(self):
        results = [oracle.result() for oracle in self.oracles.values()]
        statements = [statement for result in results for statement in result["statements"]]
        steps = [step["do"] for oracle in self.oracles.values() for step in oracle.recorded]
        self.assertEqual({accrual[2] for result in results for accrual in result["accruals"]}, COMPONENTS)
        self.assertEqual({line[0] for statement in statements for line in statement["lines"]}, LINES)
        self.assertGreater(sum(result["held"] for result in results), 0)
        self.assertIn("reassign", steps)

    def test_accruals_match_the_oracle(self):
        # A closing for everybody closes sub-affiliates before their parents; the oracle of these histories does not.
        self.assert_as_the_oracle("accruals", lambda rows: sorted(rows, key=str))

    def test_unpriced_accruals_match_the_oracle(self):
        self.assert_as_the_oracle("held", int)

    def test_closed_statements_match_the_oracle(self):
        self.assert_as_the_oracle("statements", in_any_order)

    def test_both_engines_store_the_same_accruals(self):
        for seed, sqlite, postgres in self.pairs():
            with self.subTest(seed=seed):
                self.assertEqual(sqlite.rows, postgres.rows)

    def test_both_engines_return_the_same_statements(self):
        """Including the open ones."""
        for seed, sqlite, postgres in self.pairs():
            with self.subTest(seed=seed):
                self.assertEqual(sqlite.statements, postgres.statements)

    def test_verify_passes_beside_the_running_service(self):
        for engine, service in self.services.items():
            with self.subTest(engine):
                report = program.run_json("verify", *service.place())
                self.assertEqual((report["differences"], report["found"]), (0, []))
                self.assertGreater(min(report["events"], report["accruals"], report["statements"]), len(SEEDS))


if __name__ == "__main__":
    unittest.main()
