#include "http/server/client_address.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

// The client address if `peer` connects with these X-Forwarded-For headers. 10.0.0.0/8 and fd00::/8 are trusted.
std::string Client(std::string_view peer, const std::vector<std::string>& forwarded) {
    boost::beast::http::fields fields;
    fields.insert("Host", "fairlead.example");
    for (const auto& value : forwarded) fields.insert("X-Forwarded-For", value);
    const std::vector<IpNetwork> trusted{*IpNetwork::Parse("10.0.0.0/8"), *IpNetwork::Parse("fd00::/8")};
    return ClientAddress(*IpAddress::Parse(peer), fields, trusted).ToString();
}

TEST(ClientAddress, IsThePeerWithoutForwardedHeaders) {
    EXPECT_EQ(Client("203.0.113.7", {}), "203.0.113.7");
    EXPECT_EQ(Client("10.0.0.1", {}), "10.0.0.1");
    EXPECT_EQ(Client("10.0.0.1", {""}), "10.0.0.1");
    EXPECT_EQ(Client("10.0.0.1", {" , "}), "10.0.0.1");
}

TEST(ClientAddress, AnUntrustedPeerCannotForward) {
    EXPECT_EQ(Client("203.0.113.7", {"198.51.100.1"}), "203.0.113.7");
    EXPECT_EQ(Client("203.0.113.7", {"10.0.0.1"}), "203.0.113.7");
}

TEST(ClientAddress, ATrustedProxyForwardsItsClient) {
    EXPECT_EQ(Client("10.0.0.1", {"198.51.100.1"}), "198.51.100.1");
    EXPECT_EQ(Client("fd00::1", {"2001:db8::7"}), "2001:db8::7");
    EXPECT_EQ(Client("::ffff:10.0.0.1", {" 198.51.100.1 "}), "198.51.100.1");
}

TEST(ClientAddress, TheRightmostAddressThatIsNoTrustedProxyCounts) {
    EXPECT_EQ(Client("10.0.0.1", {"192.0.2.66, 198.51.100.1, 10.0.0.2, 10.0.0.3"}), "198.51.100.1");
    EXPECT_EQ(Client("10.0.0.1", {"10.0.0.9, 198.51.100.1"}), "198.51.100.1");
}

TEST(ClientAddress, SeveralHeadersAreOneListInTheirOrder) {
    EXPECT_EQ(Client("10.0.0.1", {"192.0.2.66", "198.51.100.1, 10.0.0.2"}), "198.51.100.1");
    EXPECT_EQ(Client("10.0.0.1", {"198.51.100.1", "10.0.0.2"}), "198.51.100.1");
}

TEST(ClientAddress, IfAllAreTrustedTheLeftmostAddressCounts) {
    EXPECT_EQ(Client("10.0.0.1", {"10.0.0.3, 10.0.0.2"}), "10.0.0.3");
}

TEST(ClientAddress, NothingLeftOfAnInvalidAddressCounts) {
    EXPECT_EQ(Client("10.0.0.1", {"198.51.100.1, unknown"}), "10.0.0.1");
    EXPECT_EQ(Client("10.0.0.1", {"198.51.100.1, unknown, 10.0.0.2"}), "10.0.0.2");
    EXPECT_EQ(Client("10.0.0.1", {"198.51.100.1:1234"}), "10.0.0.1");
    EXPECT_EQ(Client("10.0.0.1", {"[2001:db8::7]"}), "10.0.0.1");
}

TEST(ClientAddress, WithoutTrustedProxiesThePeerCounts) {
    boost::beast::http::fields fields;
    fields.insert("X-Forwarded-For", "198.51.100.1");
    EXPECT_EQ(ClientAddress(*IpAddress::Parse("10.0.0.1"), fields, {}).ToString(), "10.0.0.1");
}

bool ByHttps(std::string_view peer, std::string_view forwarded) {
    boost::beast::http::fields fields;
    fields.insert("X-Forwarded-Proto", forwarded);
    return AskedByHttps(*IpAddress::Parse(peer), fields, {*IpNetwork::Parse("10.0.0.0/8")});
}

TEST(AskedByHttps, OnlyATrustedProxyCounts) {
    EXPECT_TRUE(ByHttps("10.0.0.1", "https"));
    EXPECT_TRUE(ByHttps("10.0.0.1", "HTTPS"));
    EXPECT_FALSE(ByHttps("10.0.0.1", "http"));
    EXPECT_FALSE(ByHttps("203.0.113.7", "https"));
    EXPECT_FALSE(AskedByHttps(*IpAddress::Parse("10.0.0.1"), {}, {*IpNetwork::Parse("10.0.0.0/8")}));
}

}  // namespace
}  // namespace fairlead::http
