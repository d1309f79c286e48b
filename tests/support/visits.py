"""Records the responses to visitors, and compares them with the ledger."""

from collections import Counter, deque
from dataclasses import dataclass, field

FINDINGS_MAX = 50
LATEST_MAX = 50

# The journal has one second to write. The service may lose the click of a visitor who gets a later response.
LATE_SECONDS = 0.9
# A visitor gets a response after that second at the latest. The rest is for a slow machine that is busy with the fault. A
# visitor who waits for the ledger waits longer.
PATIENCE_SECONDS = 20


@dataclass(frozen=True)
class Wait:
    """How long a response took since the previous one. `rough`: the journal may have been unavailable in that time.
    `since_sent`: the seconds since the request was sent. `at_risk`: a standby may be promoted that lacks what was
    recorded in that time."""

    seconds: float = 0
    rough: bool = False
    since_sent: float = 0
    at_risk: bool = False

    @property
    def sure(self) -> bool:
        """Whether the acknowledged data must be in the ledger."""
        return not self.rough and max(self.seconds, self.since_sent) < LATE_SECONDS


@dataclass
class Visits:
    """The record of one visitor."""

    clicks_sent: int = 0
    clicks: dict[str, str] = field(default_factory=dict)  # Link by click id; the ledger must have them.
    unsure_clicks: dict[str, str] = field(default_factory=dict)  # The same, but the ledger may not have written them.
    pixels_sent: int = 0
    pixels: int = 0
    unsure_pixels: int = 0
    clicks_at_risk: dict[str, str] = field(default_factory=dict)  # A promoted standby may lack them.
    pixels_at_risk: int = 0
    late_clicks: int = 0  # Unsure clicks that came late although the ledger was available; the same for pixels.
    late_pixels: int = 0
    slowest_seconds: float = 0
    latest: deque[str] = field(default_factory=lambda: deque(maxlen=LATEST_MAX))
    findings: list[str] = field(default_factory=list)

    @property
    def clicks_answered(self) -> int:
        return len(self.all_clicks)

    @property
    def all_clicks(self) -> dict[str, str]:
        return self.clicks | self.unsure_clicks | self.clicks_at_risk

    @property
    def pixels_answered(self) -> int:
        return self.pixels + self.unsure_pixels + self.pixels_at_risk

    def click(self, link: str, click_id: str | None, wait: Wait):
        """Records a redirect with this id."""
        self._time(wait)
        if not click_id:
            self.finding(f"a click of {link} has no id")
        elif click_id in self.clicks or click_id in self.unsure_clicks or click_id in self.clicks_at_risk:
            self.finding(f"{click_id}: given to two clicks")
        elif wait.at_risk:
            self.clicks_at_risk[click_id] = link
        elif wait.sure:
            self.clicks[click_id] = link
            self.latest.append(click_id)
        else:
            self.unsure_clicks[click_id] = link
            self.late_clicks += not wait.rough

    def pixel(self, wait: Wait):
        self._time(wait)
        if wait.at_risk:
            self.pixels_at_risk += 1
        elif wait.sure:
            self.pixels += 1
        else:
            self.unsure_pixels += 1
            self.late_pixels += not wait.rough

    def _time(self, wait: Wait):
        self.slowest_seconds = max(self.slowest_seconds, wait.seconds)
        if wait.seconds > PATIENCE_SECONDS:
            self.finding(f"a visitor waited {wait.seconds:.1f} s")

    def finding(self, text: str):
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(text)


@dataclass(frozen=True)
class Recorded:
    """The content of the ledger: every click as (id, link), the two sums, and the blocks."""

    clicks: list[tuple[str, str]]
    click_count: int
    impression_count: int
    blocks: list[tuple[int, int, int, int]]


@dataclass(frozen=True)
class Lost:
    """The losses that the service reports for the time when its journal was unavailable."""

    clicks: int = 0
    pixels: int = 0

    def __add__(self, other: "Lost") -> "Lost":
        return Lost(self.clicks + other.clicks, self.pixels + other.pixels)

    def __sub__(self, other: "Lost") -> "Lost":
        return Lost(self.clicks - other.clicks, self.pixels - other.pixels)


