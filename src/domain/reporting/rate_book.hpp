#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/deals/dated_rate.hpp"

namespace fairlead::reporting {

// The exchange rates into one currency, by the day from which each applies.
class RateBook {
public:
    RateBook() = default;
    // In any order.
    explicit RateBook(std::span<const commission::DatedRate> rates);

    // The latest rate on or before a UTC day. Null if there is none.
    const ExchangeRate* Find(std::string_view from, Date day) const;

    // The days from which any rate applies, ascending and without repetition.
    const std::vector<std::int32_t>& days() const { return days_; }

private:
    std::map<std::string, std::map<Date, ExchangeRate, std::greater<>>, std::less<>> rates_;
    std::vector<std::int32_t> days_;
};

}  // namespace fairlead::reporting
