#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// What the audit log keeps of a user: nothing secret.
boost::json::object UserForAudit(const catalogue::User& user, const OperatorEntry& own);

}  // namespace fairlead::app
