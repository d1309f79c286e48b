#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::app {

// The name of an author such as "user/01a1…", for readers of every role: the name of an API key, or the part of a
// user's e-mail address before the @. A user of the portal also has the name of the affiliate. Nothing for authors that
// are neither, such as "commandLine", and for those that the operator does not have.
std::optional<std::string> ActorName(const OperatorEntry& owner, std::string_view actor);

}  // namespace fairlead::app
