#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// A commit of an operator's chain, by number and hash. A person who writes down the newest commit can prove later that
// nothing before it was rewritten.
struct ChainHead {
    OperatorId owner;
    std::int64_t number = 0;  // 0: the operator has no commit yet.
    Bytes32 hash{};
    Timestamp at;  // When the commit was recorded.

    // "OPERATORID:NUMBER:HASH", with the hash in hexadecimal digits.
    std::string ToText() const;
    // Nothing if the text does not have this form.
    static std::optional<ChainHead> Parse(std::string_view text);
};

}  // namespace fairlead::app
