#include "app/clock/confirm_clock.hpp"

namespace fairlead::app {

namespace json = boost::json;

json::object DescribeClock(ClockGuard& guard) {
    const auto verdict = guard.Verdict();
    return {{"now", Now().ToIso8601()}, {"trusted", verdict.trusted()}, {"reason", Describe(verdict)}};
}

void ConfirmClock(ClockGuard& guard, CatalogueStore& store, std::string_view actor, ObjectDone done) {
    const auto confirmed = guard.ReadClocksUnchecked();
    const auto doubt = guard.Verdict();
    if (doubt.trusted()) return done(DescribeClock(guard));
    AuditEntry entry{.actor = std::string(actor),
                     .action = "clock.confirm",
                     .subject = "clock",
                     .before = json::serialize(json::object{{"reason", Describe(doubt)}}),
                     .after = json::serialize(json::object{{"now", confirmed.wall.ToIso8601()}})};
    // The entries are stored first. If that fails, the clock stays suspect and the confirmation can be repeated; in the
    // other order, the clock could be trusted without an entry.
    store.AddAuditToAll(std::move(entry), [&guard, confirmed, done = std::move(done)](const Status& added) mutable {
        if (!added) return done(std::unexpected(Errors{added.error()}));
        guard.Confirm(confirmed);
        if (const Status trusted = guard.Check(); !trusted) return done(std::unexpected(Errors{trusted.error()}));
        done(DescribeClock(guard));
    });
}

}  // namespace fairlead::app
