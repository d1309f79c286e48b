#include "http/explain_accrual.hpp"

#include "http/codec/commission/commission_json.hpp"

namespace fairlead::http {
namespace {

using Entries = std::vector<std::shared_ptr<const app::OperatorEntry>>;

// Asks one operator after the other.
void AskNext(app::Ledger& ledger, Entries left, AccrualId accrual, app::ObjectDone done) {
    if (left.empty()) {
        return done(std::unexpected(app::Errors{{ErrorCode::kNotFound, "", "there is no such accrual"}}));
    }
    const auto entry = std::move(left.back());
    left.pop_back();
    ledger.Explain(entry->records.self.id, accrual,
                   [&ledger, entry, left = std::move(left), accrual,
                    done = std::move(done)](const Result<app::Explanation>& explanation) mutable {
                       if (explanation) return done(EncodeExplanation(*explanation, *entry));
                       const Error& error = explanation.error();
                       if (error.code != ErrorCode::kNotFound) return done(std::unexpected(app::Errors{error}));
                       AskNext(ledger, std::move(left), accrual, std::move(done));
                   });
}

}  // namespace

void ExplainAccrual(const app::CatalogueSnapshot& catalogue, app::Ledger& ledger, std::optional<OperatorId> owner,
                    AccrualId accrual, app::ObjectDone done) {
    Entries entries;
    for (const auto& [id, entry] : catalogue.entries()) {
        if (!owner || id == *owner) entries.push_back(entry);
    }
    AskNext(ledger, std::move(entries), accrual, std::move(done));
}

}  // namespace fairlead::http
