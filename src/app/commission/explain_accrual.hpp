#pragma once

#include <memory>
#include <optional>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/explanation_records.hpp"

namespace fairlead::app {

class CommissionQueries;

// An accrual with everything that explains it, and its operator.
struct ExplainedAccrual {
    std::shared_ptr<const OperatorEntry> owner;
    Explanation explanation;
};

// Explains an accrual of the operator `owner`, or of any operator if `owner` is not set. Does not check permissions.
// kNotFound if there is no such accrual. The queries must live until `done` is called.
void ExplainAccrual(CommissionQueries& queries, const CatalogueSnapshot& catalogue, std::optional<OperatorId> owner,
                    AccrualId accrual, AnswerDone<ExplainedAccrual> done);

}  // namespace fairlead::app
