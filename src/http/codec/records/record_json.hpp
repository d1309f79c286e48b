#pragma once

#include <boost/json.hpp>

#include "app/ports/event_records.hpp"
#include "app/ports/player_records.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::http {

// Encode records for the management API.
boost::json::object EncodeEvent(const app::EventRecord& record);
boost::json::object EncodeClick(const tracking::Click& click);
// `alias_key` is the key of the aliases that affiliates see instead of players.
boost::json::object EncodePlayer(const app::PlayerRecord& player, const Bytes32& alias_key);
boost::json::object EncodeWhy(const app::PlayerHistory& history);

}  // namespace fairlead::http
