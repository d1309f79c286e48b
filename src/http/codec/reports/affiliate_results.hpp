#pragma once

#include <expected>

#include "app/resources/affiliate_results.hpp"

namespace fairlead::http {

// Reads which affiliates to list, with which results and in which order. `today` decides a relative period.
std::expected<app::AffiliateResultsQuery, app::Errors> ReadAffiliateResultsBody(
    std::shared_ptr<const app::OperatorEntry> owner, const boost::json::value& body, Date today);

// The answer: `items` and `nextCursor`. The whole records of the affiliates are included if `with_records` is true.
std::string WriteAffiliateResults(const app::AffiliateResultsPage& page, const app::AffiliateResultsQuery& query,
                                  const app::View& view, bool with_records);

}  // namespace fairlead::http
