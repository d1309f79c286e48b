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
// Looks for a part of any text, where filters by members are exact.
inline constexpr std::string_view kSearchParameter = "search";

// What a caller asks of a list: a page of at most `limit` items behind the cursor, of those that pass all filters.
struct ListQuery {
    std::size_t limit = kListLimitDefault;
    std::string cursor;                                        // Empty: from the start.
    std::vector<std::pair<std::string, std::string>> filters;  // Name of a member, and its value exactly.
};

struct ListPage {
    boost::json::array items;
    std::string next_cursor;  // Empty: there is no more.
};

}  // namespace fairlead::app
