#pragma once

#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "app/ports/ledger.hpp"
#include "ledger/commission/resolving.hpp"
#include "ledger/engine/engine.hpp"
#include "ledger/queries/fact_blocks.hpp"
#include "ledger/queries/report_records.hpp"
#include "ledger/retention/retention_thread.hpp"
#include "ledger/session_store.hpp"
#include "ledger/transaction/operator_cache.hpp"
#include "telemetry/metrics.hpp"

namespace fairlead::ledger {

// The ledger over either engine. Each writer has a thread that takes what has gathered, runs it in one transaction, and
// completes it all once that is durable: latency is one sync, throughput is the batch.
class RelationalLedger final : public app::Ledger, private app::RateAuthority {
public:
    RelationalLedger(LedgerEngine engine, std::size_t queue_entries_max, telemetry::Metrics& metrics);
    ~RelationalLedger() override;

    void Ingest(OperatorId owner, std::span<const events::SubmittedEvent> batch, app::IngestDone done) override;
    void Track(app::TrackedBatch batch, app::TrackDone done) override;
    void Apply(app::CatalogueChange change, app::StatusDone done) override;
    void Reassign(app::Reassignment reassignment, app::StatusDone done) override;
    void NoteKeyUse(std::vector<app::KeyUse> uses) override;
    void ReadAudit(OperatorId owner, app::AuditQuery query, app::AuditDone done) override;
    void ReadHealth(OperatorId owner, app::HealthDone done) override;
    void ReadEvents(app::EventQuery query, app::AnswerDone<app::EventPage> done) override;
    void ReadClicks(app::ClickQuery query, app::AnswerDone<app::ClickPage> done) override;
    void ReadPlayers(app::PlayerQuery query, app::AnswerDone<app::PlayerPage> done) override;
    void ReadPlayerHistory(OperatorId owner, PlayerId player, app::AnswerDone<app::PlayerHistory> done) override;
    void StoreRates(OperatorId owner, std::vector<commission::DatedRate> rates, std::string actor,
                    app::StatusDone done) override;
    void ReadRates(app::RateQuery query, app::AnswerDone<app::RatePage> done) override;
    void ReadAccruals(app::AccrualQuery query, app::AnswerDone<app::AccrualPage> done) override;
    void Explain(OperatorId owner, AccrualId accrual, app::AnswerDone<app::Explanation> done) override;
    void ReadPlayerStanding(OperatorId owner, PlayerId player, app::AnswerDone<app::PlayerStanding> done) override;
    void ReadStatements(app::StatementQuery query, app::AnswerDone<app::StatementPage> done) override;
    void ReadStatement(OperatorId owner, StatementId statement, app::AnswerDone<app::StatementRecord> done) override;
    void StepStatement(app::StatementStepRequest request, app::AnswerDone<app::StatementRecord> done) override;
    void Close(app::CloseRequest request, app::AnswerDone<app::CloseOutcome> done) override;
    void Adjust(app::AdjustmentRequest request, app::AnswerDone<app::AdjustmentRecord> done) override;
    void Probe(app::StatusDone done) override;
    Result<std::vector<app::OperatorVersion>> OperatorVersions() override;
    Result<app::OperatorRecords> LoadOperator(OperatorId id) override;
    Result<bool> EmailExists(const std::string& email) override;
    Status UseAliasKey(const Bytes32& key) override;
    Result<std::string> SettingOrStore(const std::string& name, const std::string& value) override;
    void ListenForCatalogueChanges(std::function<void()> changed) override;
    app::FactBlocks& fact_blocks() override { return fact_blocks_; }
    app::ReportRecords& report_records() override { return report_records_; }
    app::SessionStore& sessions() override { return sessions_; }
    app::RateAuthority* rate_authority() override { return engine_.shared_with_other_nodes ? this : nullptr; }
    void Stop() override;

    // Drops and archives as the policy says: once, as if it were `now`, or from now on every hour until Stop. Either by
    // itself.
    RetentionOutcome Retain(const RetentionPolicy& policy, Timestamp now);
    void KeepRetaining(const RetentionPolicy& policy);

private:
    void RequestGrant(const app::RateGrantRequest& request, app::RateGrantDone done) override;

    // A month that is being closed, one part after the other.
    struct Closing {
        app::CloseRequest request;
        app::AnswerDone<app::CloseOutcome> done;
        std::deque<AffiliateId> left;
        bool fresh = false;
    };

    void ResumeResolving();
    void ResolveMore(OperatorId owner, Result<HeldLeft> left, app::StatusDone done);
    void StartClosing(const std::shared_ptr<Closing>& closing);
    void CloseNext(const std::shared_ptr<Closing>& closing);
    void FinishClosing(const std::shared_ptr<Closing>& closing);
    void AnswerClosing(const std::shared_ptr<Closing>& closing);

    void Work(Writer& writer);
    void Commit(Writer& writer, std::vector<CommitTask>& tasks);
    // Runs `body` in a transaction of a writer, and waits for it.
    template <class Body>
    auto InTurn(Body body) -> decltype(body(std::declval<Connection&>()));
    // Reads run beside the writers on a connection of their own.
    template <class Read>
    auto WithCatalogueReader(Read read) -> decltype(read(std::declval<Connection&>()));

    LedgerEngine engine_;
    OperatorCaches caches_;
    telemetry::Metrics& metrics_;
    WorkQueue queue_;
    WorkQueue reads_;
    RelationalFactBlocks fact_blocks_;
    RelationalReportRecords report_records_;
    RelationalSessionStore sessions_;
    Retention retention_;
    std::mutex catalogue_mutex_;
    std::unique_ptr<ChangeListener> listener_;
    std::vector<std::jthread> threads_;
    std::unique_ptr<RetentionThread> retention_thread_;
};

}  // namespace fairlead::ledger