def missing_clicks(visits: list[Visits], recorded: Recorded) -> int:
    """The number of redirected clicks that the ledger does not have, without those at risk."""
    known = {click_id for click_id, _ in recorded.clicks}
    return sum(len((one.clicks.keys() | one.unsure_clicks.keys()) - known) for one in visits)


def missing_clicks_at_risk(visits: list[Visits], recorded: Recorded) -> int:
    known = {click_id for click_id, _ in recorded.clicks}
    return sum(len(one.clicks_at_risk.keys() - known) for one in visits)


def prove_visits(visits: list[Visits], recorded: Recorded, lost: Lost = Lost()) -> list[str]:
    """Returns the differences."""
    findings = [finding for one in visits for finding in one.findings]
    times = Counter(click_id for click_id, _ in recorded.clicks)
    links = dict(recorded.clicks)
    findings += [f"{click_id}: recorded {count} times" for click_id, count in times.items() if count > 1]
    for one in visits:
        findings += [f"{click_id}: acknowledged and lost" for click_id in one.clicks.keys() - links.keys()]
        findings += [f"{click_id}: a click of {link}, recorded for {links[click_id]}"
                     for click_id, link in one.all_clicks.items()
                     if links.get(click_id, link) != link]
    return findings + _sums(visits, recorded) + _losses(visits, recorded, lost) + _blocks(recorded)


def _losses(visits: list[Visits], recorded: Recorded, lost: Lost) -> list[str]:
    """Missing unsure clicks must be counted as lost. For late ones, a kill may have undone the count."""
    findings = []
    known = {click_id for click_id, _ in recorded.clicks}
    sure_pixels = sum(one.pixels for one in visits)
    if sure_pixels > recorded.impression_count:
        findings.append(f"{sure_pixels} pixels were acknowledged, {recorded.impression_count} are recorded")
    clicks = sum(len(one.unsure_clicks.keys() - known) for one in visits)
    pixels = sum(one.pixels_answered for one in visits) - recorded.impression_count
    late = Lost(sum(one.late_clicks for one in visits), sum(one.late_pixels for one in visits))
    at_risk = sum(one.pixels_at_risk for one in visits)
    for what, missing, counted in (("clicks", clicks, lost.clicks + late.clicks),
                                   ("pixels", pixels, lost.pixels + late.pixels + at_risk)):
        if missing > counted:
            findings.append(f"{missing} {what} are missing, {counted} are counted as lost or were late")
    return findings


def _sums(visits: list[Visits], recorded: Recorded) -> list[str]:
    findings = []
    sent = sum(one.clicks_sent for one in visits)
    pixels_sent = sum(one.pixels_sent for one in visits)
    if recorded.click_count != len(recorded.clicks):
        findings.append(f"{recorded.click_count} clicks are counted, {len(recorded.clicks)} are listed")
    if len(recorded.clicks) > sent:
        findings.append(f"{sent} clicks were sent, {len(recorded.clicks)} are recorded")
    if recorded.impression_count > pixels_sent:
        findings.append(f"{pixels_sent} pixels were requested, {recorded.impression_count} are recorded")
    return findings


def _blocks(recorded: Recorded) -> list[str]:
    findings = []
    numbers = [number for number, *_ in recorded.blocks]
    times = [recorded_at for _, recorded_at, *_ in recorded.blocks]
    if numbers != list(range(1, len(numbers) + 1)):
        findings.append("the numbers of the blocks have a gap")
    if times != sorted(set(times)):
        findings.append("the times of the blocks do not increase")
    in_blocks = sum(clicks for _, _, clicks, _ in recorded.blocks)
    if in_blocks != len(recorded.clicks):
        findings.append(f"the blocks hold {in_blocks} clicks, {len(recorded.clicks)} are listed")
    return findings
