"""Published programmes, played over HTTP: every statement is the one that was worked out by hand."""

import unittest
from decimal import Decimal

from tests.programmes import programme
from tests.programmes.over_http import PlayedProgramme
from tests.support import program
from tests.support.case import PostgresCase, ServiceCase

PROGRAMMES_MIN = 12


def differences(told: list[dict], found: dict[tuple, dict]) -> list[str]:
    """What differs between the statements of the file and those found."""
    wrong = []
    for one in told:
        statement = found.get((one["affiliate"], one["period"]))
        if statement is None:
            wrong.append(f"{one['affiliate']} has no statement of {one['period']}")
            continue
        expected = {"payable": one["payable"]} | one.get("sums", {})
        for name, amount in expected.items():
            seen = statement["payable"] if name == "payable" else statement["sums"].get(name)
            if seen is None or seen != Decimal(amount):
                wrong.append(f"{one['affiliate']} {one['period']} {name}: {amount} by hand, {seen} in the statement")
    return wrong


class Programmes:
    def test_there_are_at_least_twelve(self):
        self.assertGreaterEqual(len(programme.paths()), PROGRAMMES_MIN)

    def test_every_statement_is_the_one_worked_out_by_hand(self):
        for path in programme.paths():
            with self.subTest(path.stem):
                told = programme.read(path)
                self.assertEqual(differences(told.statements, PlayedProgramme(self.service, told).statements()), [])

    def test_verify_passes(self):
        self.assertEqual(program.run_json("verify", *self.service.place())["differences"], 0)


class ProgrammesOnSqlite(Programmes, ServiceCase):
    pass


class ProgrammesOnPostgres(Programmes, PostgresCase):
    pass


if __name__ == "__main__":
    unittest.main()
