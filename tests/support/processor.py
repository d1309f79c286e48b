"""The processor time that a process has used."""

import os
from pathlib import Path


def cpu_seconds(process_id: int) -> float:
    """What a process has used so far, of all its threads."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
