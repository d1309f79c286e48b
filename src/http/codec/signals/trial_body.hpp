#pragma once

#include <expected>

#include <boost/json.hpp>

#include "base/errors.hpp"
#include "domain/reporting/calendar.hpp"
#include "domain/signals/rule.hpp"

namespace fairlead::http {

// A rule, and the time span on which it is tried.
struct Trial {
    signals::FraudRule rule;
    reporting::TimeSpan time;
};

// Reads {kind, parameters, startDate, endDate}. Without dates, the span is the last 30 days. It has at most 92 days,
// and it does not end after today.
std::expected<Trial, Errors> ReadTrialBody(const boost::json::object& body, const reporting::Calendar& calendar,
                                           Timestamp now);

}  // namespace fairlead::http
