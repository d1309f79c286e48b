#include "ledger/relational_ledger.hpp"

#include <algorithm>
#include <future>

#include "ledger/audit_rows.hpp"
#include "ledger/catalogue_rows.hpp"
#include "ledger/health_rows.hpp"
#include "ledger/ingest_batch.hpp"
#include "ledger/rate_grants.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

Error Stopping() { return {ErrorCode::kUnavailable, "", "the service is stopping"}; }

// Runs `body` in a transaction of its own.
template <class Body>
auto InTransaction(Session& session, Body body) -> decltype(body(session)) {
    if (auto begun = session.Begin(); !begun) return std::unexpected(begun.error());
    auto result = body(session);
    if (result) {
        if (auto committed = session.Commit(); !committed) result = std::unexpected(committed.error());
    }
    if (!result) session.Rollback();
    return result;
}

// The tasks of one operator, run as one batch.
struct OperatorGroup {
    OperatorId owner;
    std::vector<IngestTask*> tasks;
    std::vector<const events::SubmittedEvent*> batch;
    IngestedBatch ingested;
};

std::vector<OperatorGroup> GroupByOperator(std::vector<IngestTask>& tasks) {
    std::vector<OperatorGroup> groups;
    for (IngestTask& task : tasks) {
        auto group = std::ranges::find(groups, task.owner, &OperatorGroup::owner);
        if (group == groups.end()) group = groups.insert(groups.end(), OperatorGroup{.owner = task.owner});
        group->tasks.push_back(&task);
        for (const auto& submitted : task.batch) group->batch.push_back(&submitted);
    }
    return groups;
}

Status IngestGroups(Session& session, EventKeys& keys, std::vector<OperatorGroup>& groups) {
    if (auto ready = keys.BeforeBegin(session); !ready) return ready;
    auto done = InTransaction(session, [&](Session& open) -> Status {
        for (OperatorGroup& group : groups) {
            auto ingested = IngestBatch(open, keys, group.owner, group.batch);
            if (!ingested) return std::unexpected(std::move(ingested.error()));
            group.ingested = std::move(*ingested);
        }
        return {};
    });
    if (done) {
        keys.AfterCommit();
    } else {
        keys.AfterRollback();
    }
    return done;
}

// Hands every task its own part of the group's receipts.
void CompleteGroup(OperatorGroup& group) {
    auto next = group.ingested.receipts.begin();
    for (IngestTask* task : group.tasks) {
        const auto end = next + static_cast<std::ptrdiff_t>(task->batch.size());
        task->done(std::vector(next, end));
        next = end;
    }
}

}  // namespace

RelationalLedger::RelationalLedger(Engine engine, std::size_t queue_events_max, telemetry::Metrics& metrics)
    : engine_(std::move(engine)),
      metrics_(metrics),
      queue_(engine_.gather, queue_events_max),
      reads_(WorkQueue::Gather::kAllOperators, 0) {
    metrics_.ledger_writable.Set(1);
    for (Writer& writer : engine_.writers) threads_.emplace_back([this, &writer] { Work(writer); });
    threads_.emplace_back([this] {
        telemetry::NameThisThread("ledger-reader");
        while (auto work = reads_.Take()) {
            const std::lock_guard lock(reader_mutex_);
            work->other(engine_.reader->Acquire());
        }
    });
}

RelationalLedger::~RelationalLedger() { Stop(); }

void RelationalLedger::Stop() {
    listener_.reset();
    queue_.Close();
    reads_.Close();
    threads_.clear();
}

void RelationalLedger::Work(Writer& writer) {
    telemetry::NameThisThread("ledger-writer");
    while (auto work = queue_.Take()) {
        if (work->other) {
            work->other(writer.source->Acquire());
            continue;
        }
        const OperatorId owner = work->ingests.front().owner;
        CommitIngests(writer, work->ingests);
        if (engine_.gather == WorkQueue::Gather::kOneOperator) queue_.Release(owner);
    }
}

void RelationalLedger::CommitIngests(Writer& writer, std::vector<IngestTask>& tasks) {
    const std::int64_t started = SteadyMicros();
    auto groups = GroupByOperator(tasks);
    auto session = writer.source->Acquire();
    const Status done = session ? IngestGroups(**session, *writer.keys, groups) : std::unexpected(session.error());
    metrics_.ledger_writable.Set(done ? 1 : 0);
    if (!done) {
        metrics_.ledger_failures.Increment();
        for (IngestTask& task : tasks) task.done(std::unexpected(done.error()));
        return;
    }
    std::size_t events = 0;
    for (OperatorGroup& group : groups) {
        events += group.batch.size();
        metrics_.events_accepted.Increment(static_cast<double>(group.ingested.accepted));
        metrics_.events_duplicate.Increment(static_cast<double>(group.batch.size() - group.ingested.accepted));
        metrics_.events_differing.Increment(static_cast<double>(group.ingested.differing));
        CompleteGroup(group);
    }
    metrics_.ledger_commits.Increment();
    metrics_.ledger_commit_events.Observe(static_cast<double>(events));
    metrics_.ledger_commit_seconds.Observe(static_cast<double>(SteadyMicros() - started) / 1e6);
    metrics_.ledger_queue_events.Set(static_cast<double>(queue_.waiting_events()));
}

