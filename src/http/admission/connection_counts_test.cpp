#include "http/admission/connection_counts.hpp"

#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

using Places = std::vector<ConnectionCounts::Place>;

IpAddress At(std::string_view text) { return IpAddress::Parse(text).value(); }

bool TakeInto(Places& places, std::optional<ConnectionCounts::Place> place) {
    if (!place) return false;
    places.push_back(std::move(*place));
    return true;
}

TEST(ConnectionCounts, ExactlyTheLimitFits) {
    ConnectionCounts counts(3, 0);
    Places places;
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(TakeInto(places, counts.Take()));
    EXPECT_FALSE(TakeInto(places, counts.Take()));
    places.pop_back();
    EXPECT_TRUE(TakeInto(places, counts.Take()));
    EXPECT_FALSE(TakeInto(places, counts.Take()));
}

TEST(ConnectionCounts, EveryAddressHasItsOwnLimit) {
    ConnectionCounts counts(100, 2);
    Places places;
    for (const std::string_view address : {"192.0.2.1", "192.0.2.2", "2001:db8::1"}) {
        EXPECT_TRUE(TakeInto(places, counts.TakeForAddress(At(address))));
        EXPECT_TRUE(TakeInto(places, counts.TakeForAddress(At(address))));
        EXPECT_FALSE(TakeInto(places, counts.TakeForAddress(At(address)))) << address;
    }
    EXPECT_EQ(counts.addresses(), 3U);
}

TEST(ConnectionCounts, ANetworkOf64BitsIsOneIpv6Client) {
    ConnectionCounts counts(100, 1);
    Places places;
    EXPECT_TRUE(TakeInto(places, counts.TakeForAddress(At("2001:db8:0:1::1"))));
    EXPECT_FALSE(TakeInto(places, counts.TakeForAddress(At("2001:db8:0:1:ffff::2"))));
    EXPECT_TRUE(TakeInto(places, counts.TakeForAddress(At("2001:db8:0:2::1"))));
}

TEST(ConnectionCounts, AnAddressWithoutAConnectionIsForgotten) {
    ConnectionCounts counts(100, 1);
    Places places;
    for (int i = 0; i < 50; ++i) TakeInto(places, counts.TakeForAddress(At("10.0.0." + std::to_string(i))));
    EXPECT_EQ(counts.addresses(), 50U);
    EXPECT_FALSE(TakeInto(places, counts.TakeForAddress(At("10.0.0.7"))));
    places.clear();
    EXPECT_EQ(counts.addresses(), 0U);
    EXPECT_TRUE(TakeInto(places, counts.TakeForAddress(At("10.0.0.7"))));
}

TEST(ConnectionCounts, APlaceThatIsReplacedIsReturned) {
    ConnectionCounts counts(1, 0);
    auto place = counts.Take();
    ASSERT_TRUE(place);
    std::optional<ConnectionCounts::Place> other = std::exchange(place, std::nullopt);
    EXPECT_FALSE(counts.Take());
    other.reset();
    EXPECT_TRUE(counts.Take());
}

TEST(ConnectionCounts, ManyThreadsNeverExceedTheLimit) {
    ConnectionCounts counts(100, 10);
    std::atomic<int> taken = 0;
    std::vector<Places> held(8);
    std::vector<std::thread> threads;
    for (Places& places : held) {
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                if (TakeInto(places, counts.TakeForAddress(At("192.0.2.1")))) ++taken;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(taken, 10);
}

}  // namespace
}  // namespace fairlead::http
