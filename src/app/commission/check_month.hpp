#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ports/statement_records.hpp"
#include "base/time/time_zone.hpp"
#include "domain/statements/month_check.hpp"

namespace fairlead::app {

class CommissionQueries;
class CommissionStore;
class RecordQueries;

// More statements of a month are not compared: the answer says so.
inline constexpr std::size_t kStatementsComparedMax = 2000;

// What people should look at before they close a month.
struct MonthChecklist {
    struct Feed {
        BrandId brand;
        std::string event_type;
        Timestamp last_event_time;
        statements::FeedState state = statements::FeedState::kNotJudged;
    };

    std::optional<std::string> why_not_closable;  // The month has not ended, or an earlier one is open.
    std::int64_t affiliates_to_close = 0;
    std::vector<Feed> feeds;
    std::vector<UnpricedMoney> unpriced;
    statements::MonthComparison statements;
    bool compared_all = true;  // False if the month has more than kStatementsComparedMax statements.
};

// Reads the checklist of a period of all affiliates; `zone` is the operator's. Changes nothing. The ports must live
// until `done` is called.
struct ChecklistPorts {
    CommissionStore& store;
    CommissionQueries& queries;
    RecordQueries& records;
};
void CheckMonth(const ChecklistPorts& ports, OperatorId owner, const TimeZone& zone, Period period,
                AnswerDone<MonthChecklist> done);

}  // namespace fairlead::app
