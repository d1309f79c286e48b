#pragma once

#include <cstdint>
#include <string>

#include "base/result.hpp"

namespace fairlead {

struct HostPort {
    std::string host;
    std::uint16_t port = 0;

    // Reads "HOST:PORT" or "[V6]:PORT".
    static Result<HostPort> Parse(const std::string& address);
};

}  // namespace fairlead
