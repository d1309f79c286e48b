#include "http/middleware/cookies.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

bool IsOtherOrigin(std::string_view host, std::string_view origin, bool by_https = false) {
    boost::beast::http::fields fields;
    fields.insert("Host", host);
    fields.insert("Origin", origin);
    const Request request{.fields = &fields, .asked_by_https = by_https};
    EXPECT_EQ(IsSameOrigin(request), !IsCrossOrigin(request));
    return IsCrossOrigin(request);
}

TEST(Origin, IsTheSameWithTheSameHostAndPort) {
    EXPECT_FALSE(IsOtherOrigin("partners.example", "https://partners.example"));
    EXPECT_FALSE(IsOtherOrigin("partners.example:8443", "https://partners.example:8443"));
    EXPECT_FALSE(IsOtherOrigin("partners.example", "https://partners.example", true));
    EXPECT_TRUE(IsOtherOrigin("partners.example", "https://evil.example"));
    EXPECT_TRUE(IsOtherOrigin("partners.example", "https://partners.example:8443"));
    EXPECT_TRUE(IsOtherOrigin("partners.example", "null"));
    EXPECT_TRUE(IsOtherOrigin("partners.example", "https://"));
}

TEST(Origin, HasHttpsUnlessTheHostIsLoopback) {
    EXPECT_TRUE(IsOtherOrigin("partners.example", "http://partners.example"));
    EXPECT_TRUE(IsOtherOrigin("partners.example", "http://partners.example", true));
    EXPECT_TRUE(IsOtherOrigin("partners.example", "ftp://partners.example"));
    for (const char* host : {"127.0.0.1:8080", "localhost:8080", "fairlead.localhost", "[::1]:8080"}) {
        EXPECT_FALSE(IsOtherOrigin(host, "http://" + std::string(host))) << host;
        // A proxy on the same machine may add https without being trusted.
        EXPECT_FALSE(IsOtherOrigin(host, "https://" + std::string(host))) << host;
        EXPECT_TRUE(IsOtherOrigin(host, "http://" + std::string(host), true)) << host;
    }
}

}  // namespace
}  // namespace fairlead::http
