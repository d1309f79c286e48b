"""The measured machine, and the versions of the programs on it."""

import os
import platform
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bench.floor import REPOSITORY
from tests.support.postgres import programs

SYNCS = 200


@dataclass(frozen=True)
class Machine:
    """The properties in the form of the page. The load is that of the minute before the run."""

    traits: dict[str, str]
    versions: dict[str, str]
    load: float


def look() -> Machine:
    load = os.getloadavg()[0]
    traits = {"CPU": cpu_model(), "cores": str(os.cpu_count()), "memory": f"{memory_gib():.1f} GiB",
              "kernel": f"{platform.system()} {platform.release()} {platform.machine()}", "system": system(),
              "a sync of 4 KiB": f"{sync_ms():.2f} ms (median)", "load before the run": f"{load:.2f}"}
    versions = {"fairlead": commit(), "nginx": nginx(), "SQLite": built_in("SQLite"), "PostgreSQL": postgres(),
                "DuckDB": built_in("DuckDB"), "ClickHouse": clickhouse(), "wrk": wrk(), "h2load": h2load()}
    return Machine(traits, versions, load)


def cpu_model() -> str:
    found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return found[1] if found else platform.machine()  # On arm64 the file has no model name.


def memory_gib() -> float:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / (1 << 30)


def system() -> str:
    return platform.freedesktop_os_release().get("PRETTY_NAME", "?")


def sync_ms() -> float:
    """The time of a sync of 4 KiB on the disk of build/. Every durable response waits for a sync."""
    folder = REPOSITORY / "build"
    folder.mkdir(exist_ok=True)
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(SYNCS):
            file.write(b"x" * 4096)
            file.flush()
            began = time.monotonic()
            os.fdatasync(file.fileno())
            times.append(time.monotonic() - began)
    return statistics.median(times) * 1e3


def said(*command: str) -> str:
    """The output of a program on stdout and stderr. The exit status is ignored (`wrk -v` exits with 1)."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=REPOSITORY)
    except FileNotFoundError:
        return ""
    return done.stdout + done.stderr


def first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    return found[1] if found else "not installed"


def commit() -> str:
    changed = "with changes" if said("git", "status", "--porcelain", "--untracked-files=no").strip() else ""
    return " ".join(filter(None, [said("git", "rev-parse", "--short", "HEAD").strip(), changed])) or "?"


def nginx() -> str:
    return first(r"nginx/(\S+)", said(shutil.which("nginx") or "/usr/sbin/nginx", "-v"))


def postgres() -> str:
    try:
        return first(r"\) (\S+)", said(f"{programs()}/postgres", "--version"))
    except FileNotFoundError:
        return "not installed"


def built_in(engine: str) -> str:
    """The version of an engine in the measured program."""
    return first(rf"(?m)^{engine} (\S+)$", said("build/release/fairlead", "--version"))


def clickhouse() -> str:
    """From the package, because old releases do not print their version without a configuration."""
    return first(r"^([0-9.]+)", said("dpkg-query", "-W", "-f", "${Version}", "clickhouse-server"))


def wrk() -> str:
    return first(r"wrk (\S+)", said("wrk", "-v"))


def h2load() -> str:
    return first(r"nghttp2/(\S+)", said("h2load", "--version"))
