#include "visitors/country_database.hpp"

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

namespace fairlead::visitors {
namespace {

std::string Find(const app::CountryFinder& finder, std::string_view address) {
    return finder.Find(IpAddress::Parse(address).value());
}

// tests/support/mmdb.py writes the database.
TEST(CountryDatabase, KnowsTheCountriesOfBothKindsOfAddresses) {
    const auto finder = OpenCountryDatabase(FAIRLEAD_TEST_COUNTRIES).value();
    EXPECT_EQ(Find(*finder, "203.0.113.0"), "DE");
    EXPECT_EQ(Find(*finder, "203.0.113.255"), "DE");
    EXPECT_EQ(Find(*finder, "::ffff:203.0.113.7"), "DE");
    EXPECT_EQ(Find(*finder, "2001:db8::1"), "SE");
    EXPECT_EQ(Find(*finder, "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"), "SE");
}

TEST(CountryDatabase, ReadsAllFormatsOfCountries) {
    const auto finder = OpenCountryDatabase(FAIRLEAD_TEST_COUNTRIES).value();
    EXPECT_EQ(Find(*finder, "198.51.100.1"), "FR");
    EXPECT_EQ(Find(*finder, "2001:db9::1"), "JP");
    EXPECT_EQ(Find(*finder, "192.0.2.1"), "NO");
}

TEST(CountryDatabase, AnUnknownNetworkHasNoCountry) {
    const auto finder = OpenCountryDatabase(FAIRLEAD_TEST_COUNTRIES).value();
    EXPECT_EQ(Find(*finder, "203.0.112.255"), "");
    EXPECT_EQ(Find(*finder, "203.0.114.0"), "");
    EXPECT_EQ(Find(*finder, "127.0.0.1"), "");
    EXPECT_EQ(Find(*finder, "::1"), "");
    EXPECT_EQ(Find(*finder, "2001:dba::1"), "");
    EXPECT_EQ(Find(*finder, "198.51.100.200"), "") << "an entry without a country";
    EXPECT_EQ(Find(*finder, "100.64.0.1"), "") << "a country code has two letters";
}

TEST(CountryDatabase, WithoutAPathEveryCountryIsUnknown) {
    EXPECT_EQ(Find(*OpenCountryDatabase("").value(), "203.0.113.1"), "");
}

TEST(CountryDatabase, AMissingOrBrokenFileIsNamed) {
    const auto folder = std::filesystem::temp_directory_path();
    const std::string missing = folder / "fairlead-no-such-file.mmdb";
    const auto absent = OpenCountryDatabase(missing);
    ASSERT_FALSE(absent.has_value());
    EXPECT_NE(absent.error().message.find(missing), std::string::npos) << absent.error().message;

    const std::string broken = folder / "fairlead-broken.mmdb";
    std::ofstream(broken) << "this is no database";
    const auto refused = OpenCountryDatabase(broken);
    std::filesystem::remove(broken);
    ASSERT_FALSE(refused.has_value());
    EXPECT_NE(refused.error().message.find(broken), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace fairlead::visitors
