#pragma once

#include "app/resources/resource.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// `/brands` as API.md has it.
const Members<catalogue::Brand>& BrandMembers();

}  // namespace fairlead::app
