"""Random histories with the members of §6: what holds for any of them, in the oracle alone."""

import unittest
from collections import defaultdict

from tests.property.commission.exact import scaled, text_of
from tests.property.commission.generate import generate
from tests.property.commission.members import GROUPS
from tests.property.commission.oracle import Oracle

HISTORIES = 60


def members_of(terms):
    """The names of all members, at any depth."""
    if isinstance(terms, dict):
        return set(terms).union(*map(members_of, terms.values()))
    return set().union(*map(members_of, terms)) if isinstance(terms, list) else set()


class GeneratedMembers(unittest.TestCase):
    def test_without_a_group_no_history_has_a_member_of_section_6(self):
        for seed in range(HISTORIES):
            steps = generate(seed)
            self.assertEqual([step for step in steps if step["do"] == "rules"], [])
            used = members_of(steps)
            self.assertEqual([name for name in NEW_MEMBERS if name in used], [])

    def test_together_the_groups_use_every_member(self):
        used = set().union(*(members_of(generate(seed, GROUPS)) for seed in range(10 * HISTORIES)))
        self.assertEqual([name for name in NEW_MEMBERS if name not in used], [])

    def test_payable_is_the_sum_of_the_lines_and_never_negative(self):
        for group in GROUPS:
            for seed in range(HISTORIES):
                result = Oracle().run(generate(seed, (group,))).result()
                for statement in result["statements"]:
                    with self.subTest(group, seed=seed):
                        self.assertEqual(statement["payable"], text_of(sum(scaled(line[6]) for line in statement["lines"])))
                        self.assertGreaterEqual(scaled(statement["payable"]), 0)

    def test_accruals_add_up_to_what_every_state_earns(self):
        for seed in range(5 * HISTORIES):
            oracle = Oracle().run(generate(seed, GROUPS))
            earned, accrued = defaultdict(int), defaultdict(int)
            for state in {one.state for one in oracle.contributions}:
                earned[state[0], state[1], state[3]] += oracle.earnings(state).total
            for accrual in oracle.accruals:
                if accrual.component == "revShare" and not accrual.takes_back:
                    accrued[accrual.affiliate, accrual.deal, accrual.state_month] += accrual.amount
            for place in earned:
                # A late first deposit is counted in its own month, which moves nothing if that month is closed.
                if not oracle.plan.is_closed(place[0], place[2]):
                    with self.subTest(seed=seed, place=place):
                        self.assertEqual(accrued[place], earned[place])


NEW_MEMBERS = ("tierBy", "requires", "elseRate", "rateByProduct", "excludeProducts", "product", "deductions", "bonusPercent",
               "depositFeePercent", "withdrawalFeePercent", "beforeAdminFee", "negative", "policy", "carryMonths", "carryBase",
               "onlyChargebacks", "highRoller", "playerLoss", "when", "minBets", "excludes", "qualifyFrom", "firstDepositWindowHours",
               "amountByFirstDeposit", "turnover", "tierPool", "lateEvents", "levels", "suspended",
               "suspendedEarn", "inactiveAfterMonths", "introRate", "approvedAt")

if __name__ == "__main__":
    unittest.main()
