#include "http/server/request.hpp"

#include <boost/url/parse_query.hpp>

#include "base/text/text.hpp"

namespace fairlead::http {

std::string_view Request::Header(std::string_view name) const {
    const auto found = fields->find(name);
    return found == fields->end() ? std::string_view() : std::string_view(found->value());
}

std::optional<std::vector<std::pair<std::string, std::string>>> Request::QueryParameters() const {
    // Boost 1.81 expects a NUL after the query, which only a copy has.
    const std::string terminated(query);
    const auto parsed = boost::urls::parse_query(terminated);
    if (!parsed) return std::nullopt;
    std::vector<std::pair<std::string, std::string>> parameters;
    boost::urls::encoding_opts plus_is_space;
    plus_is_space.space_as_plus = true;
    for (const auto& parameter : *parsed) {
        auto& [name, value] =
            parameters.emplace_back(boost::urls::pct_string_view(parameter.key).decode(plus_is_space),
                                    boost::urls::pct_string_view(parameter.value).decode(plus_is_space));
        // No record contains such a text, and some database engines refuse it.
        if (!IsValidUtf8(value) || value.find('\0') != std::string::npos) return std::nullopt;
    }
    return parameters;
}

}  // namespace fairlead::http
