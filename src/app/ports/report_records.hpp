#pragma once

#include <string>
#include <vector>

#include "app/ports/commission_queries.hpp"
#include "app/ports/row_filter.hpp"

namespace fairlead::app {

struct EventEntry {
    EventRecord record;
    std::optional<Decimal> ngr_delta;  // What an ngr_update has added, where that is not its amount.
};
using EventEntryPage = Page<EventEntry, std::int64_t>;

// What reports need of the record beside the facts. Callbacks as in Ledger.
class ReportRecords {
public:
    virtual ~ReportRecords() = default;

    // Every rate into a currency, ordered by the currency it is from and the day.
    virtual void ReadRatesInto(OperatorId owner, Currency into,
                               AnswerDone<std::vector<commission::DatedRate>> done) = 0;
    // What the operator calls these players, in their order; empty for an unknown one.
    virtual void ReadPlayerRefs(OperatorId owner, std::vector<PlayerId> players,
                                AnswerDone<std::vector<std::string>> done) = 0;
    // The players of all brands that the operator calls so.
    virtual void FindPlayers(OperatorId owner, std::vector<std::string> refs,
                             AnswerDone<std::vector<PlayerId>> done) = 0;

    // The entries behind a number: those of the query that the filter lets pass.
    virtual void ReadEvents(EventQuery query, RowFilter filter, AnswerDone<EventEntryPage> done) = 0;
    virtual void ReadClicks(ClickQuery query, RowFilter filter, AnswerDone<ClickPage> done) = 0;
    virtual void ReadAccruals(AccrualQuery query, RowFilter filter, AnswerDone<AccrualPage> done) = 0;
};

}  // namespace fairlead::app
