#include "domain/access/role.hpp"

namespace fairlead::access {

bool Allows(catalogue::UserRole role, Need need) {
    switch (role) {
        case catalogue::UserRole::kAdmin: return true;
        case catalogue::UserRole::kManager: return need != Need::kAdminister && need != Need::kPay;
        case catalogue::UserRole::kFinance: return need != Need::kAdminister && need != Need::kWrite;
        case catalogue::UserRole::kViewer: return need == Need::kRead;
        case catalogue::UserRole::kAffiliate: return false;
    }
    return false;
}

}  // namespace fairlead::access
