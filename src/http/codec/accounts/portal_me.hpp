#pragma once

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::http {

// Who somebody of an affiliate's is, what is in force for the affiliate on that day, and what it can make links for.
boost::json::object EncodePortalMe(const app::OperatorEntry& owner, const catalogue::User& user,
                                   const catalogue::Affiliate& affiliate, Date today);

}  // namespace fairlead::http
