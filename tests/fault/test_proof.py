"""The proof at the end of a torture finds every kind of error."""

import unittest
from collections import Counter
from decimal import Decimal

from tests.fault.receivers import Arrival, Receivers, order_differences
from tests.fault.recount import attribution_differences, line_differences, month_of
from tests.support.journal import Journal, prove
from tests.support.visits import (PATIENCE_SECONDS, Lost, Recorded, Visits, Wait, missing_clicks,
                                  missing_clicks_at_risk, prove_visits)

IN_TIME = Wait(0.01)
LATE = Wait(1.1)
ROUGH = Wait(0.01, rough=True)
AT_RISK = Wait(0.01, at_risk=True)


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

    def test_an_event_whose_response_was_lost_may_be_recorded(self):
        self.assertEqual(prove([self.journal], [("a", "id-a"), ("b", "id-b"), ("open", "id-c")]), [])

    def test_a_lost_event_is_found(self):
        self.assert_found([("b", "id-b")], "a: acknowledged as id-a and lost")

    def test_a_doubled_event_is_found(self):
        self.assert_found([("a", "id-a"), ("b", "id-b2"), ("b", "id-b")], "b: recorded 2 times")

    def test_another_id_is_found(self):
        self.assert_found([("a", "id-x"), ("b", "id-b")], "a: acknowledged as id-a, recorded as id-x")

    def test_an_event_that_was_never_sent_is_found(self):
        self.assert_found([("a", "id-a"), ("b", "id-b"), ("z", "id-z")], "z: recorded although it was never sent")

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

    def test_an_acknowledged_event_is_never_accepted_again(self):
        self.assertEqual(len(self.findings(("accepted", "id", True), ("accepted", "id", False))), 1)

    def test_an_acknowledged_event_keeps_its_id(self):
        self.assertEqual(len(self.findings(("accepted", "id", True), ("duplicate", "other", False))), 1)

    def test_an_event_that_was_never_sent_is_not_a_duplicate(self):
        self.assertEqual(len(self.findings(("duplicate", "id", True))), 1)

    def test_a_valid_event_is_never_in_error(self):
        self.assertEqual(len(self.findings(("error", "", True))), 1)


class AtRisk(unittest.TestCase):
    """Events that were acknowledged while no standby followed, and were sent again after its promotion."""

    def setUp(self):
        self.journal = Journal()
        self.journal.attempt(["a", "b"])
        self.journal.answer("a", "accepted", "id-a", fresh=True)
        self.journal.answer("b", "accepted", "id-b", fresh=True, at_risk=True)

    def test_a_key_at_risk_may_be_accepted_once_more(self):
        self.journal.answer("b", "accepted", "id-b2", fresh=False)
        self.journal.answer("b", "duplicate", "id-b2", fresh=False)
        self.assertEqual(prove([self.journal], [("a", "id-a"), ("b", "id-b2")]), [])
        self.assertEqual(self.journal.accepted_again, 1)

    def test_a_key_at_risk_may_be_known(self):
        self.journal.answer("b", "duplicate", "id-b", fresh=False)
        self.assertEqual(prove([self.journal], [("a", "id-a"), ("b", "id-b")]), [])
        self.assertEqual(self.journal.accepted_again, 0)

    def test_it_is_not_accepted_a_third_time(self):
        self.journal.answer("b", "accepted", "id-b2", fresh=False)
        self.journal.answer("b", "accepted", "id-b3", fresh=False)
        self.assertIn("b: accepted a second time", self.journal.findings[0])

    def test_it_must_be_sent_again(self):
        [finding] = prove([self.journal], [("a", "id-a")])
        self.assertIn("b: acknowledged at risk and not sent again", finding)

    def test_it_is_not_lost_after_it_was_sent_again(self):
        self.journal.answer("b", "accepted", "id-b2", fresh=False)
        [finding] = prove([self.journal], [("a", "id-a")])
        self.assertIn("b: acknowledged as id-b2 and lost", finding)

    def test_an_earlier_event_is_not_at_risk(self):
        self.journal.answer("a", "duplicate", "id-a", fresh=False, at_risk=True)
        self.journal.answer("a", "accepted", "id-a2", fresh=False)
        self.assertIn("a: accepted a second time", self.journal.findings[0])


