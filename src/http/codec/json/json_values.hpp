#pragma once

#include <optional>
#include <string_view>

#include <boost/json.hpp>

#include "base/id/ids.hpp"
#include "base/number/decimal.hpp"
#include "base/time/time.hpp"

namespace fairlead::http {

// Encode optional values: a missing value becomes null.

template <class IdType>
boost::json::value IdOrNull(const std::optional<IdType>& id) {
    return id ? boost::json::value(id->ToString()) : boost::json::value(nullptr);
}

inline boost::json::value TextOrNull(std::string_view text) {
    return text.empty() ? boost::json::value(nullptr) : boost::json::value(text);
}

inline boost::json::value NumberOrNull(const std::optional<std::int64_t>& number) {
    return number ? boost::json::value(*number) : boost::json::value(nullptr);
}

inline boost::json::value DecimalOrNull(const std::optional<Decimal>& decimal) {
    return decimal ? boost::json::value(decimal->ToString()) : boost::json::value(nullptr);
}

inline boost::json::value TimeOrNull(const std::optional<Timestamp>& time) {
    return time ? boost::json::value(time->ToIso8601()) : boost::json::value(nullptr);
}

}  // namespace fairlead::http
