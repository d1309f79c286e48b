#include "http/codec/records/list_page.hpp"

#include <charconv>

namespace fairlead::http {
namespace {

namespace json = boost::json;

Result<std::size_t> ReadLimit(const std::string& text) {
    std::size_t limit = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (whole && limit >= 1 && limit <= app::kListLimitMax) return limit;
    return Fail(ErrorCode::kInvalidRequest, "limit must be a number from 1 to " + std::to_string(app::kListLimitMax));
}

}  // namespace

Result<app::ListQuery> ReadListQuery(const Request& request) {
    app::ListQuery query;
    auto parameters = request.QueryParameters();
    if (!parameters) return Fail(ErrorCode::kInvalidRequest, "the query is not well formed");
    for (auto& [name, value] : *parameters) {
        if (name == "limit") {
            const auto limit = TRY(ReadLimit(value));
            query.limit = limit;
            query.limit_given = true;
        } else if (name == "cursor") {
            if (value.empty()) return Fail(ErrorCode::kInvalidRequest, "cursor must be a nextCursor of this list");
            query.cursor = std::move(value);
        } else {
            query.filters.emplace_back(std::move(name), std::move(value));
        }
    }
    return query;
}

std::string WriteListPage(app::ListPage page) {
    json::value next = page.next_cursor.empty() ? json::value(nullptr) : json::value(page.next_cursor);
    return json::serialize(json::object{{"items", std::move(page.items)}, {"nextCursor", std::move(next)}});
}

}  // namespace fairlead::http
