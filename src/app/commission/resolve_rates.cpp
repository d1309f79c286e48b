#include "app/commission/resolve_rates.hpp"

#include <utility>

#include "app/ports/commission_store.hpp"

namespace fairlead::app {
namespace {

// Repeats until no unpriced accrual has a rate.
AnswerDone<UnpricedLeft> ThenResolve(CommissionStore& store, OperatorId owner, StatusDone done) {
    return [&store, owner, done = std::move(done)](const Result<UnpricedLeft>& left) mutable {
        if (!left) return done(std::unexpected(left.error()));
        if (*left == UnpricedLeft::kNone) return done({});
        store.ResolveUnpriced(owner, ThenResolve(store, owner, std::move(done)));
    };
}

}  // namespace

void StoreRates(CommissionStore& store, RatesRequest request, StatusDone done) {
    const OperatorId owner = request.owner;
    store.StoreRates(std::move(request), ThenResolve(store, owner, std::move(done)));
}

void ResumeResolving(CommissionStore& store) {
    store.ReadOperatorsWithUnpriced([&store](const Result<std::vector<OperatorId>>& owners) {
        if (!owners) return;
        for (const OperatorId& owner : *owners) {
            store.ResolveUnpriced(owner, ThenResolve(store, owner, [](const Status&) {}));
        }
    });
}

}  // namespace fairlead::app
