"""Random report queries about the facts of a stream."""

import random
from datetime import date, timedelta

from tests.support.reports.clock import TIMES
from tests.support.reports.facts import span_of
from tests.support.reports.naive import GROUP_KEYS, METRICS, RECORDS, TEXTS, Fact
from tests.support.reports.stream import EDGES

# Group keys whose values have unique names.
UNAMBIGUOUS = (*TIMES, *TEXTS)


class Questions:
    """Filters name values that the facts have, by id or by name."""

    def __init__(self, facts: list[Fact], seed: int):
        self._facts = facts
        self._chance = random.Random(seed)
        self.first, self.last = span_of(facts)

    def whole(self, *group_keys: str, metrics=METRICS, **members) -> dict:
        """The whole range of days."""
        return {"groupKeys": list(group_keys), "metrics": list(metrics), "startDate": self.first,
                "endDate": self.last} | members

    def random(self) -> dict:
        chance = self._chance
        keys = chance.sample(GROUP_KEYS, chance.choice((0, 1, 1, 2, 2, 3)))
        metrics = chance.sample(METRICS, chance.randrange(1, 9))
        question = self.whole(*keys, metrics=metrics)
        if chance.random() < 0.4:
            question |= self._days()
        if chance.random() < 0.5:
            question["filters"] = dict(self._filter() for _ in range(chance.choice((1, 1, 2))))
        if keys and chance.random() < 0.4:
            wishes = [("-" if chance.random() < 0.5 else "") + name
                      for name in chance.sample(keys + metrics, chance.choice((1, 2)))]
            question["sort"] = wishes if len(wishes) > 1 else chance.choice((wishes, wishes[0]))
        if keys and all(key in UNAMBIGUOUS for key in keys) and chance.random() < 0.4:
            question["limit"] = chance.randrange(1, 12)
        return question

    def _days(self) -> dict:
        """A few days around a change of clocks, or about a month from any day."""
        middle = date.fromisoformat(self._chance.choice(EDGES)[:10])
        first = middle - timedelta(days=self._chance.randrange(0, 20))
        return {"startDate": first.isoformat(),
                "endDate": (middle + timedelta(days=self._chance.randrange(0, 20))).isoformat()}

    def _filter(self) -> tuple[str, list[str]]:
        key = self._chance.choice((*RECORDS, *TEXTS))
        values = [self._value(key) for _ in range(self._chance.choice((1, 2, 3)))]
        return key, list(dict.fromkeys(values))

    def _value(self, key: str) -> str:
        fact = self._chance.choice(self._facts)
        if key in TEXTS:
            return fact.texts.get(key, "")
        named = fact.records.get(key)
        if named is None:
            return ""
        by_name = self._chance.random() < 0.5 or named.identifier.startswith("(")
        return named.name if by_name else named.identifier
