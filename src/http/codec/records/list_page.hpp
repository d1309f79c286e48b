#pragma once

#include <boost/json.hpp>

#include "app/declarations/list_query.hpp"
#include "base/result.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// Reads the query of a list: `limit` (50 by default, at most 200), `cursor`, and exact filters by member name. The list
// itself checks the cursor and the filters.
Result<app::ListQuery> ReadListQuery(const Request& request);

// The answer of a list: `items`, and `nextCursor`, which is null on the last page.
std::string WriteListPage(app::ListPage page);

}  // namespace fairlead::http
