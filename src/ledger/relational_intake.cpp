#include "ledger/relational_intake.hpp"

#include <algorithm>
#include <deque>

#include "domain/facts/click_batches.hpp"
#include "ledger/commission/late_clicks.hpp"
#include "ledger/ingest/operator_commit.hpp"
#include "ledger/transaction/transactions.hpp"
#include "telemetry/run_guarded.hpp"

namespace fairlead::ledger {
namespace {

// A failure is reported for this time, so that the probe of a load balancer sees it. After this time it is forgotten,
// because without requests no commit would clear it.
constexpr std::int64_t kFailureShowsMicros = 2 * kMicrosPerSecond;

using telemetry::RunGuarded;
constexpr std::string_view kCommitWork = "ledger-writer";

// The tasks of one operator, which run together.
struct OperatorGroup {
    OperatorWork work;
    std::vector<CommitTask*> ingests;
    std::vector<CommitTask*> tracks;
    std::vector<CommitTask*> takeovers;
    OperatorCommitted committed;

    void Add(CommitTask& task) {
        if (task.tracked) {
            tracks.push_back(&task);
            work.tracked.push_back(&task.tracked->batch);
            return;
        }
        if (task.journalled) {
            takeovers.push_back(&task);
            work.journalled.push_back(&task.journalled->batches);
            return;
        }
        ingests.push_back(&task);
        for (const auto& submitted : task.events) work.events.push_back(&submitted);
    }

    void Fail(const Error& error) {
        for (CommitTask* task : ingests) RunGuarded(kCommitWork, [&] { task->Fail(error); });
        for (CommitTask* task : tracks) RunGuarded(kCommitWork, [&] { task->Fail(error); });
        for (CommitTask* task : takeovers) RunGuarded(kCommitWork, [&] { task->Fail(error); });
    }

    // Completes every task with its part of the group's results.
    void Complete() {
        auto next = committed.ingested.receipts.begin();
        for (CommitTask* task : ingests) {
            const auto end = next + static_cast<std::ptrdiff_t>(task->events.size());
            RunGuarded(kCommitWork, [&] { task->ingested(std::vector(next, end)); });
            next = end;
        }
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            RunGuarded(kCommitWork, [&] { tracks[i]->tracked->done(committed.tracked[i]); });
        }
        for (CommitTask* task : takeovers) RunGuarded(kCommitWork, [&] { task->journalled->done({}); });
    }
};

std::vector<OperatorGroup> GroupByOperator(std::vector<CommitTask>& tasks) {
    std::vector<OperatorGroup> groups;
    for (CommitTask& task : tasks) {
        auto group = std::ranges::find(groups, task.owner, [](const auto& each) { return each.work.owner; });
        if (group == groups.end()) group = groups.insert(groups.end(), OperatorGroup{.work = {.owner = task.owner}});
        group->Add(task);
    }
    return groups;
}

Status CommitGroups(Connection& connection, LedgerIndex& index, OperatorCaches& caches,
                    std::span<OperatorGroup> groups) {
    std::deque<LockedOperator> operators;
    const Status done = InIndexedTransaction(connection, index, [&](Connection& open) -> Status {
        for (OperatorGroup& group : groups) {
            auto committed = CommitOperator(open, index, operators.emplace_back(caches, group.work.owner), group.work);
            if (!committed) return std::unexpected(std::move(committed.error()));
            group.committed = std::move(*committed);
        }
        return {};
    });
    if (done) std::ranges::for_each(operators, KeepCache);
    return done;
}

// Commits all groups together. If that fails, commits each group separately, so that an error of one operator does not
// affect the others. Returns the outcome of each group.
std::vector<Status> CommitTogetherOrSeparately(Connection& connection, LedgerIndex& index, OperatorCaches& caches,
                                               std::vector<OperatorGroup>& groups) {
    const Status together = CommitGroups(connection, index, caches, groups);
    std::vector<Status> outcomes(groups.size(), together);
    if (together || groups.size() == 1) return outcomes;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        outcomes[i] = CommitGroups(connection, index, caches, std::span(&groups[i], 1));
    }
    return outcomes;
}

// The times of the batches that may have arrived after a registration named one of their clicks. Empty if there are no
// such batches.
std::optional<VisitRange> VisitsOf(const OperatorWork& work) {
    std::optional<VisitRange> visits;
    const auto add = [&](Timestamp time) {
        if (time == facts::kUndated) return;
        if (!visits) visits = {time, time};
        visits = {std::min(visits->first, time), std::max(visits->last, time)};
    };
    for (const app::TrackedBatch* batch : work.tracked) add(batch->time);
    for (const app::JournalledBatches* journalled : work.journalled) {
        for (const auto& [sequence, batch] : journalled->batches) add(batch.time);
    }
    return visits;
}

