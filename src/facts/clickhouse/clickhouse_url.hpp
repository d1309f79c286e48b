#pragma once

#include <string>
#include <string_view>

#include "base/net/host_port.hpp"

namespace fairlead::facts {

// Where a ClickHouse server is, and who we are to it.
struct ClickHouseUrl {
    static constexpr std::uint16_t kDefaultPort = 8123;

    HostPort server;
    std::string user = "default";
    std::string password;  // A secret: it stands in one header of each request, and nowhere else.
    std::string database;  // Letters, digits and underscores.

    // Reads clickhouse://[USER[:PASSWORD]@]HOST[:PORT]/DATABASE, user and password percent-encoded. Messages of errors
    // never show the text, which may have a password in it.
    static Result<ClickHouseUrl> Parse(std::string_view text);
};

}  // namespace fairlead::facts
