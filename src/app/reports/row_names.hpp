#pragma once

#include <string>
#include <string_view>

#include "app/catalogue.hpp"
#include "domain/reporting/grouping.hpp"

namespace fairlead::app {

inline constexpr std::string_view kOrganicName = "(organic)";
inline constexpr std::string_view kUnregisteredName = "(unregistered)";

// What people call a record of the operator's: its name, a nameless link's code, else its id. Nothing (all zeros) is
// empty. Players are not in the catalogue.
std::string NameOf(const OperatorEntry& owner, reporting::Dimension dimension, const Uuid& id);

}  // namespace fairlead::app
