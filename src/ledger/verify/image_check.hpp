#pragma once

#include <functional>
#include <string>

#include "app/ports/catalogue_store.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Compares the content of every uploaded image with its hash, and looks for images that creatives use but that are
// missing.
Status CheckImages(Connection& connection, const app::OperatorRecords& records,
                   const std::function<void(const std::string&)>& differs);

}  // namespace fairlead::ledger
