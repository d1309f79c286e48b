"""Compares the engine with the oracle, and reduces a history on which they differ to a small one."""

import copy
from collections import defaultdict

from tests.property.commission.engine import Engine
from tests.property.commission.exact import scaled, text_of
from tests.property.commission.oracle import Oracle


REFUSED = "terms"


class Comparison:
    def __init__(self, in_any_order=False):
        """`in_any_order` compares what §6 says, and not the order of accruals and lines, which §6 leaves open."""
        self.engine = Engine().__enter__()
        self.in_any_order = in_any_order

    def difference(self, steps):
        """None, or the first difference between the oracle and the engine."""
        oracle = Oracle().run(steps)
        expected, found = comparable(oracle.result(), self.engine.play(oracle.recorded))
        if "refused" in found:
            return REFUSED, "accepted", found["refused"]
        if self.in_any_order and "died" not in found:
            expected, found = in_order(expected), in_order(found)
        if expected == found:
            return None
        if "died" in found:
            self.engine = Engine().__enter__()
            return "status", "alive", found["died"]
        for part in ("accruals", "statements"):
            if expected[part] != found[part]:
                return part, *first_difference(expected[part], found[part])
        return "held", expected["held"], found["held"]

    def still_differs(self, steps):
        """Whether a reduced history still shows the difference. A reduced history may have invalid terms."""
        try:
            found = self.difference(steps)
        except Exception:  # noqa: BLE001 - the oracle checks no terms.
            return False
        return found is not None and (found[0] == REFUSED) == self.refused

    def smallest(self, steps):
        """Removes steps and simplifies terms while there is a difference."""
        self.refused, before = self.difference(steps)[0] == REFUSED, None
        while steps != before:
            before = steps
            steps = self._without_terms(self._without_links(self._without_steps(steps)))
        return steps

    def _without_steps(self, steps):
        size = max(1, len(steps) // 2)
        while size >= 1:
            start = 0
            while start < len(steps):
                fewer = steps[:start] + steps[start + size:]
                # Members of §6 mean nothing under the rules before it.
                keeps_rules = all(step["do"] != "rules" for step in steps[start:start + size])
                if keeps_rules and self.still_differs(fewer):
                    steps = fewer
                else:
                    start += size
            size //= 2
        return steps

    def _without_links(self, steps):
        for number, step in enumerate(steps):
            if step["do"] != "affiliate":
                continue
            for fewer in ({"parent": None}, *({"deals": [deal]} for deal in step["deals"])):
                simpler = steps[:number] + [{**steps[number], **fewer}] + steps[number + 1:]
                if self.still_differs(simpler):
                    steps = simpler
        return steps

    def _without_terms(self, steps):
        for number, step in enumerate(steps):
            if step["do"] != "version":
                continue
            for path in _paths(step["terms"]):
                simpler = copy.deepcopy(steps)
                _remove(simpler[number]["terms"], path)
                if len(simpler[number]["terms"]) > 1 and self.still_differs(simpler):
                    steps = simpler
        return steps


def comparable(expected, found):
    """Both results, without what the driver does not print."""
    columns = min((len(row) for row in found.get("accruals", [])), default=0)
    return {**expected, "accruals": [row[:columns] if columns else row for row in expected["accruals"]]}, found


def in_order(result):
    """The accruals and statements in one order. An absent base is a base of 0. An amount without an event,
    which a closing makes, can be an accrual or a line, so only its part of the statement's sums by deal is compared."""
    accruals = sorted(([*row[:12], row[12] or "0", *row[13:]] for row in result["accruals"]
                       if row[2] not in ("revShare", "subAffiliate") or row[6] is not None), key=str)
    statements = [{**one, "lines": in_one_form(one["lines"])} for one in result["statements"]]
    return {**result, "accruals": accruals,
            "statements": sorted(statements, key=lambda one: (one["affiliate"], one["period"], one["currency"]))}


SUMMED = ("revShare", "subAffiliate", "carryOver", "waiver", "ringFence")


def in_one_form(lines):
    """The lines that events make, and the sums that negative months change: RevShare by deal, and shares."""
    own = [[*line[:5], line[5] or "0", *line[6:]] for line in lines if line[0] not in SUMMED]
    sums = defaultdict(int)
    for line in lines:
        if line[0] in SUMMED:
            sums[(line[2] or "") if line[0] != "subAffiliate" else ""] += scaled(line[6])
    return sorted(own, key=str) + [["sum of", deal, text_of(amount)] for deal, amount in sorted(sums.items()) if amount]


def first_difference(expected, found):
    for one, other in zip(expected, found):
        if one != other:
            return one, other
    length = min(len(expected), len(found))
    return expected[length:length + 1], found[length:length + 1]


REQUIRED = ("amount", "rate", "percentOfCommission", "levels")


def _paths(terms):
    components = [name for name in terms if name != "currency"]
    return [(name,) for name in components] + [(name, member) for name in components for member in terms[name]
                                               if member not in REQUIRED]


def _remove(terms, path):
    for name in path[:-1]:
        terms = terms.get(name, {})
    terms.pop(path[-1], None)
