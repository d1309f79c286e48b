"""The results of a benchmark as data for the page of all results, and the aims."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Aim:
    """The aim for the ratio of ours to the reference: at least this value, or at most if less is better."""

    bound: float
    at_most: bool = False

    def reached_by(self, ratio: float) -> bool:
        return ratio <= self.bound if self.at_most else ratio >= self.bound

    def __str__(self) -> str:
        return f"{'≤' if self.at_most else '≥'} {self.bound:g}"


# The aims of the product. A benchmark refers to the aims that it measures.
AS_NGINX = Aim(0.6)
AS_NGINX_WITH_MANY_CONNECTIONS = Aim(0.8)
AS_NGINX_AT_A_RATE = Aim(3, at_most=True)  # The p99 of redirects at a fixed rate.
AS_SQLITE = Aim(0.6)
AS_FIRST_RATE = Aim(0.5)
AS_BARE_SQL = Aim(1.3, at_most=True)
AS_BARE_POSTGRES = Aim(0.4)
AS_AT_REST = Aim(0.9)  # Events while a simulation runs.
IN_TIME = Aim(1, at_most=True)


@dataclass(frozen=True)
class Result:
    """One line of the page. `reference` is None if there is none. `ours` is None if the ledger did not
    reach the size in time."""

    what: str
    unit: str
    ours: float | None
    reference: float | None = None
    against: str = ""  # Name of the reference.
    aim: Aim | None = None
    memory_mb: float | None = None  # Resident memory of the service at the end.
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return self.ours / self.reference if self.ours is not None and self.reference else None

    @property
    def reached(self) -> bool | None:
        """None if there is no aim."""
        if self.aim is None:
            return None
        return self.ratio is not None and self.aim.reached_by(self.ratio)
