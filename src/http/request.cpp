#include "http/request.hpp"

#include <boost/url/parse_query.hpp>

namespace fairlead::http {

std::string_view Request::Header(std::string_view name) const {
    const auto found = fields->find(name);
    return found == fields->end() ? std::string_view() : std::string_view(found->value());
}

std::vector<std::pair<std::string, std::string>> Request::QueryParameters() const {
    std::vector<std::pair<std::string, std::string>> parameters;
    if (query.empty()) return parameters;  // Boost 1.81 reads beyond an empty view.
    const auto parsed = boost::urls::parse_query(query);
    if (!parsed) return parameters;
    boost::urls::encoding_opts plus_is_space;
    plus_is_space.space_as_plus = true;
    for (const auto& parameter : *parsed) {
        parameters.emplace_back(boost::urls::pct_string_view(parameter.key).decode(plus_is_space),
                                boost::urls::pct_string_view(parameter.value).decode(plus_is_space));
    }
    return parameters;
}

std::optional<std::string> Request::QueryParameter(std::string_view name) const {
    for (auto& [key, value] : QueryParameters()) {
        if (key == name) return std::move(value);
    }
    return std::nullopt;
}

}  // namespace fairlead::http
