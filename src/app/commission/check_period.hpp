#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/ports/statement_records.hpp"
#include "base/time/time_zone.hpp"
#include "domain/statements/period_check.hpp"

namespace fairlead::app {

class CommissionQueries;
class CommissionStore;
class RecordQueries;

// If a period has more statements, the others are not compared, and the answer says so.
inline constexpr std::size_t kStatementsComparedMax = 2000;

// What people should look at before they close a period.
struct PeriodChecklist {
    struct Feed {
        BrandId brand;
        std::string event_type;
        Timestamp last_event_time;
        statements::FeedState state = statements::FeedState::kNotJudged;
    };

    std::optional<std::string> why_not_closable;  // The period has not ended, or an earlier one is open.
    std::int64_t affiliates_to_close = 0;
    std::vector<Feed> feeds;
    std::vector<UnpricedMoney> unpriced;
    statements::PeriodComparison statements;
    bool compared_all = true;  // False if the period has more than kStatementsComparedMax statements.
};

// The ports must live until the checklist is read.
struct ChecklistPorts {
    CommissionStore& store;
    CommissionQueries& queries;
    RecordQueries& records;
};

struct ChecklistRequest {
    OperatorId owner;
    Period period;
    // Whether an affiliate has statements for periods of this kind. An affiliate that has changed from months to weeks
    // needs no statement for a month.
    std::function<bool(AffiliateId)> has_such_periods;
};

// Reads the checklist of a period of all affiliates; `zone` is the operator's. Changes nothing.
void CheckPeriod(const ChecklistPorts& ports, ChecklistRequest request, const TimeZone& zone,
                 AnswerDone<PeriodChecklist> done);

}  // namespace fairlead::app
