"""Finds includes under src/ that break the order of layers or use a third-party header outside its folders."""

import re
from pathlib import Path

# The layers that each layer may include. Adapters never include each other.
LAYERS = {
    "base": {"base"},
    "telemetry": {"base", "telemetry"},
    "domain": {"base", "domain"},
    "app": {"base", "telemetry", "domain", "app"},
    "ledger": {"base", "telemetry", "domain", "app", "ledger"},
    "journal": {"base", "telemetry", "domain", "app", "journal"},
    "facts": {"base", "telemetry", "domain", "app", "facts"},
    "http": {"base", "telemetry", "domain", "app", "http"},
    "visitors": {"base", "telemetry", "domain", "app", "visitors"},
    "demo": {"base", "telemetry", "domain", "app", "demo"},
    "delivery": {"base", "telemetry", "domain", "app", "delivery"},
    "sheets": {"base", "telemetry", "domain", "app", "sheets"},
    "cli": {"base", "telemetry", "domain", "app", "cli"},
    "service": {"base", "telemetry", "domain", "app", "ledger", "journal", "facts", "http", "visitors", "demo", "cli",
                "delivery", "sheets", "service"},
}

EVERYWHERE_BUT_DOMAIN = ("base", "telemetry", "app", "ledger", "journal", "facts", "http", "visitors", "demo", "cli",
                         "delivery", "sheets", "service")

# The folders that may include each third-party header, by a prefix of its name. The longest prefix decides. A header
# that matches none may not be included anywhere.
FENCES = {
    "sqlite3.h": ("ledger/sqlite",),
    "rocksdb/": ("ledger/index",),
    "zstd.h": ("ledger",),
    "zlib.h": ("http",),
    "date/": ("base",),
    "libpq-fe.h": ("ledger/postgres",),
    "duckdb.h": ("facts/duckdb",),
    "boost/beast": ("http", "service"),
    "boost/asio": ("http", "service"),
    "boost/json": ("app", "http", "demo", "cli", "service"),
    "boost/multiprecision": ("base",),
    "openssl/": ("base/crypto",),
    "boost/unordered": ("domain/reporting",),
    "boost/container": ("http",),
    "boost/optional": ("http",),
    "boost/url": ("domain/access", "domain/tracking", "app", "facts/clickhouse", "http"),
    "simdjson.h": ("http/codec",),
    "curl/": ("delivery", "facts/clickhouse"),
    "xlsxwriter.h": ("sheets",),
    "spdlog/": ("telemetry",),
    "prometheus/": ("telemetry",),
    "CLI/": ("cli",),
    "toml++/": ("cli",),
    "sodium.h": ("base",),
    "yaml.h": ("base/text",),
    "re2/": ("visitors",),
    "maxminddb.h": ("visitors",),
    "fmt/": EVERYWHERE_BUT_DOMAIN,
}

# Headers of this project that only some layers may include.
RESERVED = {
    # A running service must use the real time.
    "base/time/set_clock.hpp": ("base", "demo"),
    # Only use cases may change the record.
    "app/ports/intake.hpp": ("app", "ledger", "journal", "service"),
    "app/ports/commission_store.hpp": ("app", "ledger", "service"),
}

# Tests may also include these.
TEST_HEADERS = ("gtest/", "gmock/", "rapidcheck.h", "rapidcheck/")

# Headers of the operating system. All layers except domain may include them.
SYSTEM = re.compile(r"(sys|net|netinet|arpa|linux)/\w+\.h|(dirent|dlfcn|errno|fcntl|grp|ifaddrs|netdb|poll|pthread|pwd|"
                    r"sched|signal|stdio|stdlib|string|syslog|termios|time|unistd)\.h")

STANDARD = frozenset("""
    algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits
    clocale cmath codecvt compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint
    cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution expected filesystem flat_map flat_set
    format forward_list fstream functional future generator initializer_list iomanip ios iosfwd iostream istream
    iterator latch limits list locale map mdspan memory memory_resource mutex new numbers numeric optional ostream print
    queue random ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream
    stack stacktrace stdexcept stdfloat stop_token streambuf string string_view strstream syncstream system_error thread
    tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
""".split())

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"(?P<quoted>[^"]+)"|<(?P<angled>[^>]+)>)', re.MULTILINE)


def sources(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.suffix in (".hpp", ".cpp", ".h", ".cc"))


def breaches(root: Path) -> list[str]:
    """Every forbidden include under `root`, which has the structure of src/."""
    found = []
    for path in sources(root):
        place = path.relative_to(root)
        if place.parts[0] not in LAYERS:
            found.append(f"{place}: {place.parts[0]} is not a layer")
            continue
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            reason = _judge_own(place, match["quoted"]) if match["quoted"] else _judge_foreign(place, match["angled"])
            if reason:
                line = text.count("\n", 0, match.start()) + 1
                found.append(f"{place}:{line} includes {match['quoted'] or match['angled']}: {reason}")
    return found


def _judge_own(place: Path, header: str) -> str | None:
    layer, other = place.parts[0], header.split("/")[0]
    if "/" not in header or other not in LAYERS:
        return "headers of this project are included by their path from src/"
    if other not in LAYERS[layer]:
        return f"{layer} may not include {other}"
    if layer not in RESERVED.get(header, (layer,)):
        return f"only {' and '.join(RESERVED[header])} may include it"
    return None


def _judge_foreign(place: Path, header: str) -> str | None:
    layer = place.parts[0]
    if header in STANDARD or (is_test(place) and header.startswith(TEST_HEADERS)):
        return None
    if SYSTEM.fullmatch(header):
        return None if layer in EVERYWHERE_BUT_DOMAIN else f"{layer} may not include the operating system's headers"
    fence = max((prefix for prefix in FENCES if header.startswith(prefix)), key=len, default=None)
    if fence is None:
        return "no folder may include this third-party header (see FENCES in tests/architecture/includes.py)"
    homes = FENCES[fence]
    if not any(place.is_relative_to(home) for home in homes):
        return f"only {', '.join(homes)} may include it"
    return None


def is_test(place: Path) -> bool:
    return place.stem.endswith("_test") or "contract" in place.parts
