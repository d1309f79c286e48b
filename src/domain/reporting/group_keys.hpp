#pragma once

#include <span>
#include <string_view>

#include "domain/reporting/grouping.hpp"

namespace fairlead::reporting {

// A property by which the rows of a report can be grouped and filtered. Declared once: the API, its documents and the
// console read it from here.
struct GroupKey {
    std::string_view name;
    std::string_view description;
    Grouping grouping;
};

std::span<const GroupKey> GroupKeys();
// Null if the name is unknown.
const GroupKey* FindGroupKey(std::string_view name);

}  // namespace fairlead::reporting