void RelationalLedger::Ingest(OperatorId owner, std::span<const events::SubmittedEvent> batch, app::IngestDone done) {
    IngestTask task{owner, batch, std::move(done)};
    if (queue_.PushIngest(task)) return;
    task.done(Fail(ErrorCode::kOverloaded, "too many events are waiting; send them again in a moment"));
}

void RelationalLedger::Apply(app::CatalogueChange change, app::StatusDone done) {
    // The callback is shared by the task and the refusal, of which only one runs.
    auto shared_done = std::make_shared<app::StatusDone>(std::move(done));
    SessionTask task = [change = std::move(change), shared_done](Result<Session*> session) {
        if (!session) return (*shared_done)(std::unexpected(session.error()));
        (*shared_done)(InTransaction(**session, [&](Session& open) { return ApplyChange(open, change); }));
    };
    if (!queue_.Push(task)) (*shared_done)(std::unexpected(Stopping()));
}

void RelationalLedger::NoteKeyUse(std::vector<app::KeyUse> uses) {
    SessionTask task = [uses = std::move(uses)](Result<Session*> session) {
        // Not worth an error: the next use is noted again.
        if (session) (void)InTransaction(**session, [&](Session& open) { return NoteKeyUses(open, uses); });
    };
    (void)queue_.Push(task);
}

void RelationalLedger::Probe(app::StatusDone done) {
    auto shared_done = std::make_shared<app::StatusDone>(std::move(done));
    SessionTask task = [this, shared_done](Result<Session*> session) {
        const Status written = session ? InTransaction(**session, [](Session& open) { return WriteProbe(open); })
                                       : Status(std::unexpected(session.error()));
        metrics_.ledger_writable.Set(written ? 1 : 0);
        (*shared_done)(written);
    };
    if (!queue_.Push(task)) (*shared_done)(std::unexpected(Stopping()));
}

void RelationalLedger::ReadAudit(OperatorId owner, app::AuditQuery query, app::AuditDone done) {
    auto shared_done = std::make_shared<app::AuditDone>(std::move(done));
    SessionTask task = [owner, query = std::move(query), shared_done](Result<Session*> session) {
        if (!session) return (*shared_done)(std::unexpected(session.error()));
        (*shared_done)(InTransaction(**session, [&](Session& open) { return ReadAuditRows(open, owner, query); }));
    };
    if (!reads_.Push(task)) (*shared_done)(std::unexpected(Stopping()));
}

void RelationalLedger::ReadHealth(OperatorId owner, app::HealthDone done) {
    auto shared_done = std::make_shared<app::HealthDone>(std::move(done));
    SessionTask task = [owner, shared_done](Result<Session*> session) {
        if (!session) return (*shared_done)(std::unexpected(session.error()));
        (*shared_done)(InTransaction(**session, [&](Session& open) { return ReadFeedHealth(open, owner); }));
    };
    if (!reads_.Push(task)) (*shared_done)(std::unexpected(Stopping()));
}

void RelationalLedger::RequestGrant(const app::RateGrantRequest& request, app::RateGrantDone done) {
    auto shared_done = std::make_shared<app::RateGrantDone>(std::move(done));
    SessionTask task = [request, shared_done](Result<Session*> session) {
        if (!session) return (*shared_done)(std::unexpected(session.error()));
        (*shared_done)(InTransaction(**session, [&](Session& open) { return GrantRate(open, request); }));
    };
    if (!queue_.Push(task)) (*shared_done)(std::unexpected(Stopping()));
}

template <class Read>
auto RelationalLedger::WithReader(Read read) -> decltype(read(std::declval<Session&>())) {
    const std::lock_guard lock(reader_mutex_);
    auto session = engine_.reader->Acquire();
    if (!session) return std::unexpected(session.error());
    return InTransaction(**session, read);
}

void RelationalLedger::ListenForCatalogueChanges(std::function<void()> changed) {
    if (engine_.listen) listener_ = engine_.listen(std::move(changed));
}

Result<std::vector<app::OperatorVersion>> RelationalLedger::OperatorVersions() {
    return WithReader(ReadOperatorVersions);
}

Result<app::OperatorRecords> RelationalLedger::LoadOperator(OperatorId id) {
    return WithReader([&](Session& session) { return ReadOperator(session, id); });
}

Result<bool> RelationalLedger::EmailExists(const std::string& email) {
    return WithReader([&](Session& session) { return ReadEmailExists(session, email); });
}

Result<std::string> RelationalLedger::SettingOrStore(const std::string& name, const std::string& value) {
    std::promise<Result<std::string>> stored;
    auto answer = stored.get_future();
    SessionTask task = [&](Result<Session*> session) {
        if (!session) return stored.set_value(std::unexpected(session.error()));
        stored.set_value(
            InTransaction(**session, [&](Session& open) { return ReadSettingOrStore(open, name, value); }));
    };
    if (!queue_.Push(task)) return std::unexpected(Stopping());
    return answer.get();
}

}  // namespace fairlead::ledger
