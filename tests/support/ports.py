"""Ports for servers that are told which port to use. No other test and no outgoing connection takes them."""

import fcntl
import os
import random
import socket
import tempfile
import threading
from pathlib import Path

# The kernel gives ports of this range to outgoing connections and to servers that ask for any port.
GIVEN_BY_THE_KERNEL = Path("/proc/sys/net/ipv4/ip_local_port_range")
USUAL_RANGE = (10_000, 32_768)
PORTS_MIN = 1000
ATTEMPTS_MAX = 1000

_lock = threading.Lock()
_taken: set[int] = set()
_file = None


def free_port() -> int:
    """A port on loopback that stays with this process until it ends. Other test processes know it by a lock."""
    with _lock:
        for _ in range(ATTEMPTS_MAX):
            port = random.randrange(*_ports())
            if port not in _taken and _is_locked(port) and _is_free(port):
                _taken.add(port)
                return port
    raise RuntimeError("There is no free port.")


def _ports() -> tuple[int, int]:
    """Those below the range of the kernel. If there are few, a connection may take one of them, which is rare."""
    first, end = USUAL_RANGE
    try:
        below = min(end, int(GIVEN_BY_THE_KERNEL.read_text().split()[0]))
    except OSError:
        return USUAL_RANGE
    return (first, below) if below - first >= PORTS_MIN else USUAL_RANGE


def _is_locked(port: int) -> bool:
    """Locks the byte with the number of the port in a file that all tests of this user share."""
    global _file
    if _file is None:
        path = Path(tempfile.gettempdir()) / f"fairlead-test-ports-{os.getuid()}"
        _file = open(path, "a+b")  # Closing it would release the locks.
    try:
        fcntl.lockf(_file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
    except OSError:
        return False
    return True


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True
