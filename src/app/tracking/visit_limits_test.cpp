#include "app/tracking/visit_limits.hpp"

#include <gtest/gtest.h>

namespace fairlead::app {
namespace {

constexpr std::int64_t kMinuteMicros = 60'000'000;
const OperatorId kOwner = OperatorId::New();

IpAddress Visitor(std::string_view text) { return IpAddress::Parse(text).value(); }

bool IsStored(VisitLimits& limits, OperatorId owner, const IpAddress& client, bool by_machine, std::int64_t now) {
    return !limits.WhyOnlyCounted(owner, client, by_machine, now);
}

TEST(VisitLimits, AnAddressOverItsLimitIsOnlyCountedUntilTheNextMinute) {
    VisitLimits limits(3);
    const auto visit = [&](std::string_view address, std::int64_t now) {
        return IsStored(limits, kOwner, Visitor(address), false, now);
    };
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(visit("192.0.2.1", 0));
    EXPECT_FALSE(visit("192.0.2.1", 0));
    EXPECT_FALSE(visit("192.0.2.1", 1));
    EXPECT_TRUE(visit("192.0.2.2", 1));
    EXPECT_EQ(limits.WhyOnlyCounted(kOwner, Visitor("192.0.2.1"), false, 1), OnlyCounted::kLimited);
    EXPECT_EQ(limits.WhyOnlyCounted(kOwner, Visitor("192.0.2.1"), true, 1), OnlyCounted::kBot);
    EXPECT_TRUE(visit("192.0.2.1", kMinuteMicros));
}

TEST(VisitLimits, ANetworkOf64BitsIsOneIpv6Client) {
    VisitLimits limits(1);
    EXPECT_TRUE(IsStored(limits, kOwner, Visitor("2001:db8::1"), false, 0));
    EXPECT_FALSE(IsStored(limits, kOwner, Visitor("2001:db8::2"), false, 0));
    EXPECT_TRUE(IsStored(limits, kOwner, Visitor("2001:db8:0:1::1"), false, 0));
}

TEST(VisitLimits, AddressesOfThisMachineAndALimitOfZeroLimitNobody) {
    VisitLimits limits(1);
    VisitLimits none(0);
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(IsStored(limits, kOwner, Visitor("127.0.0.1"), false, 0));
        EXPECT_TRUE(IsStored(limits, kOwner, Visitor("::1"), false, 0));
        EXPECT_TRUE(IsStored(none, kOwner, Visitor("192.0.2.1"), false, 0));
    }
}

TEST(VisitLimits, BotsOfAnOperatorAreLimitedFromAnyNumberOfAddresses) {
    VisitLimits limits(1000);
    const auto call = [&](OperatorId owner, int number) {
        return IsStored(limits, owner,
                        Visitor("10.0." + std::to_string(number / 256) + "." + std::to_string(number % 256)), true, 0);
    };
    for (int i = 0; i < kStoredMachineCallsPerMinute; ++i) EXPECT_TRUE(call(kOwner, i));
    EXPECT_FALSE(call(kOwner, 5000));
    EXPECT_EQ(limits.WhyOnlyCounted(kOwner, Visitor("10.9.9.9"), true, 0), OnlyCounted::kBot);
    // People and other operators are not concerned.
    EXPECT_TRUE(IsStored(limits, kOwner, Visitor("192.0.2.1"), false, 0));
    EXPECT_TRUE(call(OperatorId::New(), 1));
}

TEST(VisitLimits, TooManyAddressesShareOneWindow) {
    VisitLimits limits(1);
    int stored = 0;
    for (int i = 0; i < 300'000; ++i) {
        IpAddress address = Visitor("10.0.0.0");
        for (std::size_t byte = 0; byte < 3; ++byte)
            address.bytes[15 - byte] = static_cast<std::uint8_t>(i >> (8 * byte));
        stored += IsStored(limits, kOwner, address, false, 0) ? 1 : 0;
    }
    EXPECT_LE(stored, 16 * 8193);
}

}  // namespace
}  // namespace fairlead::app
