#include "domain/outbox/address_rules.hpp"

#include <gtest/gtest.h>

namespace fairlead::outbox {
namespace {

bool May(std::string_view address, const std::vector<IpNetwork>& allowed = {}) {
    return MayConnectTo(*IpAddress::Parse(address), allowed);
}

TEST(AddressRules, PublicAddressesAreOpen) {
    for (const auto* address : {"8.8.8.8", "1.1.1.1", "172.32.0.1", "2a00:1450:4001::1", "2606:4700::1111"}) {
        EXPECT_TRUE(May(address)) << address;
    }
}

TEST(AddressRules, PrivateLoopbackAndMetadataAddressesAreClosed) {
    for (const auto* address : {"127.0.0.1", "127.8.9.10", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
                                "169.254.169.254", "100.64.0.1", "0.0.0.0", "255.255.255.255", "224.0.0.1", "::1",
                                "::", "fe80::1", "fd00:ec2::254", "fc00::1", "ff02::1", "fec0::1"}) {
        EXPECT_FALSE(May(address)) << address;
    }
}

TEST(AddressRules, IPv4InsideIPv6IsJudgedAsIPv4) {
    for (const auto* address :
         {"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "::10.0.0.1",
          "64:ff9b::10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a00:1::1"}) {
        EXPECT_FALSE(May(address)) << address;
    }
    EXPECT_TRUE(May("::ffff:8.8.8.8"));
    EXPECT_TRUE(May("64:ff9b::8.8.8.8"));
}

TEST(AddressRules, TheAddressInARefusalCanBeHidden) {
    const std::string hidden = "the address belongs to a private network";
    EXPECT_EQ(RefusedAddress("10.2.3.4"), "the address 10.2.3.4 belongs to a private network");
    EXPECT_EQ(HideRefusedAddress(RefusedAddress("fd00::1")), hidden);
    EXPECT_EQ(HideRefusedAddress("The last attempt: " + RefusedAddress("10.2.3.4")), "The last attempt: " + hidden);
    for (const std::string text : {"", "status 500", "the address is wrong", "it belongs to a private network"}) {
        EXPECT_EQ(HideRefusedAddress(text), text);
    }
    EXPECT_EQ(HideRefusedAddress(hidden), hidden);
}

TEST(AddressRules, TheSettingOpensOnlyItsNetworks) {
    const std::vector<IpNetwork> allowed{*IpNetwork::Parse("127.0.0.0/8")};
    EXPECT_TRUE(May("127.0.0.1", allowed));
    EXPECT_TRUE(May("::ffff:127.0.0.1", allowed));
    EXPECT_FALSE(May("10.0.0.1", allowed));
    EXPECT_FALSE(May("::1", allowed));
}

}  // namespace
}  // namespace fairlead::outbox
