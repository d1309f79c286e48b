#include "domain/outbox/message.hpp"

#include "base/assert.hpp"

namespace fairlead::outbox {
namespace {

// A version 7 UUID: 48 bits of milliseconds, the version, 12 bits with the microseconds of the millisecond, the
// variant, 24 bits with the position, and 38 bits of the destination.
constexpr int kDestinationBits = 38;
constexpr std::uint64_t kDestinationMask = (std::uint64_t{1} << kDestinationBits) - 1;

}  // namespace

MessageId MessageIdOf(DestinationId destination, const MessagePlace& place) {
    FAIRLEAD_ASSERT(place.position >= 0 && place.position <= kPositionMax, "a commit has too many messages");
    const auto micros = static_cast<std::uint64_t>(place.created_at.micros);
    const std::uint64_t high = micros / 1000 << 16 | 0x7000U | micros % 1000;
    // Its last bytes are random, also in ids of the same millisecond.
    const std::uint64_t destination_part = destination.uuid.LastHalf() & kDestinationMask;
    const std::uint64_t low =
        std::uint64_t{2} << 62 | static_cast<std::uint64_t>(place.position) << kDestinationBits | destination_part;
    return {Uuid::FromHalves(high, low)};
}

MessagePlace PlaceIn(MessageId id) {
    const std::uint64_t high = id.uuid.FirstHalf();
    const std::uint64_t low = id.uuid.LastHalf();
    return {Timestamp{static_cast<std::int64_t>((high >> 16) * 1000 + (high & 0xFFFU))},
            static_cast<std::int64_t>(low >> kDestinationBits & static_cast<std::uint64_t>(kPositionMax))};
}

}  // namespace fairlead::outbox
