"""The processor time of a process."""

import os
from pathlib import Path


def cpu_seconds(process_id: int) -> float:
    """The processor time that all threads of a process have used."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
