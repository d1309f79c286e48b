#pragma once

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/id/ids.hpp"
#include "base/result.hpp"
#include "base/time/time.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// The query of a list of records: what every list takes, and the filters that this one has. What is wrong with any of
// them is remembered; callers read all they need and then ask for the error.
class RecordFilters {
public:
    // Of each pair the second is another name for the first. An unknown parameter is an error: a misspelt filter would
    // otherwise answer everything.
    using Names = std::initializer_list<std::pair<std::string_view, std::string_view>>;
    // `more` are further names, with no other.
    RecordFilters(const Request& request, Names names, std::span<const std::string_view> more = {});

    std::size_t limit() const { return limit_; }
    std::optional<std::string> Text(std::string_view name);
    std::optional<bool> Flag(std::string_view name);
    std::optional<Timestamp> Time(std::string_view name);
    std::optional<std::int64_t> Number(std::string_view name);
    template <class IdType>
    std::optional<IdType> ReadId(std::string_view name) {
        const auto text = Text(name);
        if (!text) return std::nullopt;
        const auto id = IdType::Parse(*text);
        if (!id) Refuse(name, "must be a UUID");
        return id;
    }

    // What `parse` makes of the text; what it cannot read is refused with what it must be.
    template <class Parse>
    auto ReadAs(std::string_view name, std::string_view must, Parse parse) -> decltype(parse(std::string_view())) {
        const auto text = Text(name);
        if (!text) return std::nullopt;
        auto value = parse(std::string_view(*text));
        if (!value) Refuse(name, must);
        return value;
    }
    // One of the names, as the enumerator at its place.
    template <class Enum, std::size_t Count>
    std::optional<Enum> ReadName(std::string_view name, const std::array<std::string_view, Count>& names) {
        return ReadAs(name, "is not one of the values it can have", [&](std::string_view text) -> std::optional<Enum> {
            const auto found = std::ranges::find(names, text);
            if (found == names.end()) return std::nullopt;
            return static_cast<Enum>(found - names.begin());
        });
    }

    // For a value that the caller finds wrong.
    void Refuse(std::string_view name, std::string_view why);
    const std::optional<Error>& error() const { return error_; }

private:
    std::map<std::string, std::string, std::less<>> given_;
    std::size_t limit_ = 0;
    std::optional<Error> error_;
};

}  // namespace fairlead::http
