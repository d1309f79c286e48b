#include "ledger/retention/retention.hpp"

#include <algorithm>

#include "ledger/retention/block_archiver.hpp"
#include "ledger/retention/click_dropper.hpp"
#include "ledger/retention/message_dropper.hpp"
#include "telemetry/log.hpp"

namespace fairlead::ledger {
namespace {

// A ledger that several nodes share is PostgreSQL. The lock ends with the connection.
constexpr Sql kTakeRetention("SELECT CASE WHEN pg_try_advisory_lock(72461770, 3) THEN 1 ELSE 0 END");
constexpr Sql kRelease("SELECT CASE WHEN pg_advisory_unlock(72461770, 3) THEN 1 ELSE 0 END");

// Only whole days are archived, or whole periods of the setting if it is shorter, so that files are few and large.
Timestamp WholeSpans(Timestamp time, std::int64_t after_micros) {
    const std::int64_t span = std::min(after_micros, kMicrosPerDay);
    return Timestamp{time.micros - time.micros % span};
}

}  // namespace

Result<Timestamp> Retention::ReadClock() const { return site_.clock == nullptr ? Now() : site_.clock->Read(); }

RetentionOutcome Retention::Run(const RetentionPolicy& policy, Timestamp now, const std::stop_token& stop) {
    RetentionOutcome outcome;
    const std::int64_t started = SteadyMicros();
    const auto held = Hold();
    auto done = held ? Status() : Status(std::unexpected(held.error()));
    outcome.elsewhere = held && !*held;
    if (held && *held) {
        done = RunAll(policy, now, stop, outcome);
        Release();
    }
    if (!done) {
        ++outcome.failures;
        telemetry::LogError("retention could not run", {{"reason", std::string_view(done.error().message)}});
    }
    if (outcome.elsewhere) return outcome;
    site_.metrics.retention_runs.Increment();
    site_.metrics.retention_failures.Increment(static_cast<double>(outcome.failures));
    telemetry::LogInfo("retention has run", {{"clicksDropped", outcome.clicks_dropped},
                                             {"blocksArchived", outcome.blocks_archived},
                                             {"messagesDropped", outcome.messages_dropped},
                                             {"failures", outcome.failures},
                                             {"milliseconds", (SteadyMicros() - started) / 1000}});
    return outcome;
}

Result<bool> Retention::Hold() {
    if (!shared_with_other_nodes_) return true;
    const auto connection = TRY(site_.reader.Acquire());
    const auto taken = TRY(connection->Query(kTakeRetention, {}));
    return taken.Integer(0) == 1;
}

void Retention::Release() {
    if (!shared_with_other_nodes_) return;
    // A lost connection has released the lock.
    if (const auto connection = site_.reader.Acquire()) (void)(*connection)->Query(kRelease, {});
}

Status Retention::RunAll(const RetentionPolicy& policy, Timestamp now, const std::stop_token& stop,
                         RetentionOutcome& outcome) {
    const auto connection = TRY(site_.reader.Acquire());
    const auto owners = TRY(ReadOperatorIds(*connection));
    for (const OperatorId owner : owners) {
        if (stop.stop_requested()) break;
        const auto done = RunOperator(owner, policy, now, stop, outcome);
        if (done || stop.stop_requested()) continue;
        ++outcome.failures;
        const std::string id = owner.ToString();
        telemetry::LogError("retention could not finish with an operator",
                            {{"operator", std::string_view(id)}, {"reason", std::string_view(done.error().message)}});
    }
    return {};
}

// Blocks are archived after their clicks are handled, so that archive files contain no clicks that are to be dropped.
Status Retention::RunOperator(OperatorId owner, const RetentionPolicy& policy, Timestamp now,
                              const std::stop_token& stop, RetentionOutcome& outcome) {
    if (policy.drop_messages_after_micros > 0) {
        const Timestamp before{now.micros - policy.drop_messages_after_micros};
        const auto dropped = TRY(MessageDropper(site_, owner).Run(before, stop));
        outcome.messages_dropped += dropped;
    }
    if (policy.drop_clicks_after_micros == 0 && policy.archive_after_micros == 0) return {};
    const Timestamp old_enough{now.micros - policy.archive_after_micros};
    if (policy.drop_clicks_after_micros > 0) {
        ClickDropper dropper(site_, owner, now, policy.drop_clicks_after_micros);
        bool finished = false;
        while (!finished && !stop.stop_requested()) {
            const auto progress = TRY(dropper.Advance(stop));
            finished = progress.finished;
            outcome.clicks_dropped += progress.dropped;
            if (progress.took_back) unneeded_.LookAgain(owner);
            const auto archived = Archive(owner, policy, std::min(old_enough, progress.seen_to), stop, outcome);
            if (!archived) return archived;
        }
    } else
        TRY(Archive(owner, policy, old_enough, stop, outcome));
    const auto connection = TRY(site_.reader.Acquire());
    return unneeded_.Tidy(*connection, owner);
}

Status Retention::Archive(OperatorId owner, const RetentionPolicy& policy, Timestamp before,
                          const std::stop_token& stop, RetentionOutcome& outcome) {
    if (policy.archive_after_micros == 0) return {};
    const auto archived = TRY(BlockArchiver(site_, owner).Run(WholeSpans(before, policy.archive_after_micros), stop));
    outcome.blocks_archived += archived;
    return {};
}

}  // namespace fairlead::ledger
