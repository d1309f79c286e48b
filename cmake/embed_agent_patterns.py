"""Writes a C++ source with the patterns of crawler-user-agents and uap-core, and a list of known bots, one per line.

Usage: embed_agent_patterns.py PACKAGES SOURCE BOTS
"""

import json
import re
import sys
from pathlib import Path

import yaml

# RE2 does not support look-around and back-references.
NOT_FOR_RE2 = re.compile(r"\(\?(?:[=!]|<[=!])|\\[1-9]")

# Patterns that also match people's browsers, with their replacement. None drops the pattern.
NARROWED = {
    "MetaIAB Facebook": None,  # The browser inside Facebook's app.
    "Viber": "^Viber",  # Viber's link preview sends only this name. The browser inside its app has the name at the end.
    "WhatsApp": "^WhatsApp",
}


def main(packages: Path, source: Path, bots_file: Path) -> None:
    crawlers = json.loads((packages / "crawler-user-agents/crawler-user-agents.json").read_text())
    families = yaml.safe_load((packages / "uap-core/regexes.yaml").read_text())
    missing = NARROWED.keys() - {crawler["pattern"] for crawler in crawlers}
    if missing:
        sys.exit(f"crawler-user-agents no longer has {sorted(missing)}. Remove them from NARROWED.")
    crawlers = [crawler for crawler in crawlers if NARROWED.get(crawler["pattern"], "kept")]

    left_out: list[str] = []
    browsers = family_rows(families["user_agent_parsers"], "family_replacement", left_out)
    systems = family_rows(families["os_parsers"], "os_replacement", left_out)
    patterns = [NARROWED.get(crawler["pattern"], crawler["pattern"]) for crawler in crawlers]
    bots = [literal(pattern) for pattern in patterns if is_usable(pattern, left_out)]
    source.write_text(SOURCE.format(
        browsers=table("FamilyPattern", "kBrowsers", browsers), systems=table("FamilyPattern", "kSystems", systems),
        bots=table("std::string_view", "kBots", bots),
        left_out=table("std::string_view", "kLeftOut", [literal(pattern) for pattern in left_out])))
    bots_file.write_text("".join(f"{agent}\n" for crawler in crawlers for agent in crawler.get("instances", [])))
    for pattern in left_out:
        print(f"Skipped a pattern that RE2 does not support: {pattern}")


def is_usable(pattern: str, left_out: list[str]) -> bool:
    if NOT_FOR_RE2.search(pattern):
        left_out.append(pattern)
        return False
    return True


def family_rows(parsers: list[dict], replacement: str, left_out: list[str]) -> list[str]:
    return [f"{{{literal(parser['regex'])}, {literal(parser.get(replacement, ''))}}}"
            for parser in parsers if is_usable(parser["regex"], left_out)]


def literal(text: str) -> str:
    return f'R"~~({text})~~"'


def table(kind: str, name: str, rows: list[str]) -> str:
    lines = "".join(f"    {row},\n" for row in rows)
    return f"const std::array<{kind}, {len(rows)}> {name}{{{{\n{lines}}}}};\n"


SOURCE = """#include "visitors/agent_patterns.hpp"

#include <array>

namespace fairlead::visitors {{
namespace {{

{browsers}
{systems}
{bots}
{left_out}
}}  // namespace

std::span<const FamilyPattern> BrowserPatterns() {{ return kBrowsers; }}
std::span<const FamilyPattern> OsPatterns() {{ return kSystems; }}
std::span<const std::string_view> BotPatterns() {{ return kBots; }}
std::span<const std::string_view> LeftOutPatterns() {{ return kLeftOut; }}

}}  // namespace fairlead::visitors
"""

if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
