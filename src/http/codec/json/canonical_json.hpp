#pragma once

#include <optional>
#include <string>
#include <vector>

#include <simdjson.h>

#include "base/error.hpp"

namespace fairlead::http {

inline constexpr int kJsonDepthMax = 8;

// Why a value could not be taken over.
struct JsonFault {
    simdjson::error_code broken = simdjson::SUCCESS;  // The whole document is no JSON.
    std::optional<ErrorCode> unwanted;                // The value is JSON, but not what we take.

    bool IsFine() const { return broken == simdjson::SUCCESS && !unwanted; }
};

// A member whose value is already canonical.
struct CanonicalMember {
    std::string name;
    std::string value;
};

// Appends an object with its members in order of name, so that the same content has the same text. Answers the names
// that are there more than once, at most one more than an answer lists.
std::vector<std::string> AppendMembers(std::vector<CanonicalMember>& members, std::string& out);

// Appends a value without white space and with one way of escaping, checking all of it on the way: On-Demand does not
// check what it skips. Numbers keep their digits. `depth` is that of the value's container.
JsonFault AppendCanonical(simdjson::ondemand::value value, int depth, std::string& out);

// Whether nothing follows what has been read of the document.
inline bool IsAtEnd(simdjson::ondemand::document& document) {
    return document.current_location().error() == simdjson::OUT_OF_BOUNDS;
}

}  // namespace fairlead::http
