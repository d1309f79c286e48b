#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Withdraws a version of a deal that has not started in the operator's time zone; the answer is the deal. A version
// that is withdrawn already stays so, and nothing changes. The body is not looked at.
ManageCatalogue::Decide WithdrawDealVersion(Uuid deal, std::int32_t version, ChangeRequest request);

}  // namespace fairlead::app
