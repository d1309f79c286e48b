#pragma once

#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "app/declarations/value_checks.hpp"
#include "domain/deals/terms.hpp"

namespace fairlead::app {

// The terms of deals as JSON, in bodies, in responses and in the ledger, by the rules of docs/commission.md §1.2.

// Reads the terms, or returns all their errors, each with its pointer, and leaves `out` unchanged. Does not check
// whether the operator may use the currency.
Errors ReadTerms(const boost::json::value& value, commission::Terms& out);

// Every component that is set, with all its members in a fixed order.
boost::json::object WriteTerms(const commission::Terms& terms);

// The same as text. Equal terms have equal texts. A text that was not written by TermsToText is a bug.
std::string TermsToText(const commission::Terms& terms);
commission::Terms TermsFromText(std::string_view text);

// The OpenAPI schema of terms.
boost::json::object TermsSchema();

// The greatest number of upcoming versions in an answer.
inline constexpr std::size_t kUpcomingMax = 20;

// One version of a deal, as in lists.
boost::json::object WriteDealVersion(const commission::DealVersion& version);

}  // namespace fairlead::app
