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
#include "base/text/one_of.hpp"
#include "base/time/time.hpp"
#include "http/server/request.hpp"

namespace fairlead::http {

// The query of a list of records: the parameters of every list and the filters of this list. Callers read all
// parameters first and then check error(), which keeps the first error.
class RecordFilters {
public:
    // Each pair is a name and an alias, which may be empty. An unknown parameter is an error, because a list that
    // ignored a misspelt filter would return all records.
    using Names = std::initializer_list<std::pair<std::string_view, std::string_view>>;
    // `more` lists further names without aliases.
    RecordFilters(const Request& request, Names names, std::span<const std::string_view> more = {});

    std::size_t limit() const { return limit_; }
    bool WasLimitGiven() const { return limit_given_; }
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

    // Returns the value that `parse` reads from the text. If `parse` cannot read the text, refuses it with the message
    // `must`.
    template <class Parse>
    auto ReadAs(std::string_view name, std::string_view must, Parse parse) -> decltype(parse(std::string_view())) {
        const auto text = Text(name);
        if (!text) return std::nullopt;
        auto value = parse(std::string_view(*text));
        if (!value) Refuse(name, must);
        return value;
    }
    // Returns the enumerator whose name is given.
    template <class Enum, std::size_t Count>
    std::optional<Enum> ReadName(std::string_view name, const std::array<std::string_view, Count>& names) {
        return ReadAs(name, MustBeOneOf(names), [&](std::string_view text) -> std::optional<Enum> {
            const auto found = std::ranges::find(names, text);
            if (found == names.end()) return std::nullopt;
            return static_cast<Enum>(found - names.begin());
        });
    }

    // Adds an error that the caller found.
    void Refuse(std::string_view name, std::string_view why);
    const std::optional<Error>& error() const { return error_; }

private:
    std::map<std::string, std::string, std::less<>> given_;
    std::size_t limit_ = 0;
    bool limit_given_ = false;
    std::optional<Error> error_;
};

}  // namespace fairlead::http
