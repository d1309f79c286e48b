#pragma once

#include <string>
#include <vector>

#include "app/ports/record_queries.hpp"

namespace fairlead::app {

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
};

}  // namespace fairlead::app
