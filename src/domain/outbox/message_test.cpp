#include "domain/outbox/message.hpp"

#include <gtest/gtest.h>

namespace fairlead::outbox {
namespace {

TEST(MessageIds, AnIdLeadsBackToThePlaceOfItsMessage) {
    const DestinationId destination = DestinationId::New();
    for (const MessagePlace& place : {MessagePlace{Timestamp{1'794'912'345'678'999}, 0},
                                      MessagePlace{Timestamp{1'794'912'345'679'000}, kPositionMax}}) {
        EXPECT_EQ(PlaceIn(MessageIdOf(destination, place)), place);
    }
}

TEST(MessageIds, TheSameMessageAlwaysHasTheSameId) {
    const DestinationId destination = DestinationId::New();
    const MessagePlace place{Timestamp{1'794'912'345'678'901}, 7};
    EXPECT_EQ(MessageIdOf(destination, place), MessageIdOf(destination, place));
    EXPECT_NE(MessageIdOf(destination, place), MessageIdOf(DestinationId::New(), place));
    EXPECT_NE(MessageIdOf(destination, place), MessageIdOf(destination, {place.created_at, 8}));
}

TEST(MessageIds, AnIdIsAUuidOfVersionSeven) {
    const std::string text = MessageIdOf(DestinationId::New(), {Timestamp{1'794'912'345'678'901}, 3}).ToString();
    EXPECT_EQ(text[14], '7');
    EXPECT_EQ(std::string("89ab").find(text[19]) != std::string::npos, true);
}

}  // namespace
}  // namespace fairlead::outbox
