#include "app/commission/explain_accrual.hpp"

#include <utility>
#include <vector>

#include "app/ports/commission_queries.hpp"

namespace fairlead::app {
namespace {

using OperatorEntries = std::vector<std::shared_ptr<const OperatorEntry>>;

// Asks the operators one after the other.
void AskNextOperator(CommissionQueries& queries, OperatorEntries left, AccrualId accrual,
                     AnswerDone<ExplainedAccrual> done) {
    if (left.empty()) return done(Fail(ErrorCode::kNotFound, "there is no such accrual"));
    const auto entry = std::move(left.back());
    left.pop_back();
    queries.ReadExplanation(entry->records.self.id, accrual,
                            [&queries, entry, left = std::move(left), accrual,
                             done = std::move(done)](Result<Explanation> explanation) mutable {
                                if (explanation) return done(ExplainedAccrual{entry, std::move(*explanation)});
                                if (explanation.error().code != ErrorCode::kNotFound) {
                                    return done(std::unexpected(explanation.error()));
                                }
                                AskNextOperator(queries, std::move(left), accrual, std::move(done));
                            });
}

}  // namespace

void ExplainAccrual(CommissionQueries& queries, const CatalogueSnapshot& catalogue, std::optional<OperatorId> owner,
                    AccrualId accrual, AnswerDone<ExplainedAccrual> done) {
    OperatorEntries entries;
    for (const auto& [id, entry] : catalogue.entries()) {
        if (!owner || id == *owner) entries.push_back(entry);
    }
    AskNextOperator(queries, std::move(entries), accrual, std::move(done));
}

}  // namespace fairlead::app
