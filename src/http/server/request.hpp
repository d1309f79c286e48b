#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/beast/http/fields.hpp>
#include <boost/container/static_vector.hpp>

#include "base/net/ip_address.hpp"
#include "http/framing/body_limits.hpp"

namespace fairlead::http {

inline constexpr std::size_t kPathParametersMax = 4;
using PathParameters = boost::container::static_vector<std::string_view, kPathParametersMax>;

// Why a body was dropped.
enum class BodyFault : std::uint8_t { kNone, kTooLarge, kEncoded };

// One well-formed request. Valid until it is answered.
struct Request {
    std::string_view method;
    std::string_view path;   // The part before the question mark, not decoded.
    std::string_view query;  // The part after it, not decoded.
    const boost::beast::http::fields* fields = nullptr;
    // A handler is called before the body is read. It decides whether the body is wanted (Responder::ReadBody).
    bool body_pending = false;
    std::string_view body;           // Followed by at least kBodyPadding readable bytes.
    std::size_t body_bytes_max = 0;  // The limit of the handler that has asked for the body.
    BodyFault body_fault = BodyFault::kNone;
    IpAddress client;
    bool asked_by_https = false;  // As reported by a trusted proxy.
    std::string_view request_id;
    PathParameters path_parameters;  // The values of {…} in the route, in order.

    // Whether the client has sent a body, even one that was dropped.
    bool HasBody() const { return !body.empty() || body_fault != BodyFault::kNone; }

    // The first value of the header, or an empty text.
    std::string_view Header(std::string_view name) const;

    // The decoded parameters of the query, in order, or nothing if the query is malformed.
    std::optional<std::vector<std::pair<std::string, std::string>>> QueryParameters() const;
};

}  // namespace fairlead::http
