#pragma once

#include <boost/json.hpp>

#include "app/ports/report_records.hpp"

namespace fairlead::http {

// Records as the management API writes them.
boost::json::object EncodeEvent(const app::EventRecord& record);
boost::json::object EncodeEventEntry(const app::EventEntry& entry);
boost::json::object EncodeClick(const tracking::Click& click);
boost::json::object EncodePlayer(const app::PlayerRecord& player);
boost::json::object EncodeWhy(const app::PlayerHistory& history);

}  // namespace fairlead::http
