#include "ledger/relational_ledger.hpp"

#include <algorithm>
#include <deque>
#include <future>

#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/ingest/operator_commit.hpp"
#include "ledger/ingest/rate_grants.hpp"
#include "ledger/queries/event_queries.hpp"
#include "ledger/queries/health_rows.hpp"
#include "ledger/queries/player_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/transaction/catalogue_change.hpp"
#include "ledger/transaction/player_aliases.hpp"
#include "ledger/transaction/transactions.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

// The tasks of one operator, run as one.
struct OperatorGroup {
    OperatorWork work;
    std::vector<CommitTask*> ingests;
    std::vector<CommitTask*> tracks;
    OperatorCommitted committed;

    void Add(CommitTask& task) {
        if (task.tracked) {
            tracks.push_back(&task);
            work.tracked.push_back(&task.tracked->batch);
            return;
        }
        ingests.push_back(&task);
        for (const auto& submitted : task.events) work.events.push_back(&submitted);
    }

    void Fail(const Error& error) {
        for (CommitTask* task : ingests) task->Fail(error);
        for (CommitTask* task : tracks) task->Fail(error);
    }

    // Hands every task its own part of what the group was answered.
    void Complete() {
        auto next = committed.ingested.receipts.begin();
        for (CommitTask* task : ingests) {
            const auto end = next + static_cast<std::ptrdiff_t>(task->events.size());
            task->ingested(std::vector(next, end));
            next = end;
        }
        for (std::size_t i = 0; i < tracks.size(); ++i) tracks[i]->tracked->done(committed.tracked[i]);
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
    std::deque<OperatorScope> scopes;
    const Status done = InIndexedTransaction(connection, index, [&](Connection& open) -> Status {
        for (OperatorGroup& group : groups) {
            auto committed = CommitOperator(open, index, scopes.emplace_back(caches, group.work.owner), group.work);
            if (!committed) return std::unexpected(std::move(committed.error()));
            group.committed = std::move(*committed);
        }
        return {};
    });
    if (done) std::ranges::for_each(scopes, &OperatorScope::Keep);
    return done;
}

// Commits all groups together; where that fails, each by itself, so that what is wrong with one operator's work stays
// its own. Answers what became of each.
std::vector<Status> CommitOrPartAndCommit(Connection& connection, LedgerIndex& index, OperatorCaches& caches,
                                          std::vector<OperatorGroup>& groups) {
    const Status together = CommitGroups(connection, index, caches, groups);
    std::vector<Status> outcomes(groups.size(), together);
    if (together || groups.size() == 1) return outcomes;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        outcomes[i] = CommitGroups(connection, index, caches, std::span(&groups[i], 1));
    }
    return outcomes;
}

}  // namespace

RelationalLedger::RelationalLedger(LedgerEngine engine, std::size_t queue_entries_max, telemetry::Metrics& metrics)
    : engine_(std::move(engine)),
      metrics_(metrics),
      queue_(engine_.gather, queue_entries_max),
      reads_(WorkQueue::Gather::kAllOperators, 0),
      fact_blocks_(*engine_.projector_reader, engine_.shared_with_other_nodes),
      report_records_(queue_, reads_, *engine_.reader_index),
      sessions_(queue_, reads_),
      retention_({*engine_.retention_reader, queue_, *engine_.archive, metrics_}, engine_.shared_with_other_nodes) {
    metrics_.ledger_writable.Set(1);
    metrics_.BeforeRendering(
        [this] { metrics_.ledger_queue_entries.Set(static_cast<double>(queue_.waiting_weight())); });
    for (Writer& writer : engine_.writers) threads_.emplace_back([this, &writer] { Work(writer); });
    for (auto& reader : engine_.readers) {
        threads_.emplace_back([this, &reader] {
            telemetry::NameThisThread("ledger-reader");
            while (auto work = reads_.Take()) work->other(reader->Acquire());
        });
    }
    ResumeResolving();
}

RelationalLedger::~RelationalLedger() { Stop(); }

void RelationalLedger::Stop() {
    // It may be waiting for a turn of the writers.
    retention_thread_.reset();
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
        const OperatorId owner = work->commits.front().owner;
        Commit(writer, work->commits);
        if (engine_.gather == WorkQueue::Gather::kOneOperator) queue_.Release(owner);
    }
}

