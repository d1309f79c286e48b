#include "domain/tracking/click_checksum.hpp"

#include <algorithm>
#include <cstring>

#include "base/crypto/short_hash.hpp"

namespace fairlead::tracking {
namespace {

constexpr std::uint64_t kChecksumMask = (std::uint64_t{1} << kClickChecksumBits) - 1;
constexpr std::uint64_t kChanceMask = (std::uint64_t{1} << kClickChanceBits) - 1;

// The checksum of the operator and of the id, which has zeros in place of the checksum.
std::uint64_t ChecksumOf(const ClickKey& key, OperatorId owner, const ClickPlace& place) {
    const ClickId id = MakeClickId(place);
    std::array<std::uint8_t, 32> input;
    std::ranges::copy(id.uuid.bytes, input.begin());
    std::ranges::copy(owner.uuid.bytes, input.begin() + 16);
    return ShortHash(input, key) & kChecksumMask;
}

}  // namespace

ClickKey ClickKeyOf(const Bytes32& service_key) {
    return Digester128(std::span(service_key)).Add(std::string_view("click ids")).Finish();
}

std::uint64_t ChecksummedPart(const ClickKey& key, OperatorId owner, Timestamp batch_time, std::uint32_t index,
                              std::uint64_t chance) {
    const std::uint64_t high = (chance & kChanceMask) << kClickChecksumBits;
    return high | ChecksumOf(key, owner, {.batch_time = batch_time, .index = index, .random = high});
}

bool HasChecksum(const ClickKey& key, OperatorId owner, ClickId id) {
    const auto place = PlaceOf(id);
    if (!place) return false;
    const std::uint64_t chance = place->random >> kClickChecksumBits;
    return ChecksummedPart(key, owner, place->batch_time, place->index, chance) == place->random;
}

}  // namespace fairlead::tracking
