#include "base/net/ip_address.hpp"

#include <string>

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fairlead {
namespace {

IpAddress Address(std::string_view text) { return IpAddress::Parse(text).value(); }
IpNetwork Network(std::string_view text) { return IpNetwork::Parse(text).value(); }

TEST(IpAddress, BothSpellingsOfAnIpv4AddressAreOne) {
    EXPECT_EQ(Address("203.0.113.7"), Address("::ffff:203.0.113.7"));
    EXPECT_EQ(Address("203.0.113.7"), Address("::FFFF:cb00:7107"));
    EXPECT_TRUE(Address("::ffff:203.0.113.7").IsV4());
    EXPECT_EQ(Address("::ffff:203.0.113.7").ToString(), "203.0.113.7");
}

TEST(IpAddress, AnIpv6AddressIsWrittenInItsShortForm) {
    EXPECT_EQ(Address("2001:0DB8:0000:0000:0000:0000:0000:0001").ToString(), "2001:db8::1");
    EXPECT_EQ(Address("::").ToString(), "::");
    EXPECT_EQ(Address("fe80:0:0:1::").ToString(), "fe80:0:0:1::");
    EXPECT_FALSE(Address("2001:db8::1").IsV4());
    EXPECT_FALSE(Address("::1").IsV4());
}

TEST(IpAddress, TheLongestSpellingIsRead) {
    EXPECT_EQ(Address("0000:0000:0000:0000:0000:ffff:203.100.113.107").ToString(), "203.100.113.107");
}

TEST(IpAddress, AnInvalidAddressIsRefused) {
    using namespace std::string_view_literals;
    for (const std::string_view text : {""sv,
                                        "203.0.113"sv,
                                        "203.0.113.256"sv,
                                        "203.0.113.7.1"sv,
                                        " 203.0.113.7"sv,
                                        "203.0.113.7 "sv,
                                        "203.0.113.7:80"sv,
                                        "[2001:db8::1]"sv,
                                        "2001:db8::1%eth0"sv,
                                        "2001:db8:::1"sv,
                                        "1:2:3:4:5:6:7:8:9"sv,
                                        "12345::"sv,
                                        "g::"sv,
                                        "203.0.113.7/32"sv,
                                        "localhost"sv,
                                        "3405803783"sv,
                                        "0xcb.0.113.7"sv,
                                        "203.0.113.7\0"sv,
                                        "203.0.113.7\0.evil"sv,
                                        "::1\0"sv,
                                        "0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000"sv}) {
        EXPECT_FALSE(IpAddress::Parse(text).has_value()) << text;
    }
}

TEST(IpNetwork, ASingleAddressIsANetworkOfOne) {
    const IpNetwork one = Network("203.0.113.7");
    EXPECT_TRUE(one.Contains(Address("203.0.113.7")));
    EXPECT_TRUE(one.Contains(Address("::ffff:203.0.113.7")));
    EXPECT_FALSE(one.Contains(Address("203.0.113.6")));
    EXPECT_EQ(one, Network("203.0.113.7/32"));
    EXPECT_EQ(Network("2001:db8::1"), Network("2001:db8::1/128"));
}

TEST(IpNetwork, TheEndsOfANetworkBelongToIt) {
    const IpNetwork network = Network("203.0.113.64/26");
    EXPECT_FALSE(network.Contains(Address("203.0.113.63")));
    EXPECT_TRUE(network.Contains(Address("203.0.113.64")));
    EXPECT_TRUE(network.Contains(Address("203.0.113.127")));
    EXPECT_FALSE(network.Contains(Address("203.0.113.128")));
    const IpNetwork wide = Network("2001:db8:8000::/33");
    EXPECT_FALSE(wide.Contains(Address("2001:db8:7fff:ffff:ffff:ffff:ffff:ffff")));
    EXPECT_TRUE(wide.Contains(Address("2001:db8:8000::")));
    EXPECT_TRUE(wide.Contains(Address("2001:db8:ffff:ffff:ffff:ffff:ffff:ffff")));
    EXPECT_FALSE(wide.Contains(Address("2001:db9::")));
}

TEST(IpNetwork, HostBitsInTheAddressDoNotMatter) {
    EXPECT_TRUE(Network("10.1.2.3/8").Contains(Address("10.200.0.1")));
    EXPECT_FALSE(Network("10.1.2.3/8").Contains(Address("11.1.2.3")));
}

TEST(IpNetwork, TheNetworkOfAllIpv4AddressesContainsNoIpv6Address) {
    const IpNetwork all = Network("0.0.0.0/0");
    EXPECT_TRUE(all.Contains(Address("255.255.255.255")));
    EXPECT_TRUE(all.Contains(Address("0.0.0.0")));
    EXPECT_FALSE(all.Contains(Address("::1")));
    EXPECT_FALSE(all.Contains(Address("2001:db8::1")));
}

TEST(IpNetwork, AnInvalidNetworkIsRefused) {
    for (const std::string_view text : {"", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/8/8",
                                        "10.0.0.0/8 ", "10.0.0.0/ 8", "10.0.0.0/+8", "10.0.0.0/255.0.0.0", "10.0.0/8",
                                        "2001:db8::/129", "2001:db8::/x", "10.0.0.0/99999999999", "everywhere"}) {
        EXPECT_FALSE(IpNetwork::Parse(text).has_value()) << text;
    }
}

TEST(IpNetwork, IsWrittenAsItIsRead) {
    for (const std::string_view text :
         {"203.0.113.7", "10.0.0.0/8", "0.0.0.0/0", "2001:db8::/32", "2001:db8::1", "fc00::/7"}) {
        EXPECT_EQ(Network(text).ToString(), text);
        EXPECT_EQ(Network(Network(text).ToString()), Network(text));
    }
}

TEST(IpNetwork, AnAddressIsFoundInOneOfSeveralNetworks) {
    const std::vector<IpNetwork> networks{Network("10.0.0.0/8"), Network("2001:db8::/32")};
    EXPECT_TRUE(AnyContains(networks, Address("10.9.8.7")));
    EXPECT_TRUE(AnyContains(networks, Address("2001:db8::9")));
    EXPECT_FALSE(AnyContains(networks, Address("192.0.2.1")));
    EXPECT_FALSE(AnyContains({}, Address("10.9.8.7")));
}

boost::multiprecision::uint128_t NumberOf(const IpAddress& address) {
    boost::multiprecision::uint128_t number = 0;
    for (const std::uint8_t byte : address.bytes) number = (number << 8) | byte;
    return number;
}

RC_GTEST_PROP(IpNetwork, ContainsAddressesWithTheSameFirstBits, ()) {
    const auto bytes = rc::gen::container<std::array<std::uint8_t, 16>>(rc::gen::arbitrary<std::uint8_t>());
    const IpAddress inside{*bytes};
    IpAddress candidate = inside;
    const auto flipped_bit = *rc::gen::inRange(0, 128);
    candidate.bytes[static_cast<std::size_t>(flipped_bit / 8)] ^= static_cast<std::uint8_t>(0x80 >> (flipped_bit % 8));
    const auto prefix = *rc::gen::inRange(0, 129);
    const IpNetwork network{inside, prefix};
    // Shifting a 128-bit number by 128 is not defined for every type. The empty prefix contains everything.
    const auto head = [&](const IpAddress& a) {
        return prefix == 0 ? boost::multiprecision::uint128_t(0) : NumberOf(a) >> (128 - prefix);
    };
    RC_ASSERT(network.Contains(candidate) == (head(inside) == head(candidate)));
    RC_ASSERT(network.Contains(inside));
}

TEST(IpAddress, LimitsCountAnIpv6ClientByItsFirstHalf) {
    EXPECT_EQ(LimitSubject(Address("2001:db8:1:2:3:4:5:6")), Address("2001:db8:1:2::"));
    EXPECT_EQ(LimitSubject(Address("192.0.2.7")), Address("192.0.2.7"));
}

TEST(IpAddress, LoopbackAddressesBelongToThisMachine) {
    for (const std::string_view text : {"127.0.0.1", "127.255.0.9", "::1", "::ffff:127.0.0.1"}) {
        EXPECT_TRUE(IsLoopback(Address(text))) << text;
    }
    for (const std::string_view text : {"128.0.0.1", "126.255.255.255", "::2", "::", "2001:db8::1"}) {
        EXPECT_FALSE(IsLoopback(Address(text))) << text;
    }
}

RC_GTEST_PROP(IpAddress, AWrittenAddressIsReadBack, ()) {
    const IpAddress address{
        *rc::gen::container<std::array<std::uint8_t, 16>>(rc::gen::element<std::uint8_t>(0, 1, 0xAB, 0xFF))};
    RC_ASSERT(IpAddress::Parse(address.ToString()) == address);
}

RC_GTEST_PROP(IpAddress, FourNumbersAreAnIpv4Address,
              (std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d)) {
    const std::string text =
        std::to_string(a) + "." + std::to_string(b) + "." + std::to_string(c) + "." + std::to_string(d);
    const auto address = IpAddress::Parse(text);
    RC_ASSERT(address.has_value());
    RC_ASSERT(address->bytes == (std::array<std::uint8_t, 16>{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, a, b, c, d}));
    RC_ASSERT(address->ToString() == text);
}

}  // namespace
}  // namespace fairlead