class VisitsProof(unittest.TestCase):
    def setUp(self):
        self.visits = Visits(clicks_sent=4, pixels_sent=5)
        self.visits.click("link", "a", IN_TIME)
        self.visits.click("link", "b", IN_TIME)
        self.visits.click("link", "late", LATE)
        for _ in range(3):
            self.visits.pixel(IN_TIME)

    def findings(self, ids: str = "a b late", impressions: int = 4, blocks=((1, 10, 2, 2), (2, 11, 1, 5)),
                 **options) -> list[str]:
        clicks = [(click_id, "link") for click_id in ids.split()]
        recorded = Recorded(clicks, options.pop("counted", len(clicks)), impressions, list(blocks))
        return prove_visits([self.visits], recorded, **options)

    def assert_found(self, text: str, **recorded):
        self.assertIn(text, "; ".join(self.findings(**recorded)))

    def test_a_ledger_that_agrees_has_no_findings(self):
        self.assertEqual(self.findings(), [])

    def test_a_click_and_a_pixel_whose_responses_were_lost_may_be_recorded(self):
        self.assertEqual(self.findings("a b late unanswered", 5, [(1, 10, 4, 4)]), [])

    def test_a_lost_click_is_found(self):
        self.assert_found("a: acknowledged and lost", ids="b late")

    def test_a_late_response_may_be_a_loss(self):
        self.assertEqual(self.findings("a b", blocks=[(1, 10, 2, 2)]), [])

    def test_a_click_that_is_recorded_twice_is_found(self):
        self.assert_found("a: recorded 2 times", ids="a a b late")

    def test_more_clicks_than_were_sent_are_found(self):
        self.assert_found("4 clicks were sent, 5 are recorded", ids="a b late c d")

    def test_a_wrong_count_is_found(self):
        self.assert_found("2 clicks are counted, 3 are listed", counted=2)

    def test_a_click_of_another_link_is_found(self):
        self.visits.click("other link", "c", IN_TIME)
        self.assert_found("c: a click of other link, recorded for link", ids="a b c")

    def test_lost_and_invented_pixels_are_found(self):
        self.assert_found("3 pixels were acknowledged, 2 are recorded", impressions=2)
        self.assert_found("5 pixels were requested, 6 are recorded", impressions=6)

    def test_a_gap_between_blocks_is_found(self):
        self.assert_found("have a gap", blocks=[(1, 10, 2, 2), (3, 11, 1, 1)])
        self.assert_found("do not increase", blocks=[(1, 10, 2, 2), (2, 10, 1, 1)])
        self.assert_found("the blocks hold 2 clicks, 3 are listed", blocks=[(1, 10, 2, 2)])

    def test_one_id_for_two_clicks_is_found(self):
        self.visits.click("link", "a", IN_TIME)
        self.assert_found("a: given to two clicks")

    def test_a_click_without_an_id_is_found(self):
        self.visits.click("link", None, ROUGH)
        self.assert_found("a click of link has no id")

    def test_a_visitor_who_waited_too_long_is_found(self):
        self.visits.pixel(Wait(PATIENCE_SECONDS + 1, rough=True))
        self.assert_found("a visitor waited")

    def test_during_an_outage_no_more_is_missing_than_is_counted_as_lost(self):
        self.visits.clicks_sent += 2
        for name in ("c", "d"):
            self.visits.click("link", name, ROUGH)
            self.visits.pixel(ROUGH)
        held = {"ids": "a b late", "impressions": 3}
        self.assertEqual(self.findings(**held, lost=Lost(2, 2)), [])
        # One click was late although the ledger was available. It may be a loss whose count was lost in a kill.
        self.assertEqual(self.findings(**held, lost=Lost(1, 2)), [])
        self.assert_found("2 clicks are missing, 1 are counted as lost", **held, lost=Lost(0, 2))
        self.assert_found("2 pixels are missing, 1 are counted as lost", **held, lost=Lost(2, 1))

    def test_lost_clicks_are_counted(self):
        for ids, missing in (("a b late", 0), ("a b other", 1), ("late", 2)):
            recorded = Recorded([(click_id, "link") for click_id in ids.split()], 3, 4, [])
            self.assertEqual(missing_clicks([self.visits], recorded), missing, ids)

    def test_visits_at_risk_may_be_missing_and_are_not_recorded_twice(self):
        self.visits.clicks_sent += 1
        self.visits.pixels_sent += 1
        self.visits.click("link", "r", AT_RISK)
        self.visits.pixel(AT_RISK)
        self.assertEqual(self.findings(impressions=3), [])
        self.assertEqual(self.findings("a b late r", blocks=[(1, 10, 4, 4)]), [])
        self.assert_found("r: recorded 2 times", ids="a b late r r")
        self.assert_found("3 pixels were acknowledged, 2 are recorded", impressions=2)
        held = Recorded([(click_id, "link") for click_id in ("a", "b", "late")], 3, 3, [])
        self.assertEqual((missing_clicks([self.visits], held), missing_clicks_at_risk([self.visits], held)), (0, 1))
        self.visits.click("link", "r", IN_TIME)
        self.assert_found("r: given to two clicks")

    def test_a_loss_after_a_timely_response_is_always_found(self):
        self.assert_found("a: acknowledged and lost", ids="b late", lost=Lost(5, 5))


