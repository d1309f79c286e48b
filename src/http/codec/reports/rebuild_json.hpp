#pragma once

#include <boost/json.hpp>

#include "app/ports/projection.hpp"
#include "base/result.hpp"

namespace fairlead::http {

// How a rebuild gets on, as the command line hears of it over the local socket.
boost::json::object EncodeRebuild(const app::RebuildProgress& progress);
Result<app::RebuildProgress> DecodeRebuild(const boost::json::value& body);

}  // namespace fairlead::http
