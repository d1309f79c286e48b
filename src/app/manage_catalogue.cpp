#include "app/manage_catalogue.hpp"

namespace fairlead::app {
namespace {

constexpr int kAttemptsMax = 5;

}  // namespace

void ManageCatalogue::Change(OperatorId owner, Decide decide, ObjectDone done) {
    Attempt(owner, std::move(decide), std::move(done), kAttemptsMax);
}

void ManageCatalogue::Attempt(OperatorId owner, Decide decide, ObjectDone done, int attempts_left) {
    const auto snapshot = catalogue_.Current();
    const auto entry = snapshot->Find(owner);
    if (!entry) return done(std::unexpected(Errors{{ErrorCode::kNotFound, "", "there is no such operator"}}));
    auto decision = decide({*snapshot, *entry});
    if (!decision) return done(std::unexpected(std::move(decision.error())));
    if (decision->change.upserts.empty()) return done(std::move(decision->answer));
    const std::int64_t version = decision->change.based_on_version;
    auto upserts = decision->change.upserts;
    ledger_.Apply(
        std::move(decision->change),
        [this, owner, version, upserts = std::move(upserts), decide = std::move(decide), done = std::move(done),
         answer = std::move(decision->answer), attempts_left](Status applied) mutable {
            const bool outdated = !applied && applied.error().code == ErrorCode::kConflict;
            if (!applied && !outdated) return done(std::unexpected(Errors{applied.error()}));
            const Status current = outdated ? catalogue_.Reload(owner) : catalogue_.Advance(owner, version, upserts);
            if (!current) return done(std::unexpected(Errors{current.error()}));
            if (!outdated) return done(std::move(answer));
            if (attempts_left <= 1) return done(std::unexpected(Errors{applied.error()}));
            Attempt(owner, std::move(decide), std::move(done), attempts_left - 1);
        });
}

}  // namespace fairlead::app
