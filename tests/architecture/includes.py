"""Reads the includes under src/ and says which of them break a layer or a third-party fence."""

import re
from pathlib import Path

# Which layers each layer may include. The direction of the whole tree; adapters never include each other.
LAYERS = {
    "base": {"base"},
    "telemetry": {"base", "telemetry"},
    "domain": {"base", "domain"},
    "app": {"base", "telemetry", "domain", "app"},
    "ledger": {"base", "telemetry", "domain", "app", "ledger"},
    "facts": {"base", "telemetry", "domain", "app", "facts"},
    "http": {"base", "telemetry", "domain", "app", "http"},
    "visitors": {"base", "telemetry", "domain", "app", "visitors"},
    "demo": {"base", "telemetry", "domain", "app", "demo"},
    "cli": {"base", "telemetry", "domain", "app", "cli"},
    "service": {"base", "telemetry", "domain", "app", "ledger", "facts", "http", "visitors", "demo", "cli", "service"},
}

EVERYWHERE_BUT_DOMAIN = ("base", "telemetry", "app", "ledger", "facts", "http", "visitors", "demo", "cli", "service")

# The home of each third-party header: a prefix of its name, and the folders that may include it. The longest prefix
# decides. A header that matches none has no home yet and is a breach.
FENCES = {
    "sqlite3.h": ("ledger/sqlite",),
    "rocksdb/": ("ledger/index",),
    "zstd.h": ("ledger",),
    "date/": ("base",),
    "libpq-fe.h": ("ledger/postgres",),
    "duckdb.h": ("facts/duckdb",),
    "boost/beast": ("http", "facts/clickhouse", "service"),
    "boost/asio": ("http", "facts/clickhouse", "service"),
    "boost/json": ("app", "http", "demo", "cli", "service"),
    "boost/multiprecision": ("base",),
    "boost/uuid": ("base",),
    "boost/unordered": ("domain/reporting",),
    "boost/container": ("http",),
    "boost/optional": ("http",),
    "boost/url": ("domain/access", "domain/tracking", "app", "facts/clickhouse", "http"),
    "simdjson.h": ("http/codec",),
    "spdlog/": ("telemetry",),
    "prometheus/": ("telemetry",),
    "CLI/": ("cli",),
    "toml++/": ("cli",),
    "sodium.h": ("base",),
    "re2/": ("visitors",),
    "maxminddb.h": ("visitors",),
    "fmt/": EVERYWHERE_BUT_DOMAIN,
}

# Own headers that only some layers may include.
RESERVED = {
    # Whoever serves lives in the present.
    "base/time/set_clock.hpp": ("base", "demo"),
    # The record is changed through use cases.
    "app/ports/intake.hpp": ("app", "ledger", "service"),
    "app/ports/commission_store.hpp": ("app", "ledger", "service"),
}

# On top of its layer's own, for tests that stand beside the code.
TEST_HEADERS = ("gtest/", "gmock/", "rapidcheck.h", "rapidcheck/")

# The operating system's own interface, for everything but the business itself.
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
    """Every breach under `root`, which is laid out like src/."""
    found = []
    for path in sources(root):
        place = path.relative_to(root)
        if place.parts[0] not in LAYERS:
            found.append(f"{place}: {place.parts[0]} is no layer")
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
        return "own headers are included from src/, by layer"
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
        return "this third-party header has no home (see FENCES in tests/architecture/includes.py)"
    homes = FENCES[fence]
    if not any(place.is_relative_to(home) for home in homes):
        return f"its home is {', '.join(homes)}"
    return None


def is_test(place: Path) -> bool:
    return place.stem.endswith("_test") or "contract" in place.parts
