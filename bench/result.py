"""What a benchmark has found, as data: its tables and the page of all results are made from it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Aim:
    """What the ratio of ours to the reference should be: at least this much, or at most, where less is better."""

    bound: float
    at_most: bool = False

    def reached_by(self, ratio: float) -> bool:
        return ratio <= self.bound if self.at_most else ratio >= self.bound

    def __str__(self) -> str:
        return f"{'≤' if self.at_most else '≥'} {self.bound:g}"


# Issued for the whole product; whoever measures one of these names it.
AS_NGINX = Aim(1.0)
AS_SQLITE = Aim(0.6)
AS_FIRST_RATE = Aim(0.5)
AS_BARE_SQL = Aim(1.3, at_most=True)
AS_BARE_POSTGRES = Aim(0.4)


@dataclass(frozen=True)
class Result:
    """One line of the page. Without a reference there is nothing to compare; without `ours` it was not reached."""

    what: str
    unit: str
    ours: float | None
    reference: float | None = None
    against: str = ""  # What the reference is.
    aim: Aim | None = None
    memory_mb: float | None = None  # Resident, of the service, at the end.
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return self.ours / self.reference if self.ours is not None and self.reference else None

    @property
    def reached(self) -> bool | None:
        """None where nothing is aimed at."""
        if self.aim is None:
            return None
        return self.ratio is not None and self.aim.reached_by(self.ratio)
