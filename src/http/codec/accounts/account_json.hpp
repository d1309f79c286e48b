#pragma once

#include <boost/json.hpp>

#include "app/accounts/accounts.hpp"
#include "app/catalogue/portal_domains.hpp"

namespace fairlead::http {

// What a person learns of the own account and of where they are.
boost::json::object EncodeMe(const app::OperatorEntry& owner, const catalogue::User& user);

boost::json::object EncodeBranding(const app::PortalBranding& branding);

}  // namespace fairlead::http
