#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/number/decimal.hpp"
#include "domain/signals/rule.hpp"

namespace fairlead::signals {

// Something that a rule found, with its numbers.
struct Finding {
    std::string cause;  // What was found: "link/ID", "player/ID" … Equal for the same link, address and so on.
    AffiliateId affiliate;
    std::optional<LinkId> link = {};
    std::optional<PlayerId> player = {};
    std::string mark = {};  // Of an address or an agent: the first digits of its hash.
    Timestamp begins;       // The time that the numbers are about, both ends included.
    Timestamp ends;
    Decimal value;    // What was counted or measured, …
    Decimal allowed;  // … and the limit that it passed.
    std::optional<Decimal> usual = {};
    std::string summary;  // A sentence with these numbers.
};

// Joins findings of the same cause that are less than `gap_micros` apart. The joined one has the numbers of the one
// with the greatest value. Ordered by time.
std::vector<Finding> JoinCauses(std::vector<Finding> findings, std::int64_t gap_micros);

}  // namespace fairlead::signals
