"""The proof at the end of a torture finds what it is there to find."""

import unittest

from tests.support.journal import Journal, prove


class Proof(unittest.TestCase):
    def setUp(self):
        self.journal = Journal()
        self.journal.attempt(["a", "b", "open"])
        self.journal.answer("a", "accepted", "id-a", fresh=True)
        self.journal.answer("b", "duplicate", "id-b", fresh=False)

    def assert_found(self, recorded: list[tuple[str, str]], text: str):
        [finding] = prove([self.journal], recorded)
        self.assertIn(text, finding)

    def test_a_ledger_that_agrees_has_no_findings(self):
        self.assertEqual(prove([self.journal], [("a", "id-a"), ("b", "id-b")]), [])

    def test_an_event_whose_answer_was_lost_may_be_recorded(self):
        self.assertEqual(prove([self.journal], [("a", "id-a"), ("b", "id-b"), ("open", "id-c")]), [])

    def test_a_lost_event_is_found(self):
        self.assert_found([("b", "id-b")], "a: acknowledged as id-a and lost")

    def test_a_doubled_event_is_found(self):
        self.assert_found([("a", "id-a"), ("b", "id-b2"), ("b", "id-b")], "b: recorded 2 times")

    def test_another_id_is_found(self):
        self.assert_found([("a", "id-x"), ("b", "id-b")], "a: acknowledged as id-a, recorded as id-x")

    def test_an_event_from_nowhere_is_found(self):
        self.assert_found([("a", "id-a"), ("b", "id-b"), ("z", "id-z")], "z: recorded though nobody sent it")

    def test_one_id_for_two_events_is_found(self):
        self.assert_found([("a", "id-a"), ("b", "id-b"), ("open", "id-a")], "id-a: the id of 2 events")


class Answers(unittest.TestCase):
    def findings(self, *answers: tuple[str, str, bool]) -> list[str]:
        journal = Journal()
        journal.attempt(["a"])
        for status, event_id, fresh in answers:
            journal.answer("a", status, event_id, fresh)
        return journal.findings

    def test_a_retry_may_be_a_duplicate(self):
        self.assertEqual(self.findings(("duplicate", "id", False), ("duplicate", "id", False)), [])

    def test_what_was_acknowledged_is_never_accepted_again(self):
        self.assertEqual(len(self.findings(("accepted", "id", True), ("accepted", "id", False))), 1)

    def test_what_was_acknowledged_keeps_its_id(self):
        self.assertEqual(len(self.findings(("accepted", "id", True), ("duplicate", "other", False))), 1)

    def test_what_was_never_sent_is_no_duplicate(self):
        self.assertEqual(len(self.findings(("duplicate", "id", True))), 1)

    def test_a_valid_event_is_never_in_error(self):
        self.assertEqual(len(self.findings(("error", "", True))), 1)


if __name__ == "__main__":
    unittest.main()
