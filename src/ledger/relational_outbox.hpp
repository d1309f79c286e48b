#pragma once

#include "app/ports/outgoing/outbox.hpp"
#include "ledger/outbox/lane_rows.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

class RelationalOutbox final : public app::Outbox {
public:
    // If no other node uses the ledger, all existing leases are from earlier runs of this node, so they are its own.
    RelationalOutbox(const LedgerTasks& tasks, bool shared_with_other_nodes)
        : tasks_(tasks), node_(shared_with_other_nodes ? NodeId::New() : NodeId()) {}

    void OnMessages(app::MessagesStored stored) override;
    void WriteMails() override;
    void FindWaiting(std::vector<app::LaneKey> lanes, app::AnswerDone<std::vector<app::LaneKey>> done) override;
    void Lease(std::vector<app::LaneKey> lanes, std::int64_t micros,
               app::AnswerDone<std::vector<app::LeasedLane>> done) override;
    void Release(std::vector<app::LaneKey> lanes, app::StatusDone done) override;
    void ReadWaiting(app::LaneKey lane, std::optional<outbox::MessagePlace> after, std::size_t limit,
                     app::AnswerDone<std::vector<app::WaitingMessage>> done) override;
    void Record(std::vector<app::AttemptResult> results,
                app::AnswerDone<std::vector<app::ChangedDuringAttempt>> done) override;
    void List(app::DeliveryQuery query, app::AnswerDone<app::DeliveryPage> done) override;
    void Read(OperatorId owner, MessageId id, app::AnswerDone<app::DeliveryRecord> done) override;
    void Replay(app::ReplayRequest request, app::AnswerDone<app::DeliveryRecord> done) override;
    void ReplayAll(app::ReplayRange range, app::AnswerDone<std::int64_t> done) override;
    void AnnounceOnce(OperatorId owner, app::AuditEntry entry, Timestamp since, std::vector<outbox::MailNotice> mails,
                      app::StatusDone done) override;
    void ReadHealth(OperatorId owner, std::vector<DestinationId> destinations,
                    app::AnswerDone<app::OutboxHealth> done) override;
    void ReadReportFiles(OperatorId owner, Timestamp commit,
                         app::AnswerDone<std::vector<outbox::ReportFile>> done) override;
    void ReadReportRuns(OperatorId owner, DestinationId schedule,
                        app::AnswerDone<std::vector<app::ReportRunRecord>> done) override;

private:
    const LedgerTasks& tasks_;
    const NodeId node_;
};

}  // namespace fairlead::ledger
