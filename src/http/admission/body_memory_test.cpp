#include "http/admission/body_memory.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

IpAddress Sender(std::string_view text) { return IpAddress::Parse(text).value(); }

TEST(BodyMemory, ExactlyTheLimitOfAnAddressFits) {
    BodyMemory memory(1000, 100);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 60), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 41), Crowding::kAddress);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 40), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 40, 41), Crowding::kAddress);
    EXPECT_EQ(memory.Change(Sender("192.0.2.2"), 0, 100), Crowding::kNone) << "another address has its own limit";
}

TEST(BodyMemory, AllAddressesTogetherHaveALimit) {
    BodyMemory memory(150, 100);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 100), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.2"), 0, 51), Crowding::kTotal);
    EXPECT_EQ(memory.Change(Sender("192.0.2.2"), 0, 50), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 100, 0), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.2"), 50, 100), Crowding::kNone);
}

TEST(BodyMemory, ARefusedBodyCountsAsBefore) {
    BodyMemory memory(100, 100);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 60), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 60, 101), Crowding::kAddress);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 60, 0), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 100), Crowding::kNone);
}

TEST(BodyMemory, AnAddressWithoutABodyIsForgotten) {
    BodyMemory memory(1000, 100);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 10), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 0, 200), Crowding::kAddress);
    EXPECT_EQ(memory.Change(Sender("192.0.2.9"), 0, 200), Crowding::kAddress);
    EXPECT_EQ(memory.addresses(), 1U);
    EXPECT_EQ(memory.Change(Sender("192.0.2.1"), 10, 0), Crowding::kNone);
    EXPECT_EQ(memory.addresses(), 0U);
}

TEST(BodyMemory, ANetworkOf64BitsIsOneIpv6Client) {
    BodyMemory memory(1000, 100);
    EXPECT_EQ(memory.Change(Sender("2001:db8:0:1::1"), 0, 100), Crowding::kNone);
    EXPECT_EQ(memory.Change(Sender("2001:db8:0:1:ffff::2"), 0, 1), Crowding::kAddress);
    EXPECT_EQ(memory.Change(Sender("2001:db8:0:2::1"), 0, 1), Crowding::kNone);
}

}  // namespace
}  // namespace fairlead::http
