#include "facts/clickhouse/clickhouse_url.hpp"

namespace fairlead::facts {
namespace {

TEST(ClickHouseUrl, PortAndUserHaveDefaults) {
    const auto plain = ClickHouseUrl::Parse("clickhouse://analytics/reports");
    ASSERT_TRUE(plain) << plain.error().message;
    EXPECT_EQ(plain->server.host, "analytics");
    EXPECT_EQ(plain->server.port, 8123);
    EXPECT_EQ(plain->user, "default");
    EXPECT_EQ(plain->password, "");
    EXPECT_EQ(plain->database, "reports");

    const auto full = ClickHouseUrl::Parse("clickhouse://fair%40lead:a%3Ab%2Fc%20d@[::1]:9123/reports_2");
    ASSERT_TRUE(full) << full.error().message;
    EXPECT_EQ(full->server.host, "::1");
    EXPECT_EQ(full->server.port, 9123);
    EXPECT_EQ(full->user, "fair@lead");
    EXPECT_EQ(full->password, "a:b/c d");
    EXPECT_EQ(full->database, "reports_2");
}

TEST(ClickHouseUrl, HttpsHasItsOwnSchemeAndPort) {
    const auto plain = ClickHouseUrl::Parse("clickhouse://analytics/reports");
    const auto tls = ClickHouseUrl::Parse("clickhouse+https://fairlead:x@analytics/reports");
    ASSERT_TRUE(plain);
    ASSERT_TRUE(tls) << tls.error().message;
    EXPECT_FALSE(plain->uses_tls);
    EXPECT_TRUE(tls->uses_tls);
    EXPECT_EQ(tls->server.port, 8443);
    EXPECT_EQ(ClickHouseUrl::Parse("clickhouse+https://analytics:9440/reports")->server.port, 9440);
}

TEST(ClickHouseUrl, AClusterHasAName) {
    EXPECT_EQ(ClickHouseUrl::Parse("clickhouse://analytics/reports")->cluster, "");
    const auto parsed = ClickHouseUrl::Parse("clickhouse+https://u:x@balancer/reports?cluster=all-servers_2");
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(parsed->cluster, "all-servers_2");
    EXPECT_EQ(parsed->database, "reports");
}

TEST(ClickHouseUrl, AMalformedUrlIsRefusedWithoutShowingThePassword) {
    for (const auto* text : {"",
                             "reports",
                             "http://host/reports",
                             "clickhouse://",
                             "clickhouse:///reports",
                             "clickhouse://host",
                             "clickhouse://host/",
                             "clickhouse://host/a/b",
                             "clickhouse://host/a`b",
                             "clickhouse://host/a-b",
                             "clickhouse://host:0/reports",
                             "clickhouse://host:99999/reports",
                             "clickhouse://host:x/reports",
                             "clickhouse+http://host/reports",
                             "clickhouse://host/reports?secure=1",
                             "clickhouse://host/reports#1",
                             "clickhouse://host/reports?cluster=",
                             "clickhouse://host/reports?cluster=a%27b",
                             "clickhouse://host/reports?cluster=a&cluster=b",
                             "clickhouse://host/reports?cluster=a&secure=1",
                             "clickhouse://u:s3cret@host/",
                             "clickhouse://u:s3cret%0D%0A@host/reports",
                             "clickhouse://u:s3cret@/reports"}) {
        const auto parsed = ClickHouseUrl::Parse(text);
        ASSERT_FALSE(parsed) << text;
        EXPECT_EQ(parsed.error().code, ErrorCode::kInvalidValue);
        EXPECT_EQ(parsed.error().message.find("s3cret"), std::string::npos);
    }
}

}  // namespace
}  // namespace fairlead::facts
