#pragma once

#include <algorithm>

#include "domain/catalogue/records.hpp"

namespace fairlead::access {

// Whether the operator requires one-time codes of users with this role.
inline bool RequiresSecondFactor(const catalogue::Operator& self, catalogue::UserRole role) {
    return std::ranges::find(self.second_factor_roles, role) != self.second_factor_roles.end();
}

inline bool HasSecondFactor(const catalogue::User& user) { return !user.totp_sealed.empty(); }

// Whether the user must set up one-time codes before any other request is allowed.
inline bool LacksSecondFactor(const catalogue::Operator& self, const catalogue::User& user) {
    return RequiresSecondFactor(self, user.role) && !HasSecondFactor(user);
}

}  // namespace fairlead::access
