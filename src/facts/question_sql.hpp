#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/ports/facts.hpp"

namespace fairlead::facts {

// The SQL that differs between engines. Expressions are inserted into the SQL as they are, so each must be a name, a
// call, or something in parentheses. The table has the columns minute, kind, weight and visitor, and those that this
// interface names.
class SqlDialect {
public:
    virtual ~SqlDialect() = default;

    virtual std::string Table() const = 0;
    // The column of a dimension as it is stored. The reader of the result converts it to a cell.
    virtual std::string Column(reporting::Dimension dimension) const = 0;
    // The condition that a row belongs to the operator.
    virtual std::string IsOwnedBy(OperatorId owner) const = 0;
    // The condition that a row has one of the filter's values. The filter has at least one value.
    virtual std::string IsAmong(const app::DimensionFilter& filter) const = 0;
    // Whether any amount of the operator may need an exchange rate. Queries are faster if none does.
    virtual bool NeedsRates(OperatorId /*owner*/, const Currency& /*base*/) const { return true; }
    // The condition that the amount of a row needs no exchange rate: it is in this currency or has none.
    virtual std::string NeedsNoRate(const Currency& base) const = 0;
    // The value of the currency column if there is no currency.
    virtual std::string NoCurrency() const = 0;
    // The condition that the amount of a row is below zero.
    virtual std::string IsNegative() const = 0;
    // The sum of the amounts: one expression, or several separated by commas.
    virtual std::string SumOfAmounts() const = 0;
    // A non-negative integer divided by another one, rounded down.
    virtual std::string Quotient(std::string_view dividend, std::int64_t divisor) const = 0;
    // The months since January of the year 0 for a day since 1970. Pure arithmetic, valid from the year 0 on.
    virtual std::string MonthOf(std::string_view day) const;
};

// Whether no row can match, so that the engine need not be asked.
bool SelectsNothing(const app::FactSelection& selection);

// The columns of the result: one for each group, in order; the kind; with a split, the currency (NoCurrency if no
// exchange rate is needed) and the day; the weight; with a split, the sums of the amount. The day is 0 if no exchange
// rate is needed. Otherwise RateDayOf converts it to the day that the port promises.
std::string SumSql(const app::SumQuestion& question, const SqlDialect& dialect);

// The columns of the result: one for each group, in order; the count. Without groups there is always one row, with a
// count of 0 if nothing matches.
std::string DistinctSql(const app::DistinctQuestion& question, const SqlDialect& dialect);

// The last day of the split that is not after this day, or INT32_MIN before the first. Idempotent.
std::int32_t RateDayOf(const app::RateSplit& split, std::int64_t day);

}  // namespace fairlead::facts
