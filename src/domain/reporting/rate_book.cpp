#include "domain/reporting/rate_book.hpp"

#include <algorithm>

namespace fairlead::reporting {

RateBook::RateBook(std::span<const commission::DatedRate> rates) {
    for (const commission::DatedRate& rate : rates) {
        rates_[std::string(rate.from.code())].insert_or_assign(rate.date, rate.rate);
        days_.push_back(rate.date.days);
    }
    std::ranges::sort(days_);
    days_.erase(std::ranges::unique(days_).begin(), days_.end());
}

const ExchangeRate* RateBook::Find(std::string_view from, Date day) const {
    const auto found = rates_.find(from);
    if (found == rates_.end()) return nullptr;
    const auto rate = found->second.lower_bound(day);
    return rate == found->second.end() ? nullptr : &rate->second;
}

}  // namespace fairlead::reporting
