#pragma once

#include <optional>

#include "app/ports/answers.hpp"
#include "base/id/ids.hpp"
#include "domain/commission/dated_rate.hpp"

namespace fairlead::app {

// The place of an exchange rate in the list: the newest days come first, the pairs of a day by their codes.
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
