#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "app/ports/ledger.hpp"
#include "app/ports/rate_authority.hpp"
#include "ledger/engine/engine.hpp"
#include "ledger/engine/scrub_thread.hpp"
#include "ledger/login_records.hpp"
#include "ledger/queries/fact_blocks.hpp"
#include "ledger/relational_catalogue_store.hpp"
#include "ledger/relational_commission_queries.hpp"
#include "ledger/relational_commission_store.hpp"
#include "ledger/relational_intake.hpp"
#include "ledger/relational_outbox.hpp"
#include "ledger/relational_record_queries.hpp"
#include "ledger/retention/retention_thread.hpp"
#include "ledger/session_store.hpp"
#include "ledger/signal_store.hpp"
#include "ledger/visit_sums.hpp"

namespace fairlead::ledger {

// The ledger on either engine. Each writer has a thread that takes the waiting tasks, runs them in one transaction, and
// completes them when it is durable. So the latency is one sync, and the throughput is that of a batch. Readers have
// their own threads.
class RelationalLedger final : public app::Ledger, private app::RateAuthority {
public:
    RelationalLedger(LedgerEngine engine, std::size_t queue_entries_max, telemetry::Metrics& metrics);
    ~RelationalLedger() override;

    app::Intake& intake() override { return intake_; }
    app::CatalogueStore& catalogue() override { return catalogue_; }
    app::RecordQueries& records() override { return records_; }
    app::CommissionQueries& commission_queries() override { return commission_queries_; }
    app::CommissionStore& commission_store() override { return commission_store_; }
    app::FactBlocks& fact_blocks() override { return fact_blocks_; }
    app::VisitSums& visit_sums() override { return visit_sums_; }
    app::SessionStore& sessions() override { return sessions_; }
    app::LoginRecords& logins() override { return logins_; }
    app::SignalStore& signals() override { return signals_; }
    app::Outbox& outbox() override { return outbox_; }
    app::RateAuthority* rate_authority() override { return engine_.shared_with_other_nodes ? this : nullptr; }
    Status UseAliasKey(const Bytes32& key) override;
    void Probe(app::StatusDone done) override;
    Result<app::LastTimes> ReadLastTimes() override;
    void Stop() override;

    // Runs retention with this policy: once, as if the time were `now`, or every hour until Stop. Use only one of them.
    RetentionOutcome Retain(const RetentionPolicy& policy, Timestamp now);
    void KeepRetaining(const RetentionPolicy& policy);
    // Reads the whole ledger slowly once a day until Stop, and reports what is damaged. Does nothing on an engine whose
    // server has checksums of its own.
    void KeepScrubbing();

private:
    void RequestGrant(const app::RateGrantRequest& request, app::RateGrantDone done) override;
    void Work(Writer& writer);

    LedgerEngine engine_;
    OperatorCaches caches_;
    telemetry::Metrics& metrics_;
    WorkQueue queue_;
    WorkQueue reads_;
    LedgerTasks tasks_;
    RelationalIntake intake_;
    RelationalCatalogueStore catalogue_;
    RelationalRecordQueries records_;
    RelationalCommissionQueries commission_queries_;
    RelationalCommissionStore commission_store_;
    RelationalFactBlocks fact_blocks_;
    RelationalVisitSums visit_sums_;
    RelationalSessionStore sessions_;
    RelationalLoginRecords logins_;
    RelationalSignalStore signals_;
    RelationalOutbox outbox_;
    Retention retention_;
    std::vector<std::jthread> threads_;
    std::unique_ptr<RetentionThread> retention_thread_;
    std::unique_ptr<ScrubThread> scrub_thread_;
};

}  // namespace fairlead::ledger
