#pragma once

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"

namespace fairlead::http {

// The logged-in user of an affiliate, the affiliate's deals on this day, and the brands and destinations of its links.
boost::json::object EncodePortalMe(const app::OperatorEntry& owner, const catalogue::User& user,
                                   const catalogue::Affiliate& affiliate, Date today);

}  // namespace fairlead::http
