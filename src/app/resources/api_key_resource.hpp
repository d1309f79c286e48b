#pragma once

#include "app/resources/resource.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

// `/api-keys` as API.md has it. The key itself is no member: it is answered once, at creation.
const Members<catalogue::ApiKey>& ApiKeyMembers();

}  // namespace fairlead::app
