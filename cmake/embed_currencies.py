"""Writes a C++ source with the currencies of ISO 4217 and their digits, from the list in dinero.js.

Usage: embed_currencies.py PACKAGES SOURCE
"""

import re
import sys
from pathlib import Path

CURRENCY = re.compile(r'code: "([A-Z]{3})",\s*base: (\d+),\s*exponent: (\d+)')

# The package counts the parts of these units in fifths. ISO 4217 gives both two digits.
DIGITS = {"MGA": 2, "MRU": 2}

EXPECTED = {"EUR": 2, "JPY": 0, "KWD": 3, "CLF": 4, "XCG": 2, "ZWG": 2}


def main(packages: Path, source: Path) -> None:
    found = CURRENCY.findall((packages / "dinero.js/dist/esm/currencies/index.js").read_text())
    unusual = {code for code, base, _ in found if base != "10"}
    if unusual != DIGITS.keys():
        sys.exit(f"dinero.js has other bases than 10 for {sorted(unusual)}. Correct DIGITS.")
    digits = {code: DIGITS.get(code, int(exponent)) for code, _, exponent in found}
    if len(digits) < 150 or not EXPECTED.items() <= digits.items():
        sys.exit("The list of currencies in dinero.js cannot be read.")
    rows = "".join(f'    {{"{code}", {digits[code]}}},\n' for code in sorted(digits))
    source.write_text(SOURCE.format(count=len(digits), rows=rows))


SOURCE = """#include "domain/money/iso_currencies.hpp"

#include <array>

namespace fairlead {{
namespace {{

constexpr std::array<IsoCurrency, {count}> kIsoCurrencies{{{{
{rows}}}}};

}}  // namespace

std::span<const IsoCurrency> IsoCurrencies() {{ return kIsoCurrencies; }}

}}  // namespace fairlead
"""

if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
