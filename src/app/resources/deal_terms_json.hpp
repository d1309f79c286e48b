#pragma once

#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "app/declarations/value_checks.hpp"
#include "domain/commission/terms.hpp"

namespace fairlead::app {

// The terms of deals as JSON: in bodies, in answers and in the ledger, by the rules of docs/commission.md §1.2.

// Reads all of the terms, or says everything that is wrong with them, each with its place, and leaves `out` alone.
// Whether the operator may use the currency is another question.
Errors ReadTerms(const boost::json::value& value, commission::Terms& out);

// Every component that is there, with all its members in a fixed order.
boost::json::object WriteTerms(const commission::Terms& terms);

// The same as text, the same text for the same terms. Text that was not written so is a bug.
std::string TermsToText(const commission::Terms& terms);
commission::Terms TermsFromText(std::string_view text);

// What the OpenAPI document says of terms.
boost::json::object TermsSchema();

// One version of a deal, as lists show it.
boost::json::object WriteDealVersion(const commission::DealVersion& version);

}  // namespace fairlead::app
