"""What came of a fault that was run through."""

from dataclasses import dataclass
from typing import Callable

Progress = Callable[[str, int, int], None]


@dataclass
class Outcome:
    fault: str
    engine: str
    rounds: int
    findings: list[str]
    acknowledged: int = 0
    clicks: int = 0
    pixels: int = 0
    lost_clicks: int = 0
    server_errors: int = 0
    broken_connections: int = 0
