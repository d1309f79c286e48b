#pragma once

#include "domain/catalogue/records.hpp"

namespace fairlead::access {

// What a call asks of whoever makes it.
enum class Need : std::uint8_t {
    kRead,
    kWrite,
    kAdminister,  // Keys, users and payments.
};

// Whether somebody of the operator's may. People of affiliates may nothing here: they have calls of their own.
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