void RelationalLedger::Commit(Writer& writer, std::vector<CommitTask>& tasks) {
    const std::int64_t started = SteadyMicros();
    auto groups = GroupByOperator(tasks);
    auto connection = writer.source->Acquire();
    const auto outcomes = connection ? CommitOrPartAndCommit(**connection, *writer.index, caches_, groups)
                                     : std::vector<Status>(groups.size(), std::unexpected(connection.error()));
    const bool any_done = std::ranges::any_of(outcomes, [](const Status& done) { return done.has_value(); });
    metrics_.ledger_writable.Set(any_done ? 1 : 0);
    std::size_t weight = 0;
    for (const CommitTask& task : tasks) weight += task.weight();
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (outcomes[i]) {
            const IngestedBatch& ingested = groups[i].committed.ingested;
            const std::size_t events = groups[i].work.events.size();
            metrics_.events_accepted.Increment(static_cast<double>(ingested.accepted));
            metrics_.events_duplicate.Increment(static_cast<double>(events - ingested.accepted));
            metrics_.events_differing.Increment(static_cast<double>(ingested.differing));
            groups[i].Complete();
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

void RelationalLedger::Ingest(OperatorId owner, std::span<const events::SubmittedEvent> batch, app::IngestDone done) {
    CommitTask task{.owner = owner, .events = batch, .ingested = std::move(done), .tracked = nullptr};
    if (queue_.PushCommit(task)) return;
    task.Fail({ErrorCode::kOverloaded, "", "too many events are waiting; send them again in a moment"});
}

void RelationalLedger::Track(app::TrackedBatch batch, app::TrackDone done) {
    CommitTask task{.owner = batch.owner,
                    .events = {},
                    .ingested = {},
                    .tracked = std::make_unique<CommitTask::Tracked>(std::move(batch), std::move(done))};
    if (queue_.PushCommit(task)) return;
    task.Fail({ErrorCode::kOverloaded, "", "too much is waiting to be recorded"});
}

void RelationalLedger::Apply(app::CatalogueChange change, app::StatusDone done) {
    Submit(queue_, std::move(done), [this, change = std::move(change)](Connection& connection) {
        OperatorScope scope(caches_, change.owner);
        LedgerIndex& index = *engine_.reader_index;
        const Status applied = InIndexedTransaction(
            connection, index, [&](Connection& open) { return ApplyChange(open, index, scope, change); });
        if (applied) scope.Keep();
        return applied;
    });
}

void RelationalLedger::Reassign(app::Reassignment reassignment, app::StatusDone done) {
    // On the embedded engine this runs on the writer's thread, to which its index belongs.
    Submit(queue_, std::move(done), [this, reassignment = std::move(reassignment)](Connection& connection) {
        return InOperatorTransaction(connection, *engine_.reader_index, caches_, reassignment.owner,
                                     [&](OperatorScope& scope) { return ledger::Reassign(scope, reassignment); });
    });
}

void RelationalLedger::NoteKeyUse(std::vector<app::KeyUse> uses) {
    ConnectionTask task = [uses = std::move(uses)](Result<Connection*> connection) {
        // Not worth an error: the next use is noted again.
        if (connection) (void)InTransaction(**connection, [&](Connection& open) { return NoteKeyUses(open, uses); });
    };
    (void)queue_.Push(task);
}

void RelationalLedger::Probe(app::StatusDone done) {
    Submit(queue_, std::move(done), [](Connection& connection) { return InTransaction(connection, WriteProbe); });
}

void RelationalLedger::ReadAudit(OperatorId owner, app::AuditQuery query, app::AuditDone done) {
    auto shared_done = std::make_shared<app::AuditDone>(std::move(done));
    ConnectionTask task = [owner, query = std::move(query), shared_done](Result<Connection*> connection) {
        if (!connection) return (*shared_done)(std::unexpected(connection.error()));
        (*shared_done)(
            InTransaction(**connection, [&](Connection& open) { return ReadAuditRows(open, owner, query); }));
    };
    if (const Status taken = reads_.Push(task); !taken) (*shared_done)(std::unexpected(taken.error()));
}

void RelationalLedger::ReadHealth(OperatorId owner, app::HealthDone done) {
    Submit(reads_, std::move(done), [owner](Connection& connection) {
        return InTransaction(connection, [&](Connection& open) { return ReadFeedHealth(open, owner); });
    });
}

void RelationalLedger::ReadEvents(app::EventQuery query, app::AnswerDone<app::EventPage> done) {
    // Keys are looked up where they are written.
    WorkQueue& queue = query.idempotency_key ? queue_ : reads_;
    Submit(queue, std::move(done), [this, query = std::move(query)](Connection& connection) {
        return InTransaction(connection,
                             [&](Connection& open) { return ReadEventPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::ReadClicks(app::ClickQuery query, app::AnswerDone<app::ClickPage> done) {
    Submit(reads_, std::move(done), [this, query](Connection& connection) {
        return InTransaction(connection,
                             [&](Connection& open) { return ReadClickPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::ReadPlayers(app::PlayerQuery query, app::AnswerDone<app::PlayerPage> done) {
    Submit(reads_, std::move(done), [this, query = std::move(query)](Connection& connection) {
        return InTransaction(connection,
                             [&](Connection& open) { return ReadPlayerPage(open, *engine_.reader_index, query); });
    });
}

void RelationalLedger::ReadPlayerHistory(OperatorId owner, PlayerId player, app::AnswerDone<app::PlayerHistory> done) {
    Submit(reads_, std::move(done), [this, owner, player](Connection& connection) {
        return InTransaction(connection, [&](Connection& open) {
            return ledger::ReadPlayerHistory(open, *engine_.reader_index, owner, player);
        });
    });
}

void RelationalLedger::RequestGrant(const app::RateGrantRequest& request, app::RateGrantDone done) {
    Submit(queue_, std::move(done), [request](Connection& connection) {
        return InTransaction(connection, [&](Connection& open) { return GrantRate(open, request); });
    });
}

RetentionOutcome RelationalLedger::Retain(const RetentionPolicy& policy, Timestamp now) {
    return retention_.Run(policy, now, {});
}

void RelationalLedger::KeepRetaining(const RetentionPolicy& policy) {
    retention_thread_ = std::make_unique<RetentionThread>(retention_, policy);
}

template <class Body>
auto RelationalLedger::InTurn(Body body) -> decltype(body(std::declval<Connection&>())) {
    std::promise<decltype(body(std::declval<Connection&>()))> promise;
    auto answer = promise.get_future();
    ConnectionTask task = [&](Result<Connection*> connection) {
        if (!connection) return promise.set_value(std::unexpected(connection.error()));
        promise.set_value(InTransaction(**connection, body));
    };
    if (const Status taken = queue_.Push(task); !taken) return std::unexpected(taken.error());
    return answer.get();
}

template <class Read>
auto RelationalLedger::WithCatalogueReader(Read read) -> decltype(read(std::declval<Connection&>())) {
    const std::lock_guard lock(catalogue_mutex_);
    auto connection = TRY(engine_.catalogue_reader->Acquire());
    return InReadingTransaction(*connection, read);
}

void RelationalLedger::ListenForCatalogueChanges(std::function<void()> changed) {
    if (engine_.listen) listener_ = engine_.listen(std::move(changed));
}

Result<std::vector<app::OperatorVersion>> RelationalLedger::OperatorVersions() {
    return WithCatalogueReader(ReadOperatorVersions);
}

Result<app::OperatorRecords> RelationalLedger::LoadOperator(OperatorId id) {
    return WithCatalogueReader([&](Connection& connection) { return ReadOperator(connection, id); });
}

Result<bool> RelationalLedger::EmailExists(const std::string& email) {
    return WithCatalogueReader([&](Connection& connection) { return ReadEmailExists(connection, email); });
}

Result<std::string> RelationalLedger::SettingOrStore(const std::string& name, const std::string& value) {
    return InTurn([&](Connection& connection) { return ReadSettingOrStore(connection, name, value); });
}

Status RelationalLedger::UseAliasKey(const Bytes32& key) {
    caches_.set_alias_key(key);
    const auto filled = TRY(InTurn(AreAliasesFilled));
    if (filled) return {};
    const auto operators = TRY(OperatorVersions());
    for (const app::OperatorVersion& each : operators) {
        std::optional<AttributionPlace> place = AttributionPlace();
        while (place) {
            auto next =
                TRY(InTurn([&](Connection& connection) { return FillAliases(connection, each.id, key, *place); }));
            place = next;
        }
    }
    return InTurn(NoteAliasesFilled);
}

}  // namespace fairlead::ledger
