#pragma once

#include "app/declarations/catalogue_resource.hpp"

namespace fairlead::app {

// The members of a user in the audit log, without secrets.
boost::json::object UserForAudit(const catalogue::User& user, const OperatorEntry& own);

}  // namespace fairlead::app
