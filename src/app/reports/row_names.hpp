#pragma once

#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "domain/reporting/grouping.hpp"

namespace fairlead::app {

inline constexpr std::string_view kOrganicName = "(organic)";
inline constexpr std::string_view kUnregisteredName = "(unregistered)";

// Whether somebody who sees this affiliate's alone may know the name. Links and sources are an affiliate's own, and may
// have been another one's when they were clicked.
bool MayName(const OperatorEntry& owner, AffiliateId affiliate, reporting::Dimension dimension, const Uuid& id);

// What people call a record of the operator's: its name, a nameless link's code, else its id. Nothing (all zeros) is
// empty. Players are not in the catalogue.
std::string NameOf(const OperatorEntry& owner, reporting::Dimension dimension, const Uuid& id);

}  // namespace fairlead::app
