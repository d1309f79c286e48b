#pragma once

#include <boost/json.hpp>

#include "app/accounts/accounts.hpp"

namespace fairlead::http {

// What a person learns of the own account and of where they are.
boost::json::object EncodeMe(const app::OperatorEntry& owner, const catalogue::User& user);

// How the operator's portal looks; its name is the operator's where it has none of its own.
boost::json::object EncodePortalLook(const catalogue::Operator& owner);

}  // namespace fairlead::http
