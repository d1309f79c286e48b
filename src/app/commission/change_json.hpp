#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "domain/plans/change.hpp"

namespace fairlead::app {

// A recorded change: its kind, and its content as JSON.
struct ChangeText {
    std::string kind;
    std::string content;
};

ChangeText EncodeChange(const commission::Change& change);
// Fails if the content was not written by EncodeChange.
Result<commission::Change> DecodeChange(std::string_view kind, std::string_view content);

}  // namespace fairlead::app
