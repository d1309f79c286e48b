#pragma once

#include <optional>

#include "app/catalogue/manage_catalogue.hpp"

namespace fairlead::http {

// Explains an accrual to whoever may see everything: of one operator, or of whichever has it. `done` may run on another
// thread; the ledger must live until then.
void ExplainAccrual(const app::CatalogueSnapshot& catalogue, app::Ledger& ledger, std::optional<OperatorId> owner,
                    AccrualId accrual, app::ObjectDone done);

}  // namespace fairlead::http
