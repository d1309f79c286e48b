#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/beast/http/fields.hpp>
#include <boost/container/static_vector.hpp>

#include "base/net/ip_address.hpp"

namespace fairlead::http {

inline constexpr std::size_t kPathParametersMax = 4;
using PathParameters = boost::container::static_vector<std::string_view, kPathParametersMax>;

// One request, read whole and well framed. Valid until it has been answered.
struct Request {
    std::string_view method;
    std::string_view path;   // Before the question mark, not decoded.
    std::string_view query;  // Behind it.
    const boost::beast::http::fields* fields = nullptr;
    std::string_view body;        // Followed by at least kBodyPadding readable bytes.
    bool body_too_large = false;  // The body was over the limit and has been dropped.
    IpAddress client;
    bool asked_by_https = false;  // A trusted proxy says so.
    std::string_view request_id;
    PathParameters path_parameters;  // What stood for {…} in the route, in order.

    // Empty when absent. Of several the first.
    std::string_view Header(std::string_view name) const;

    // The query's parameters, decoded, in order. Nothing when the query is malformed.
    std::optional<std::vector<std::pair<std::string, std::string>>> QueryParameters() const;
};

// What the JSON parser may read behind the body.
inline constexpr std::size_t kBodyPadding = 64;

}  // namespace fairlead::http
