"""Writes small MaxMind databases (https://maxmind.github.io/MaxMind-DB/). The license of real ones forbids copies here.

As a program, it writes the database that the unit tests read: mmdb.py PATH
"""

import ipaddress
import struct
import sys
from pathlib import Path

RECORD_BITS = 24
SEPARATOR = bytes(16)
METADATA = b"\xab\xcd\xefMaxMind.com"
IPV4_PREFIX = 96

# The kinds of entries in common databases.
EXAMPLE = {
    "203.0.113.0/24": {"country": {"iso_code": "DE", "names": {"en": "Germany"}}},
    "198.51.100.0/25": {"country_code": "fr", "continent": "EU"},
    "198.51.100.128/25": {"country": {"names": {"en": "Nowhere"}}},
    "192.0.2.0/24": {"registered_country": {"iso_code": "NO"}},
    "100.64.0.0/10": {"country_code": "GBR"},
    "2001:db8::/32": {"country": {"iso_code": "SE"}},
    "2001:db9::/32": {"country": "JP"},
}


def write_countries(path: Path, countries: dict[str, str]) -> Path:
    """A database with these networks: {"203.0.113.0/24": "DE", …}."""
    return write_database(path, {network: {"country": {"iso_code": code}} for network, code in countries.items()})


def write_database(path: Path, entries: dict[str, dict], ip_version: int = 6) -> Path:
    data, offsets = b"", {}
    nodes: list[list] = [[None, None]]
    for network, entry in entries.items():
        offsets[network] = len(data)
        data += encode(entry)
        _insert(nodes, _bits(ipaddress.ip_network(network), ip_version), network)

    def record(target) -> bytes:
        if target is None:
            value = len(nodes)
        elif isinstance(target, int):
            value = target
        else:
            value = len(nodes) + len(SEPARATOR) + offsets[target]
        return value.to_bytes(RECORD_BITS // 8, "big")

    tree = b"".join(record(left) + record(right) for left, right in nodes)
    path.write_bytes(tree + SEPARATOR + data + METADATA + encode(_metadata(len(nodes), ip_version)))
    return path


def _bits(network, ip_version: int) -> str:
    bits = f"{int(network.network_address):0{network.max_prefixlen}b}"[:network.prefixlen]
    return "0" * IPV4_PREFIX + bits if network.version == 4 and ip_version == 6 else bits


def _insert(nodes: list[list], bits: str, network: str) -> None:
    """Networks must not overlap."""
    node = 0
    for bit in map(int, bits[:-1]):
        if nodes[node][bit] is None:
            nodes.append([None, None])
            nodes[node][bit] = len(nodes) - 1
        node = nodes[node][bit]
    nodes[node][int(bits[-1])] = network


def _metadata(node_count: int, ip_version: int) -> dict:
    return {"binary_format_major_version": Number(5, 2), "binary_format_minor_version": Number(5, 0),
            "build_epoch": Number(9, 1_767_225_600), "database_type": "Test-Country", "description": {"en": "For tests"},
            "ip_version": Number(5, ip_version), "languages": ["en"], "node_count": Number(6, node_count),
            "record_size": Number(5, RECORD_BITS)}


class Number:
    """A number with the type that the format requires."""

    def __init__(self, kind: int, value: int):
        self.kind, self.value = kind, value


def encode(value) -> bytes:
    if isinstance(value, str):
        return _control(2, len(value.encode())) + value.encode()
    if isinstance(value, dict):
        return _control(7, len(value)) + b"".join(encode(key) + encode(item) for key, item in value.items())
    if isinstance(value, list):
        return _control(11, len(value)) + b"".join(map(encode, value))
    digits = value.value.to_bytes((value.value.bit_length() + 7) // 8, "big")
    return _control(value.kind, len(digits)) + digits


def _control(kind: int, size: int) -> bytes:
    extended = b"" if kind <= 7 else bytes([kind - 7])
    first = (kind if kind <= 7 else 0) << 5
    if size < 29:
        return struct.pack("B", first | size) + extended
    return struct.pack("B", first | 29) + extended + struct.pack("B", size - 29)


if __name__ == "__main__":
    write_database(Path(sys.argv[1]), EXAMPLE)
