"""What visitors were answered, and the proof that the ledger agrees with it."""

from collections import Counter
from dataclasses import dataclass, field

FINDINGS_MAX = 50

# The ledger has a second to write; a visitor who was answered later than this may be a loss that the service knows of.
LATE_SECONDS = 0.9


@dataclass
class Visits:
    """One visitor's own record."""

    clicks_sent: int = 0
    clicks: dict[str, str] = field(default_factory=dict)  # Link by click id, as answered in time.
    late_clicks: dict[str, str] = field(default_factory=dict)  # The same, answered late.
    clicks_without_id: int = 0
    pixels_sent: int = 0
    pixels: int = 0
    late_pixels: int = 0
    slowest_seconds: float = 0
    findings: list[str] = field(default_factory=list)

    def click(self, link: str, click_id: str | None, seconds: float):
        """A redirect came, with this id."""
        self._time(seconds)
        late = seconds >= LATE_SECONDS
        if click_id in self.clicks or click_id in self.late_clicks:
            self.finding(f"{click_id}: given to two clicks")
        elif click_id:
            (self.late_clicks if late else self.clicks)[click_id] = link
        elif late:
            self.clicks_without_id += 1
        else:
            self.finding(f"a click of {link} was answered at once and has no id")

    def pixel(self, seconds: float):
        self._time(seconds)
        if seconds >= LATE_SECONDS:
            self.late_pixels += 1
        else:
            self.pixels += 1

    def _time(self, seconds: float):
        self.slowest_seconds = max(self.slowest_seconds, seconds)

    def finding(self, text: str):
        if len(self.findings) < FINDINGS_MAX:
            self.findings.append(text)


@dataclass(frozen=True)
class Recorded:
    """What the ledger holds: every click as (id, link), the two sums, and its blocks."""

    clicks: list[tuple[str, str]]
    click_count: int
    impression_count: int
    blocks: list[tuple[int, int, int, int]]


@dataclass(frozen=True)
class Lost:
    """What the service itself says it could not record."""

    clicks: int
    pixels: int


def prove_visits(visits: list[Visits], recorded: Recorded, lost: Lost | None = None) -> list[str]:
    """Returns what does not agree. `lost` is given where the ledger was away, so that visitors may have been answered
    without it: then no more may be missing than that."""
    findings = [finding for one in visits for finding in one.findings]
    times = Counter(click_id for click_id, _ in recorded.clicks)
    links = dict(recorded.clicks)
    findings += [f"{click_id}: recorded {count} times" for click_id, count in times.items() if count > 1]
    for one in visits:
        answered = {} if lost else one.clicks
        findings += [f"{click_id}: answered and lost" for click_id in answered.keys() - links.keys()]
        findings += [f"{click_id}: a click of {link}, recorded for {links[click_id]}"
                     for click_id, link in (one.clicks | one.late_clicks).items()
                     if links.get(click_id, link) != link]
    return findings + _sums(visits, recorded) + _losses(visits, recorded, lost) + _blocks(recorded)


def _losses(visits: list[Visits], recorded: Recorded, lost: Lost | None) -> list[str]:
    findings = []
    in_time = sum(one.pixels for one in visits)
    if not lost:
        missing = in_time - recorded.impression_count
        return [f"{in_time} pixels were answered, {recorded.impression_count} are recorded"] if missing > 0 else []
    known = {click_id for click_id, _ in recorded.clicks}
    clicks = sum(len((one.clicks | one.late_clicks).keys() - known) + one.clicks_without_id for one in visits)
    pixels = in_time + sum(one.late_pixels for one in visits) - recorded.impression_count
    for what, missing, counted in (("clicks", clicks, lost.clicks), ("pixels", pixels, lost.pixels)):
        if missing > counted:
            findings.append(f"{missing} {what} are missing, {counted} are counted as lost")
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
        findings.append(f"{pixels_sent} pixels were asked for, {recorded.impression_count} are recorded")
    return findings


def _blocks(recorded: Recorded) -> list[str]:
    findings = []
    numbers = [number for number, *_ in recorded.blocks]
    times = [recorded_at for _, recorded_at, *_ in recorded.blocks]
    if numbers != list(range(1, len(numbers) + 1)):
        findings.append("the numbers of the blocks have a gap")
    if times != sorted(set(times)):
        findings.append("the times of the blocks do not grow")
    in_blocks = sum(clicks for _, _, clicks, _ in recorded.blocks)
    if in_blocks != len(recorded.clicks):
        findings.append(f"the blocks hold {in_blocks} clicks, {len(recorded.clicks)} are listed")
    return findings
