#pragma once

#include <functional>

#include "app/ports/projection.hpp"

namespace fairlead::demo {

// Waits until reports show everything that the operator's ledger had at the call. False if it was stopped first.
bool WaitForReports(const app::Projection& projection, OperatorId owner, const std::function<bool()>& stopped);

}  // namespace fairlead::demo
