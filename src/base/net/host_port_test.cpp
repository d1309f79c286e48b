#include "base/net/host_port.hpp"

#include <gtest/gtest.h>

namespace fairlead {
namespace {

TEST(HostPort, IsAHostAColonAndAPort) {
    const auto address = HostPort::Parse("127.0.0.1:8080");
    ASSERT_TRUE(address.has_value());
    EXPECT_EQ(address->host, "127.0.0.1");
    EXPECT_EQ(address->port, 8080);
    EXPECT_EQ(HostPort::Parse("fairlead.example:0")->port, 0);
    EXPECT_EQ(HostPort::Parse("fairlead.example:65535")->port, 65535);
}

TEST(HostPort, AnIpv6AddressIsInBrackets) {
    const auto address = HostPort::Parse("[2001:db8::1]:80");
    ASSERT_TRUE(address.has_value());
    EXPECT_EQ(address->host, "2001:db8::1");
    EXPECT_EQ(address->port, 80);
}

TEST(HostPort, AnythingElseIsRefusedAndQuoted) {
    for (const std::string text : {"", ":", ":80", "[]:80", "host", "host:", "host:http", "host:-1", "host:+1",
                                   "host:65536", "host:80x", "host: 80", "host:80 ", "[::1]"}) {
        const auto address = HostPort::Parse(text);
        ASSERT_FALSE(address.has_value()) << text;
        EXPECT_NE(address.error().message.find("\"" + text + "\""), std::string::npos) << text;
    }
}

}  // namespace
}  // namespace fairlead
