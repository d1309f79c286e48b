#pragma once

#include <boost/json.hpp>

#include "app/declarations/list_query.hpp"
#include "base/result.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// What a list is asked for, as api/openapi.yaml has it: `limit` (50, at most 200), `cursor`, and exact filters by
// member name. The cursor and the filters are the list's to check.
Result<app::ListQuery> ReadListQuery(const Request& request);

// The answer of a list: `items`, and a `nextCursor` that is null at the end.
std::string WriteListPage(app::ListPage page);

}  // namespace fairlead::http
