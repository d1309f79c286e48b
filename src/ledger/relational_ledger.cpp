#include "ledger/relational_ledger.hpp"

#include "app/await.hpp"
#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/engine/clocked_source.hpp"
#include "ledger/ingest/rate_grants.hpp"
#include "ledger/queries/last_times.hpp"
#include "ledger/transaction/player_aliases.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

LedgerEngine WithClock(LedgerEngine engine) {
    if (!engine.clock) return engine;
    for (Writer& writer : engine.writers) {
        writer.source = std::make_unique<ClockedSource>(std::move(writer.source), *engine.clock);
    }
    return engine;
}

}  // namespace

RelationalLedger::RelationalLedger(LedgerEngine engine, std::size_t queue_entries_max, telemetry::Metrics& metrics)
    : engine_(WithClock(std::move(engine))),
      caches_(engine_.epoch),
      metrics_(metrics),
      queue_(engine_.gather, queue_entries_max),
      reads_(WorkQueue::Gather::kAllOperators, 0),
      tasks_(queue_, reads_, *engine_.reader_index, caches_),
      intake_(queue_, caches_, metrics),
      catalogue_(tasks_, engine_),
      records_(tasks_),
      commission_queries_(tasks_),
      commission_store_(tasks_),
      fact_blocks_(*engine_.projector_reader, engine_.shared_with_other_nodes, *engine_.epoch),
      visit_sums_(tasks_),
      sessions_(queue_, reads_),
      logins_(tasks_),
      signals_(tasks_),
      outbox_(tasks_, engine_.shared_with_other_nodes),
      retention_({*engine_.retention_reader, queue_, *engine_.archive, metrics_, engine_.clock.get()},
                 engine_.shared_with_other_nodes) {
    metrics_.ledger_writable.Set(1);
    engine_.epoch->set_alarm([this] { metrics_.ledger_moved_backwards.Increment(); });
    metrics_.ledger_commits_missing.Set(static_cast<double>(engine_.commits_missing));
    metrics_.BeforeRendering([this] {
        metrics_.ledger_queue_entries.Set(static_cast<double>(queue_.waiting_weight()));
        metrics_.index_rebuilding.Set(engine_.reader_index->IsRebuilding() ? 1 : 0);
        if (engine_.damaged_pages_read) {
            metrics_.damaged_pages_read.Set(static_cast<double>(engine_.damaged_pages_read()));
        }
    });
    for (Writer& writer : engine_.writers) threads_.emplace_back([this, &writer] { Work(writer); });
    for (auto& reader : engine_.readers) {
        threads_.emplace_back([this, &reader] {
            telemetry::NameThisThread("ledger-reader");
            while (auto work = reads_.Take()) {
                telemetry::RunGuarded("ledger-reader", [&] { work->other(reader->Acquire()); });
            }
        });
    }
}

RelationalLedger::~RelationalLedger() { Stop(); }

void RelationalLedger::Stop() {
    // Stopped first, because it may be waiting for a turn on the writers.
    retention_thread_.reset();
    scrub_thread_.reset();
    catalogue_.StopListening();
    queue_.Close();
    reads_.Close();
    threads_.clear();
}

void RelationalLedger::Work(Writer& writer) {
    telemetry::NameThisThread("ledger-writer");
    while (auto work = queue_.Take()) {
        if (work->other) {
            telemetry::RunGuarded("ledger-writer", [&] { work->other(writer.source->Acquire()); });
            continue;
        }
        const OperatorId owner = work->commits.front().owner;
        telemetry::RunGuarded("ledger-writer", [&] { intake_.Commit(writer, work->commits); });
        if (engine_.gather == WorkQueue::Gather::kOneOperator) queue_.Release(owner);
    }
}

Status RelationalLedger::UseAliasKey(const Bytes32& key) {
    caches_.set_alias_key(key);
    const auto in_turn = [this]<class Body>(Body body) {
        using Answer = decltype(body(std::declval<Connection&>()));
        return app::Await<Answer>(
            [&](auto done) { tasks_.WriteUndated(LedgerTasks::kNoOperator, std::move(done), body); });
    };
    const bool filled = TRY(in_turn(AreAliasesFilled));
    if (filled) return {};
    const auto operators = TRY(catalogue_.OperatorVersions());
    for (const app::OperatorVersion& each : operators) {
        std::optional<AttributionPlace> place = AttributionPlace();
        while (place) {
            place = TRY(in_turn([&](Connection& open) { return FillAliases(open, each.id, key, *place); }));
        }
    }
    return in_turn(NoteAliasesFilled);
}

// A probe writes little. It may succeed while commits fail, for example because a page that they need is damaged.
void RelationalLedger::Probe(app::StatusDone done) {
    if (intake_.HasJustFailed()) return done(Fail(ErrorCode::kUnavailable, "the last commit failed"));
    tasks_.RunOnWriter(LedgerTasks::kNoOperator, std::move(done), [](Connection& connection) -> Status {
        TRY(CompareClocks(connection));
        return InTransaction(connection, WriteProbe);
    });
}

Result<app::LastTimes> RelationalLedger::ReadLastTimes() {
    return app::Await<app::LastTimes>(
        [&](auto done) { tasks_.Read(LedgerTasks::kNoOperator, std::move(done), ledger::ReadLastTimes); });
}

void RelationalLedger::RequestGrant(const app::RateGrantRequest& request, app::RateGrantDone done) {
    // Reading must not depend on the clock.
    tasks_.WriteUndated(request.owner, std::move(done),
                        [request](Connection& open) { return GrantRate(open, request); });
}

RetentionOutcome RelationalLedger::Retain(const RetentionPolicy& policy, Timestamp now) {
    return retention_.Run(policy, now, {});
}

void RelationalLedger::KeepRetaining(const RetentionPolicy& policy) {
    retention_thread_ = std::make_unique<RetentionThread>(retention_, policy);
}

void RelationalLedger::KeepScrubbing() {
    if (engine_.scrub) scrub_thread_ = std::make_unique<ScrubThread>(engine_, metrics_);
}

}  // namespace fairlead::ledger
