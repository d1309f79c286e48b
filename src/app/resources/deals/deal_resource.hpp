#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// Withdraws a version of a deal that has not started in the operator's time zone. Returns the deal. Withdrawing a
// version twice changes nothing. The body is ignored.
ManageCatalogue::Decide WithdrawDealVersion(Uuid id, std::int32_t number, ChangeRequest request);

// Reads the deal of a simulation: `terms`, and if given `scope` and `binding`. It is in force from the beginning.
// Returns all errors and leaves `out` unchanged if there are any.
Errors ReadTriedDeal(const OperatorEntry& own, const boost::json::object& given, commission::Deal& out);

}  // namespace fairlead::app
