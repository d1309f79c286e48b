#pragma once

#include <expected>

#include "app/declarations/value_checks.hpp"
#include "app/reports/explain_change.hpp"

namespace fairlead::http {

// Reads which change to explain. `today` decides a relative period.
std::expected<app::ChangeQuestion, app::Errors> ReadChangeBody(std::shared_ptr<const app::OperatorEntry> owner,
                                                               const boost::json::value& body, Date today);

// The answer: the difference, its parts as data, and sentences.
std::string WriteChange(const app::ChangeExplanation& explanation);

}  // namespace fairlead::http