// Turns an exception into an Error of all groups.
std::vector<Status> CommitGuarded(Connection& connection, LedgerIndex& index, OperatorCaches& caches,
                                  std::vector<OperatorGroup>& groups) {
    const Error error{ErrorCode::kInternal, "", "the request could not be recorded; send it again"};
    std::vector<Status> outcomes(groups.size(), std::unexpected(error));
    RunGuarded(kCommitWork, [&] { outcomes = CommitTogetherOrSeparately(connection, index, caches, groups); });
    return outcomes;
}

// Whether the ledger itself failed. Errors that the tasks cause do not count.
bool IsLedgerFailure(const Status& outcome) {
    return !outcome &&
           (outcome.error().code == ErrorCode::kLedgerFailed || outcome.error().code == ErrorCode::kUnavailable);
}

}  // namespace

bool RelationalIntake::HasJustFailed() const {
    const std::int64_t failed_at = failed_at_;
    return failed_at != 0 && SteadyMicros() - failed_at < kFailureShowsMicros;
}

void RelationalIntake::Commit(Writer& writer, std::vector<CommitTask>& tasks) {
    const std::int64_t started = SteadyMicros();
    auto groups = GroupByOperator(tasks);
    auto connection = writer.source->Acquire();
    const auto outcomes = connection ? CommitGuarded(**connection, *writer.index, caches_, groups)
                                     : std::vector<Status>(groups.size(), std::unexpected(connection.error()));
    const bool any_done = std::ranges::any_of(outcomes, [](const Status& done) { return done.has_value(); });
    metrics_.ledger_writable.Set(any_done ? 1 : 0);
    failed_at_ = any_done || !std::ranges::any_of(outcomes, IsLedgerFailure) ? 0 : SteadyMicros();
    std::size_t weight = 0;
    for (const CommitTask& task : tasks) weight += task.weight();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (outcomes[i]) {
            const IngestedBatch& ingested = groups[i].committed.ingested;
            metrics_.events_accepted.Increment(static_cast<double>(ingested.accepted));
            metrics_.events_duplicate.Increment(static_cast<double>(ingested.duplicates));
            metrics_.events_differing.Increment(static_cast<double>(ingested.differing));
            groups[i].Complete();
            RunGuarded(kCommitWork, [&] { AttributeLate(**connection, *writer.index, groups[i].work); });
        } else {
            metrics_.ledger_failures.Increment();
            groups[i].Fail(outcomes[i].error());
        }
    }
    if (!any_done) return;
    metrics_.ledger_commits.Increment();
    metrics_.ledger_commit_entries.Observe(static_cast<double>(weight));
    metrics_.ledger_commit_seconds.Observe(static_cast<double>(SteadyMicros() - started) / 1e6);
}

// After a failure, the next clicks of the operator cause another attempt.
void RelationalIntake::AttributeLate(Connection& connection, LedgerIndex& index, const OperatorWork& work) {
    const auto visits = VisitsOf(work);
    if (!visits) return;
    const Status done = late_clicks_.Attribute(connection, index, work.owner, *visits);
    if (!done) telemetry::LogWarn("a late click was not attributed yet", {{"reason", done.error().message}});
}

void RelationalIntake::Ingest(OperatorId owner, std::span<const events::SubmittedEvent> batch, app::IngestDone done) {
    CommitTask task{.owner = owner, .events = batch, .ingested = std::move(done), .tracked = nullptr};
    if (queue_.PushCommit(task)) return;
    task.Fail({ErrorCode::kOverloaded, "", "too many events are waiting; send them again in a moment"});
}

void RelationalIntake::Track(app::TrackedBatch batch, app::TrackDone done) {
    CommitTask task{.owner = batch.owner,
                    .events = {},
                    .ingested = {},
                    .tracked = std::make_unique<CommitTask::Tracked>(std::move(batch), std::move(done))};
    if (queue_.PushCommit(task)) return;
    task.Fail({ErrorCode::kOverloaded, "", "too many clicks are waiting to be recorded"});
}

void RelationalIntake::TakeOver(app::JournalledBatches batches, app::StatusDone done) {
    CommitTask task{.owner = batches.owner,
                    .events = {},
                    .ingested = {},
                    .tracked = nullptr,
                    .journalled = std::make_unique<CommitTask::TakenOver>(std::move(batches), std::move(done))};
    if (queue_.PushCommit(task)) return;
    task.Fail({ErrorCode::kOverloaded, "", "too much is waiting to be recorded"});
}

}  // namespace fairlead::ledger
