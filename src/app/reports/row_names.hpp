#pragma once

#include <string>
#include <string_view>

#include "app/catalogue/catalogue.hpp"
#include "domain/reporting/grouping.hpp"

namespace fairlead::app {

inline constexpr std::string_view kOrganicName = "(organic)";
inline constexpr std::string_view kUnregisteredName = "(unregistered)";

// True if a caller who is limited to this affiliate may see the name of the record. A link or a source may have
// belonged to another affiliate at the time of the click.
bool MayName(const OperatorEntry& owner, AffiliateId affiliate, reporting::Dimension dimension, const Uuid& id);

// The display name of a record of the operator: its name, the code of a link without a name, or its id. Empty for the
// nil id. Players are not in the catalogue.
std::string NameOf(const OperatorEntry& owner, reporting::Dimension dimension, const Uuid& id);

}  // namespace fairlead::app
