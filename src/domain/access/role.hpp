#pragma once

#include "domain/catalogue/records.hpp"

namespace fairlead::access {

// The permission that a call requires.
enum class Need : std::uint8_t {
    kRead,
    kWrite,       // Brands, affiliates, links, deals and reports.
    kKeepBooks,   // Statements, adjustments, reversals, exchange rates and payment holds.
    kPay,         // Records payments.
    kAdminister,  // Keys and users.
};

// Whether a user with this role has the permission. Users of affiliates have none of these: the portal has its own
// calls.
bool Allows(catalogue::UserRole role, Need need);

}  // namespace fairlead::access
