#pragma once

#include <vector>

#include <boost/json.hpp>

#include "base/result.hpp"
#include "http/request.hpp"

namespace fairlead::http {

// One page of a list as API.md has it: `limit` (50, at most 200), `cursor`, and exact filters by member name. The items
// must be in order of `id`. An unknown parameter is refused: a misspelt filter would otherwise answer everything.
Result<boost::json::object> MakeListPage(std::vector<boost::json::object> items, const Request& request);

}  // namespace fairlead::http