class AttributionProof(unittest.TestCase):
    def test_the_click_that_was_named_counts_in_the_forms_of_both_engines(self):
        self.assertEqual(attribution_differences([("0a-1", "0a1"), ("0a-2", "0a-2")]), [])

    def test_another_click_and_none_are_found(self):
        self.assertEqual(attribution_differences([("0a-1", "0a2"), ("0a-3", "")]),
                         ["a registration named the click 0a-1 and is attributed to 0a2",
                          "a registration named the click 0a-3 and is attributed to none"])


class ReceiverProof(unittest.TestCase):
    KNOWN = {name: {"createdAt": f"2026-01-01T00:00:0{number}Z", "attemptCount": 1}
             for number, name in enumerate(("a", "b", "c"))}

    def findings(self, *messages: str, player: str = "p") -> list[str]:
        return order_differences([Arrival(0, message, player) for message in messages], self.KNOWN)

    def test_messages_in_their_order_and_repeats_are_no_finding(self):
        self.assertEqual(self.findings("a", "b", "a", "c"), [])

    def test_a_message_that_overtakes_another_one_is_found(self):
        self.assertEqual(len(self.findings("b", "a", "c")), 1)

    def test_players_and_destinations_have_their_own_order(self):
        arrivals = [Arrival(0, "b", "p"), Arrival(0, "a", "q"), Arrival(1, "a", "p")]
        self.assertEqual(order_differences(arrivals, self.KNOWN), [])

    def test_repeats_are_counted(self):
        with Receivers(2) as receivers:
            receivers.accepted += [Arrival(0, "a", "p"), Arrival(1, "b", "p"), Arrival(0, "a", "p")]
            self.assertEqual((receivers.repeats, receivers.count(0)), (1, 2))


class StatementProof(unittest.TestCase):
    def findings(self, said: str) -> list[str]:
        line = {"component": "cpl", "brandId": "b-1", "dealId": "d-1", "dealVersion": 1, "amount": said}
        carried = {"component": "carryOver", "amount": "-3"}
        sums = Counter({("a1", "2026-03", "EUR", "b1", "d1", 1, "cpl"): Decimal("2.125")})
        return line_differences({"affiliateId": "a-1", "period": "2026-03", "currency": "EUR",
                                 "lines": [line, carried]}, sums)

    def test_a_line_is_the_sum_of_its_accruals_rounded_half_to_even(self):
        self.assertEqual(self.findings("2.12"), [])
        self.assertEqual(len(self.findings("2.13")), 1)

    def test_periods_count_months_since_the_year_0(self):
        self.assertEqual((month_of("24312"), month_of("24323")), ("2026-01", "2026-12"))


if __name__ == "__main__":
    unittest.main()
