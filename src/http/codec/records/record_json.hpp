#pragma once

#include <boost/json.hpp>

#include "app/ports/event_records.hpp"
#include "app/ports/player_records.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::http {

// Records as the management API writes them.
boost::json::object EncodeEvent(const app::EventRecord& record);
boost::json::object EncodeClick(const tracking::Click& click);
// `alias_key` is that of the names that players have for affiliates.
boost::json::object EncodePlayer(const app::PlayerRecord& player, const Bytes32& alias_key);
boost::json::object EncodeWhy(const app::PlayerHistory& history);

}  // namespace fairlead::http
