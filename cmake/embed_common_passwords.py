"""Writes a C++ source with the most common passwords, from the list in @zxcvbn-ts/language-common.

The list is ordered by how often a password is used. The source has the first 10,000 and, of the others, those that are
long enough to pass the rule for the length. It is in upper case, for comparisons that ignore case.

Usage: embed_common_passwords.py PACKAGES SOURCE
"""

import json
import sys
from pathlib import Path

COUNT_MIN = 10_000
LENGTH_MIN = 12

EXPECTED = {"PASSWORD", "QWERTY", "1QAZ2WSX3EDC", "123456789012"}


def main(packages: Path, source: Path) -> None:
    listed = json.loads((packages / "@zxcvbn-ts/language-common/src/passwords.json").read_text())
    common = listed[:COUNT_MIN] + [password for password in listed[COUNT_MIN:] if len(password) >= LENGTH_MIN]
    upper = sorted({password.upper() for password in common if password.isascii()}, key=str.encode)
    if len(upper) < COUNT_MIN or not EXPECTED <= set(upper):
        sys.exit("The list of passwords in @zxcvbn-ts/language-common cannot be read.")
    rows = "".join(f"    {json.dumps(password)},\n" for password in upper)
    source.write_text(SOURCE.format(count=len(upper), rows=rows))


SOURCE = """#include "domain/access/common_passwords.hpp"

#include <array>

namespace fairlead::access {{
namespace {{

constexpr std::array<std::string_view, {count}> kCommonPasswords{{{{
{rows}}}}};

}}  // namespace

std::span<const std::string_view> CommonPasswords() {{ return kCommonPasswords; }}

}}  // namespace fairlead::access
"""

if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
