#pragma once

#include <optional>

#include "app/ports/answers.hpp"
#include "base/id/ids.hpp"
#include "domain/deals/dated_rate.hpp"

namespace fairlead::app {

// The position of an exchange rate in the list: newest days first; the pairs of a day ordered by code.
struct RatePlace {
    Date date;
    Currency from;
    Currency to;

    bool operator==(const RatePlace&) const = default;
};

struct RateQuery {
    OperatorId owner;
    std::size_t limit = 50;
    std::optional<RatePlace> after;  // The cursor.
    std::optional<Date> date;
    std::optional<Currency> from;
    std::optional<Currency> to;
};
using RatePage = Page<commission::DatedRate, RatePlace>;

}  // namespace fairlead::app
