#pragma once

#include <optional>
#include <string>

#include "base/time/period.hpp"

namespace fairlead::app {

// A search for statements: "max october 2026" asks for the affiliates that match "max" and for one month.
struct StatementWords {
    std::string affiliate;       // The words that are neither a period nor a year. May be empty.
    std::optional<Period> from;  // Both or neither.
    std::optional<Period> to;

    // The text must be valid UTF-8. A period is "2026-10", "2026-10-H1" or "2026-W41", or the English name of a month
    // or its first three letters; without a year it is the newest such month up to `current`. A year alone asks for all
    // its periods, and a month also asks for the shorter periods within it.
    static StatementWords Parse(std::string_view text, Period current);
};

}  // namespace fairlead::app
