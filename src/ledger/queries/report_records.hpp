#pragma once

#include "app/ports/report_records.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/engine/work_queue.hpp"

namespace fairlead::ledger {

// What reports read, on the sessions that serve a queue.
class RelationalReportRecords final : public app::ReportRecords {
public:
    // The index is for postings only; keys are looked up where they are written.
    RelationalReportRecords(WorkQueue& writes, WorkQueue& reads, LedgerIndex& index)
        : writes_(writes), reads_(reads), index_(index) {}

    void ReadRatesInto(OperatorId owner, Currency into,
                       app::AnswerDone<std::vector<commission::DatedRate>> done) override;
    void ReadPlayerRefs(OperatorId owner, std::vector<PlayerId> players,
                        app::AnswerDone<std::vector<std::string>> done) override;
    void FindPlayers(OperatorId owner, std::vector<std::string> refs,
                     app::AnswerDone<std::vector<PlayerId>> done) override;
    void ReadEvents(app::EventQuery query, app::RowFilter filter, app::AnswerDone<app::EventEntryPage> done) override;
    void ReadClicks(app::ClickQuery query, app::RowFilter filter, app::AnswerDone<app::ClickPage> done) override;
    void ReadAccruals(app::AccrualQuery query, app::RowFilter filter, app::AnswerDone<app::AccrualPage> done) override;

private:
    WorkQueue& writes_;
    WorkQueue& reads_;
    LedgerIndex& index_;
};

}  // namespace fairlead::ledger
