#pragma once

#include <string>

#include <boost/json.hpp>

#include "base/result.hpp"

namespace fairlead::http {

struct LocalAnswer {
    int status = 0;
    boost::json::value body;
};

// Sends a POST request to the local socket of a running server and waits for the answer. Returns kUnavailable if no
// server listens there.
Result<LocalAnswer> PostLocal(const std::string& socket_path, const std::string& target,
                              const boost::json::value& body);

}  // namespace fairlead::http
