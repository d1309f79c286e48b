#include "domain/tracking/url_parts.hpp"

#include <string>

#include <gtest/gtest.h>

namespace fairlead::tracking {
namespace {

using boost::urls::host_type;

std::string HostOf(const std::string& url, host_type type) {
    const auto parts = SplitUrl(url);
    if (!parts) return "";
    EXPECT_EQ(parts->host_type, type) << url;
    return std::string(parts->host);
}

TEST(UrlParts, AreThoseOfTheText) {
    const std::string url = "https://u:p@Casino.example:8443/a/b?c=%20#d";
    const auto parts = SplitUrl(url);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->scheme, boost::urls::scheme::https);
    EXPECT_EQ(parts->host, "Casino.example");
    EXPECT_EQ(parts->port, "8443");
    EXPECT_EQ(parts->path, "/a/b");
    EXPECT_EQ(parts->query, "c=%20");
    EXPECT_TRUE(parts->has_user);
    EXPECT_FALSE(SplitUrl("https://casino.example/a b"));
    EXPECT_FALSE(SplitUrl("https://casino.example")->port);
    EXPECT_EQ(SplitUrl("mailto:a")->host_type, host_type::none);
}

TEST(UrlParts, AHostThatBeginsLikeAnAddressIsAName) {
    EXPECT_EQ(HostOf("http://1.2.3.4.example.com/", host_type::name), "1.2.3.4.example.com");
    EXPECT_EQ(HostOf("http://1.2.3.4.example.com", host_type::name), "1.2.3.4.example.com");
    EXPECT_EQ(HostOf("http://1.2.3.4example.com/x", host_type::name), "1.2.3.4example.com");
    const auto parts = SplitUrl("http://u:p@1.2.3.4.example.com:8080/p?q#f");
    EXPECT_EQ(parts->host, "1.2.3.4.example.com");
    EXPECT_EQ(parts->port, "8080");
    EXPECT_EQ(parts->path, "/p");
    EXPECT_EQ(parts->query, "q");
    EXPECT_TRUE(parts->has_user);
}

TEST(UrlParts, AnAddressStaysAnAddress) {
    for (const auto* url : {"http://1.2.3.4", "http://1.2.3.4/a", "http://1.2.3.4:80/a", "http://1.2.3.4?a"}) {
        EXPECT_EQ(HostOf(url, host_type::ipv4), "1.2.3.4") << url;
    }
    EXPECT_EQ(HostOf("http://[2001:db8::1]/", host_type::ipv6), "[2001:db8::1]");
}

}  // namespace
}  // namespace fairlead::tracking
