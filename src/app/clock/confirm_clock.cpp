#include "app/clock/confirm_clock.hpp"

namespace fairlead::app {

namespace json = boost::json;

json::object DescribeClock(ClockGuard& guard) {
    const auto verdict = guard.Verdict();
    return {{"now", Now().ToIso8601()}, {"trusted", verdict.trusted()}, {"reason", Describe(verdict)}};
}

void ConfirmClock(ClockGuard& guard, CatalogueStore& store, std::string_view actor, ObjectDone done) {
    const auto ended = guard.Confirm();
    if (const Status trusted = guard.Check(); !trusted) return done(std::unexpected(Errors{trusted.error()}));
    if (ended.trusted()) return done(DescribeClock(guard));
    AuditEntry entry{.actor = std::string(actor),
                     .action = "clock.confirm",
                     .subject = "clock",
                     .before = json::serialize(json::object{{"reason", Describe(ended)}}),
                     .after = json::serialize(json::object{{"now", Now().ToIso8601()}})};
    store.AddAuditToAll(std::move(entry), [&guard, done = std::move(done)](const Status& added) mutable {
        if (!added) return done(std::unexpected(Errors{added.error()}));
        done(DescribeClock(guard));
    });
}

}  // namespace fairlead::app
