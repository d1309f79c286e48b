#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Withdraws a version of a deal that has not started in the operator's time zone. Returns the deal. Withdrawing a
// version twice changes nothing. The body is ignored.
ManageCatalogue::Decide WithdrawDealVersion(Uuid deal, std::int32_t version, ChangeRequest request);

}  // namespace fairlead::app
