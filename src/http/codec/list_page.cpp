#include "http/codec/list_page.hpp"

#include <charconv>

#include "base/uuid.hpp"

namespace fairlead::http {
namespace {

namespace json = boost::json;

constexpr std::size_t kLimitDefault = 50;
constexpr std::size_t kLimitMax = 200;

struct Query {
    std::size_t limit = kLimitDefault;
    std::string after;  // The id of the last item of the page before.
    std::vector<std::pair<std::string, std::string>> filters;
};

Result<std::size_t> ReadLimit(const std::string& text) {
    std::size_t limit = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
    if (error == std::errc() && end == text.data() + text.size() && limit >= 1 && limit <= kLimitMax) return limit;
    return Fail(ErrorCode::kInvalidRequest, "limit must be a number from 1 to 200");
}

Result<Query> ReadQuery(const Request& request) {
    Query query;
    auto parameters = request.QueryParameters();
    if (!parameters) return Fail(ErrorCode::kInvalidRequest, "the query is not well formed");
    for (auto& [name, value] : *parameters) {
        if (name == "limit") {
            const auto limit = ReadLimit(value);
            if (!limit) return std::unexpected(limit.error());
            query.limit = *limit;
        } else if (name == "cursor") {
            const auto cursor = Uuid::Parse(value);
            if (!cursor) return Fail(ErrorCode::kInvalidRequest, "cursor must be a nextCursor of this list");
            query.after = cursor->ToString();
        } else {
            query.filters.emplace_back(std::move(name), std::move(value));
        }
    }
    return query;
}

// A member as a query parameter would write it.
std::string AsParameter(const json::value& value) {
    return value.is_string() ? std::string(value.get_string()) : json::serialize(value);
}

Result<bool> PassesFilters(const json::object& item, const Query& query) {
    bool passes = true;
    for (const auto& [name, wanted] : query.filters) {
        const auto* value = item.if_contains(name);
        if (value == nullptr) return Fail(ErrorCode::kInvalidRequest, "there is no parameter " + name);
        passes = passes && AsParameter(*value) == wanted;
    }
    return passes;
}

}  // namespace

Result<json::object> MakeListPage(std::vector<json::object> items, const Request& request) {
    const auto query = ReadQuery(request);
    if (!query) return std::unexpected(query.error());
    json::array page;
    json::value next_cursor;
    for (json::object& item : items) {
        const auto passes = PassesFilters(item, *query);
        if (!passes) return std::unexpected(passes.error());
        if (!*passes || std::string_view(item.at("id").as_string()) <= query->after) continue;
        if (page.size() == query->limit) {
            next_cursor = page.back().at("id");
            break;
        }
        page.push_back(std::move(item));
    }
    return json::object{{"items", std::move(page)}, {"nextCursor", std::move(next_cursor)}};
}

}  // namespace fairlead::http
