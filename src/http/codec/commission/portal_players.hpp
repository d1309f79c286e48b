#pragma once

#include "http/codec/commission/portal_money.hpp"

namespace fairlead::http {

// A player of the reader's, under its alias.
boost::json::object EncodePortalPlayer(const PortalReader& reader, const app::PlayerRecord& player);

// Why the player counts for the reader, which deal applies, and what that has not paid yet.
boost::json::object EncodePortalStanding(const PortalReader& reader, const app::PlayerStanding& standing,
                                         Timestamp now);

}  // namespace fairlead::http
