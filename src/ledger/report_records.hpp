#pragma once

#include "app/ports/report_records.hpp"
#include "ledger/work_queue.hpp"

namespace fairlead::ledger {

// What reports read, on the sessions that serve a queue.
class RelationalReportRecords final : public app::ReportRecords {
public:
    explicit RelationalReportRecords(WorkQueue& reads) : reads_(reads) {}

    void ReadRatesInto(OperatorId owner, Currency into,
                       app::AnswerDone<std::vector<commission::DatedRate>> done) override;
    void ReadPlayerRefs(OperatorId owner, std::vector<PlayerId> players,
                        app::AnswerDone<std::vector<std::string>> done) override;
    void FindPlayers(OperatorId owner, std::vector<std::string> refs,
                     app::AnswerDone<std::vector<PlayerId>> done) override;

private:
    WorkQueue& reads_;
};

}  // namespace fairlead::ledger
