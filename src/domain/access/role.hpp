#pragma once

#include "domain/catalogue/records.hpp"

namespace fairlead::access {

// The permission that a call requires.
enum class Need : std::uint8_t {
    kRead,
    kWrite,
    kAdminister,  // Keys, users and payments.
};

// Whether a user with this role has the permission. Users of affiliates have none of these: the portal has its own
// calls.
constexpr bool Allows(catalogue::UserRole role, Need need) {
    switch (role) {
        case catalogue::UserRole::kAdmin: return true;
        case catalogue::UserRole::kManager: return need != Need::kAdminister;
        case catalogue::UserRole::kViewer: return need == Need::kRead;
        case catalogue::UserRole::kAffiliate: return false;
    }
    return false;
}

}  // namespace fairlead::access
