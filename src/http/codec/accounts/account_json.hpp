#pragma once

#include <boost/json.hpp>

#include "app/accounts/accounts.hpp"
#include "app/catalogue/portal_domains.hpp"

namespace fairlead::http {

// The account of the logged-in user, and its operator.
boost::json::object EncodeMe(const app::OperatorEntry& owner, const catalogue::User& user);

boost::json::object EncodeBranding(const app::PortalBranding& branding);

}  // namespace fairlead::http
