#pragma once

#include <boost/json.hpp>

#include "app/ports/projection.hpp"
#include "base/result.hpp"

namespace fairlead::http {

// The progress of a rebuild, as the server sends it to the command line over the local socket.
boost::json::object EncodeRebuild(const app::RebuildProgress& progress);
Result<app::RebuildProgress> DecodeRebuild(const boost::json::value& body);

}  // namespace fairlead::http
