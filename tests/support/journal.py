"""Records what a sender sent and received, and compares that with the ledger."""

from collections import Counter

FINDINGS_MAX = 50


class Journal:
    """The record of one sender. Contradictory responses become a finding at once."""

    def __init__(self):
        self.attempted: set[str] = set()
        self.acknowledged: dict[str, str] = {}
        self.at_risk: set[str] = set()  # Acknowledged, but a standby may be promoted that lacks them.
        self.accepted_again = 0  # Keys at risk that the service did not know when they were sent again.
        self.findings: list[str] = []

    def attempt(self, keys: list[str]) -> set[str]:
        """Records that these keys are sent, and returns the keys that were never sent before."""
        fresh = set(keys) - self.attempted
        self.attempted |= fresh
        return fresh

    def answer(self, key: str, status: str, event_id: str, fresh: bool, at_risk: bool = False):
        """Records the response for a key. `fresh`: the service cannot know the key from an earlier request. A key that
        is acknowledged at risk must be sent again, and may then be accepted once more."""
        known = self.acknowledged.get(key)
        if status not in ("accepted", "duplicate"):
            self.finding(f"{key}: a valid event got the status {status}")
        elif known is not None and status == "accepted":
            self.finding(f"{key}: accepted a second time, as {event_id} after {known}")
        elif known is not None and event_id != known:
            self.finding(f"{key}: acknowledged as {known}, later named {event_id}")
        elif known is None and fresh and status == "duplicate":
            self.finding(f"{key}: a duplicate although it was never sent before")
        if status not in ("accepted", "duplicate"):
            return
        if at_risk and known is None:
            self.at_risk.add(key)
            return
        self.accepted_again += status == "accepted" and key in self.at_risk
        self.at_risk.discard(key)
        self.acknowledged.setdefault(key, event_id)

    def finding(self, text: str):
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(text)


def prove(journals: list[Journal], recorded: list[tuple[str, str]]) -> list[str]:
    """Compares the journals with every (key, event id) of the ledger and returns the differences."""
    findings = [finding for journal in journals for finding in journal.findings]
    findings += [f"{key}: acknowledged at risk and not sent again" for journal in journals for key in journal.at_risk]
    ids = dict(recorded)
    attempted = set().union(*(journal.attempted for journal in journals))
    times = Counter(key for key, _ in recorded)
    findings += [f"{key}: recorded {count} times" for key, count in times.items() if count > 1]
    findings += [f"{key}: recorded although it was never sent" for key in ids.keys() - attempted]
    for journal in journals:
        for key, event_id in journal.acknowledged.items():
            if key not in ids:
                findings.append(f"{key}: acknowledged as {event_id} and lost")
            elif ids[key] != event_id:
                findings.append(f"{key}: acknowledged as {event_id}, recorded as {ids[key]}")
    shared = Counter(event_id for _, event_id in recorded)
    return findings + [f"{event_id}: the id of {count} events" for event_id, count in shared.items() if count > 1]
