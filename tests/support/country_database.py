"""Writes a small MaxMind database of countries (format 2.0), for services that look up the country of an address."""

import ipaddress
import struct
import time
from pathlib import Path

RECORD_BITS = 24
SEPARATOR = bytes(16)
METADATA_MARK = b"\xab\xcd\xefMaxMind.com"

MAP, TEXT, UINT16, UINT32, UINT64, ARRAY = 7, 2, 5, 6, 9, 11


def encode(value) -> bytes:
    """Encodes a value of the data section. An integer comes with its type: (UINT16, 6)."""
    if isinstance(value, str):
        return _head(TEXT, len(value.encode())) + value.encode()
    if isinstance(value, dict):
        return _head(MAP, len(value)) + b"".join(encode(key) + encode(item) for key, item in value.items())
    if isinstance(value, list):
        return _head(ARRAY, len(value)) + b"".join(map(encode, value))
    kind, number = value
    digits = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return _head(kind, len(digits)) + digits


def _head(kind: int, size: int) -> bytes:
    extra = b""
    if size >= 29:
        size, extra = 29, bytes([size - 29])
    return (bytes([kind << 5 | size]) if kind < 8 else bytes([size, kind - 7])) + extra


def write_country_database(path: Path, countries: dict[str, str]):
    """`countries` maps networks to two-letter codes. The format stores IPv4 networks below ::/96."""
    data, places = b"", {}
    for country in sorted(set(countries.values())):
        places[country] = len(data)
        data += encode({"country": {"iso_code": country}})
    nodes = _tree({_prefix(network): places[country] for network, country in countries.items()})
    tree = b"".join(_record(child, len(nodes)) for node in nodes for child in node)
    metadata = {"binary_format_major_version": (UINT16, 2), "binary_format_minor_version": (UINT16, 0),
                "build_epoch": (UINT64, int(time.time())), "database_type": "GeoLite2-Country",
                "description": {"en": "Countries for tests"}, "ip_version": (UINT16, 6), "languages": ["en"],
                "node_count": (UINT32, len(nodes)), "record_size": (UINT16, RECORD_BITS)}
    path.write_bytes(tree + SEPARATOR + data + METADATA_MARK + encode(metadata))


def _prefix(text: str) -> str:
    """The bits of a network."""
    network = ipaddress.ip_network(text)
    bits = network.prefixlen + (96 if network.version == 4 else 0)
    return format(int(network.network_address), "0128b")[:bits]


def _tree(places: dict[str, int]) -> list[list]:
    """Nodes with two children each. A child is the number of a node, ("data", offset), or None."""
    nodes = [[None, None]]
    for prefix, place in places.items():
        number = 0
        for bit in map(int, prefix[:-1]):
            if nodes[number][bit] is None:
                nodes.append([None, None])
                nodes[number][bit] = len(nodes) - 1
            number = nodes[number][bit]
        nodes[number][int(prefix[-1])] = ("data", place)
    return nodes


def _record(child, node_count: int) -> bytes:
    if child is None:
        value = node_count
    elif isinstance(child, tuple):
        value = node_count + len(SEPARATOR) + child[1]
    else:
        value = child
    return struct.pack(">I", value)[1:]
