#pragma once

#include <expected>

#include <boost/json.hpp>

#include "base/errors.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/signals/rule.hpp"

namespace fairlead::http {

// A rule that is tried on a time.
struct Trial {
    signals::FraudRule rule;
    reporting::TimeSpan time;
};

// Reads {kind, parameters, startDate, endDate}. Without dates, the last 30 days. At most 92 days, and none after today.
std::expected<Trial, Errors> ReadTrialBody(const boost::json::object& body, const reporting::Calendar& calendar,
                                           Timestamp now);

}  // namespace fairlead::http
