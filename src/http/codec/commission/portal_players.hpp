#pragma once

#include "http/codec/commission/portal_money.hpp"

namespace fairlead::http {

// A player of the affiliate, with its alias instead of its reference.
boost::json::object EncodePortalPlayer(const PortalReader& reader, const app::PlayerRecord& player);

// Why the player is attributed to the affiliate, which deal applies, and what the deal has not paid yet.
boost::json::object EncodePortalStanding(const PortalReader& reader, const app::PlayerStanding& standing,
                                         Timestamp now);

}  // namespace fairlead::http
