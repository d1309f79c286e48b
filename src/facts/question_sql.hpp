#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/ports/facts.hpp"

namespace fairlead::facts {

// What the engines write differently. Expressions stand as they are in the SQL, so each must hold together by itself:
// a name, a call, or something in parentheses. The table has the columns minute, kind, weight and visitor, and what
// this names.
class SqlDialect {
public:
    virtual ~SqlDialect() = default;

    virtual std::string Table() const = 0;
    // The column of a dimension, as it is stored; whoever reads the answer makes a cell of it.
    virtual std::string Column(reporting::Dimension dimension) const = 0;
    // The condition that a row is the operator's.
    virtual std::string IsOwnedBy(OperatorId owner) const = 0;
    // The condition that a row has one of the filter's values, of which there is at least one.
    virtual std::string IsAmong(const app::DimensionFilter& filter) const = 0;
    // Whether any amount of the operator may need a rate; where none does, questions are answered faster.
    virtual bool NeedsRates(OperatorId /*owner*/, const Currency& /*base*/) const { return true; }
    // The condition that the amount of a row needs no rate: it is in this currency or in none.
    virtual std::string NeedsNoRate(const Currency& base) const = 0;
    // What the currency's column has where there is none.
    virtual std::string NoCurrency() const = 0;
    // The sum of the amounts: one expression, or several with commas between them.
    virtual std::string SumOfAmounts() const = 0;
    // An integer that is not negative divided by another one, rounded down.
    virtual std::string Quotient(std::string_view dividend, std::int64_t divisor) const = 0;
    // The months since January of the year 0 of a day, which is a number since 1970. By arithmetic, from the year 0 on.
    virtual std::string MonthOf(std::string_view day) const;
};

// Whether no row can match: the engine need not be asked.
bool SelectsNothing(const app::FactSelection& selection);

// The statement has a column for each group in their order, then the kind, with a split the currency (that of
// NoCurrency where no rate is needed) and the day, then the weight, with a split the sums of the amount. The day is 0
// where no rate is needed; elsewhere RateDayOf makes of it what the port promises.
std::string SumSql(const app::SumQuestion& question, const SqlDialect& dialect);

// The statement has a column for each group in their order, then the count. Where there are no groups there is a row
// also when nothing matches, with a count of 0.
std::string DistinctSql(const app::DistinctQuestion& question, const SqlDialect& dialect);

// The last day of the split that is not after this one, INT32_MIN before the first. The same for its own results.
std::int32_t RateDayOf(const app::RateSplit& split, std::int64_t day);

}  // namespace fairlead::facts
