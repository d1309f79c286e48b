#include "http/codec/records/record_filters.hpp"

#include <algorithm>
#include <charconv>

#include "http/codec/records/list_page.hpp"

namespace fairlead::http {

RecordFilters::RecordFilters(const Request& request, Names names, std::span<const std::string_view> more) {
    auto query = ReadListQuery(request);
    if (!query) {
        error_ = std::move(query.error());
        return;
    }
    limit_ = query->limit;
    limit_given_ = query->limit_given;
    if (!query->cursor.empty()) given_.emplace("cursor", std::move(query->cursor));
    for (auto& [name, value] : query->filters) {
        const auto known = std::ranges::find_if(
            names, [&](const auto& pair) { return name == pair.first || (!name.empty() && name == pair.second); });
        if (known != names.end()) {
            given_.try_emplace(std::string(known->first), std::move(value));
        } else if (std::ranges::find(more, name) != more.end()) {
            given_.try_emplace(std::move(name), std::move(value));
        } else {
            Refuse(name, "is not a parameter of this list");
        }
    }
}

void RecordFilters::Refuse(std::string_view name, std::string_view why) {
    if (!error_) error_ = {ErrorCode::kInvalidRequest, "", std::string(name) + " " + std::string(why)};
}

std::optional<std::string> RecordFilters::Text(std::string_view name) {
    const auto found = given_.find(name);
    return found == given_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::int64_t> RecordFilters::Number(std::string_view name) {
    const auto text = Text(name);
    if (!text) return std::nullopt;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error == std::errc() && end == text->data() + text->size() && number >= 1) return number;
    Refuse(name, name == "cursor" ? "must be a nextCursor of this list" : "must be a whole number from 1");
    return std::nullopt;
}

std::optional<bool> RecordFilters::Flag(std::string_view name) {
    const auto text = Text(name);
    if (!text) return std::nullopt;
    if (*text != "true" && *text != "false") Refuse(name, "must be true or false");
    return *text == "true";
}

std::optional<Timestamp> RecordFilters::Time(std::string_view name) {
    const auto text = Text(name);
    if (!text) return std::nullopt;
    const auto time = Timestamp::ParseIso8601(*text);
    if (time) return *time;
    Refuse(name, time.error().message);
    return std::nullopt;
}

}  // namespace fairlead::http
