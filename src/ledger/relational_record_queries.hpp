#pragma once

#include <string>
#include <vector>

#include "app/ports/record_queries.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

// Reads the record on the ledger's readers.
class RelationalRecordQueries final : public app::RecordQueries {
public:
    explicit RelationalRecordQueries(const LedgerTasks& tasks) : tasks_(tasks) {}

    void ReadEvents(app::EventQuery query, app::RowFilter filter, app::AnswerDone<app::EventPage> done) override;
    void ReadClicks(app::ClickQuery query, app::RowFilter filter, app::AnswerDone<app::ClickPage> done) override;
    void ReadAccruals(app::AccrualQuery query, app::RowFilter filter, app::AnswerDone<app::AccrualPage> done) override;
    void FindEventsOfKeys(OperatorId owner, std::vector<events::KeyDigest> keys,
                          app::AnswerDone<std::vector<std::optional<EventId>>> done) override;
    void ReadPlayers(app::PlayerQuery query, app::AnswerDone<app::PlayerPage> done) override;
    void ReadPlayerHistory(OperatorId owner, PlayerId player, app::AnswerDone<app::PlayerHistory> done) override;
    void ReadPlayerRefs(OperatorId owner, std::vector<PlayerId> players,
                        app::AnswerDone<std::vector<std::string>> done) override;
    void FindPlayers(OperatorId owner, std::vector<std::string> refs,
                     app::AnswerDone<std::vector<PlayerId>> done) override;
    void ReadRatesInto(OperatorId owner, Currency into,
                       app::AnswerDone<std::vector<commission::DatedRate>> done) override;
    void ReadAudit(OperatorId owner, app::AuditQuery query,
                   app::AnswerDone<std::vector<app::AuditRecord>> done) override;
    void ReadChainHead(OperatorId owner, app::AnswerDone<app::ChainHead> done) override;
    void ReadHealth(OperatorId owner, app::AnswerDone<app::FeedHealth> done) override;

private:
    LedgerTasks tasks_;
};

}  // namespace fairlead::ledger
