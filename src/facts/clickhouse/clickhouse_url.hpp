#pragma once

#include <string>
#include <string_view>

#include "base/net/host_port.hpp"

namespace fairlead::facts {

// The address of a ClickHouse server, with user and password.
struct ClickHouseUrl {
    static constexpr std::uint16_t kDefaultPort = 8123;
    static constexpr std::uint16_t kDefaultTlsPort = 8443;

    HostPort server;
    bool uses_tls = false;
    std::string user = "default";
    std::string password;  // A secret. It is only sent in one header of each request.
    std::string database;  // Letters, digits and underscores.
    std::string cluster;   // Likewise, and dashes. Empty: there is one server.

    // Parses clickhouse://[USER[:PASSWORD]@]HOST[:PORT]/DATABASE[?cluster=NAME] with percent-encoded user and password;
    // clickhouse+https://… uses TLS. Error messages never contain the text, because it may contain a password.
    static Result<ClickHouseUrl> Parse(std::string_view text);
};

}  // namespace fairlead::facts
