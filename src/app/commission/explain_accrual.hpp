#pragma once

#include <memory>
#include <optional>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/explanation_records.hpp"

namespace fairlead::app {

class CommissionQueries;

// An accrual with all that it follows from, and the operator that has it.
struct ExplainedAccrual {
    std::shared_ptr<const OperatorEntry> owner;
    Explanation explanation;
};

// Explains an accrual to whoever may see everything: of one operator, or of whichever has it. kNotFound when none has
// it. The queries must live until `done` is called.
void ExplainAccrual(CommissionQueries& queries, const CatalogueSnapshot& catalogue, std::optional<OperatorId> owner,
                    AccrualId accrual, AnswerDone<ExplainedAccrual> done);

}  // namespace fairlead::app
