"""The processor time and the memory of a process."""

import os
from pathlib import Path


def cpu_seconds(process_id: int) -> float:
    """The processor time that all threads of a process have used."""
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident_bytes(process_id: int) -> int:
    """The memory that a process holds now."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024
