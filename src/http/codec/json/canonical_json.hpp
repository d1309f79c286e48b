#pragma once

#include <optional>
#include <string>
#include <vector>

#include <simdjson.h>

#include "base/error.hpp"

namespace fairlead::http {

inline constexpr int kJsonDepthMax = 8;

// Why a value was not accepted.
struct JsonFault {
    simdjson::error_code broken = simdjson::SUCCESS;  // The whole document is not JSON.
    std::optional<ErrorCode> unwanted;                // The value is JSON, but breaks a rule of ours.

    bool IsFine() const { return broken == simdjson::SUCCESS && !unwanted; }
};

// A member whose value is already canonical.
struct CanonicalMember {
    std::string name;
    std::string value;
};

// Appends an object with its members sorted by name, so that the same content has the same text. Returns the names that
// appear more than once, at most one more than an answer lists.
std::vector<std::string> AppendMembers(std::vector<CanonicalMember>& members, std::string& out);

// Appends a value without white space and with uniform escapes. Checks the whole value, because simdjson On-Demand does
// not check the parts that it skips. Numbers keep their digits. `depth` is the depth of the value's container.
JsonFault AppendCanonical(simdjson::ondemand::value value, int depth, std::string& out);

// Whether the whole document has been read.
inline bool IsAtEnd(simdjson::ondemand::document& document) {
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

}  // namespace fairlead::http
