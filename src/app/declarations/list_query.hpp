#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/json.hpp>

namespace fairlead::app {

inline constexpr std::size_t kListLimitDefault = 50;
inline constexpr std::size_t kListLimitMax = 200;
// The parameter that searches for a part of any text. Filters by members are exact.
inline constexpr std::string_view kSearchParameter = "search";

// A request for a list: a page of at most `limit` items after the cursor that match all filters.
struct ListQuery {
    std::size_t limit = kListLimitDefault;
    bool limit_given = false;
    std::string cursor;                                        // Empty: from the start.
    std::vector<std::pair<std::string, std::string>> filters;  // The name of a member and its exact value.
};

struct ListPage {
    boost::json::array items;
    std::string next_cursor;  // Empty: this is the last page.
};

}  // namespace fairlead::app
