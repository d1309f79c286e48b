#pragma once

#include <string_view>

#include <boost/json.hpp>

#include "app/catalogue/actor_name.hpp"

namespace fairlead::http {

// The name of an author, or null if it has none.
inline boost::json::value ActorNameOrNull(const app::OperatorEntry& owner, std::string_view actor) {
    const auto name = app::ActorName(owner, actor);
    return name ? boost::json::value(*name) : boost::json::value(nullptr);
}

}  // namespace fairlead::http
