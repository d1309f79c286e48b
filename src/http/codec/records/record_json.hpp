#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <boost/json.hpp>

#include "app/catalogue/catalogue.hpp"
#include "app/ports/event_records.hpp"
#include "app/ports/player_records.hpp"
#include "app/ports/visit_sums.hpp"
#include "base/crypto/secrets.hpp"

namespace fairlead::http {

// Encode records for the management API.
boost::json::object EncodeEvent(const app::EventRecord& record);
boost::json::object EncodeClick(const tracking::Click& click);
// `alias_key` is the key of the aliases that affiliates see instead of players.
boost::json::object EncodePlayer(const app::PlayerRecord& player, const Bytes32& alias_key);
boost::json::object EncodeWhy(const app::PlayerHistory& history, const app::OperatorEntry& owner);

boost::json::object EncodeVisitSum(const app::VisitSum& sum);
// The cursor of the list of sums.
std::string WriteVisitSumPlace(const app::VisitSumPlace& place);
std::optional<app::VisitSumPlace> ParseVisitSumPlace(std::string_view text);

}  // namespace fairlead::http
