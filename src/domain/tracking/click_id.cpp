#include "domain/tracking/click_id.hpp"

#include "base/assert.hpp"

namespace fairlead::tracking {
namespace {

constexpr std::uint64_t kRandomMask = (std::uint64_t{1} << kClickRandomBits) - 1;

// RFC 9562 allows the 12 bits after the milliseconds to contain a fraction of them. 4096 steps are enough for 1000
// microseconds.
std::uint64_t StepsOf(std::int64_t micros) { return static_cast<std::uint64_t>(micros) * 4096 / 1000; }
std::int64_t MicrosOf(std::uint64_t steps) { return static_cast<std::int64_t>((steps * 1000 + 4095) / 4096); }

void PutBigEndian(std::uint64_t value, std::uint8_t* out) {
    for (int i = 7; i >= 0; --i, value >>= 8) out[i] = static_cast<std::uint8_t>(value);
}

std::uint64_t GetBigEndian(const std::uint8_t* bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | bytes[i];
    return value;
}

}  // namespace

ClickId MakeClickId(const ClickPlace& place) {
    FAIRLEAD_ASSERT(place.batch_time.micros >= 0 && place.index < kClicksPerBatchMax);
    const auto millis = static_cast<std::uint64_t>(place.batch_time.micros / 1000);
    const std::uint64_t high = millis << 16 | 0x7000U | StepsOf(place.batch_time.micros % 1000);
    const std::uint64_t low =
        std::uint64_t{2} << 62 | std::uint64_t{place.index} << kClickRandomBits | (place.random & kRandomMask);
    ClickId id;
    PutBigEndian(high, id.uuid.bytes.data());
    PutBigEndian(low, id.uuid.bytes.data() + 8);
    return id;
}

std::optional<ClickPlace> PlaceOf(ClickId id) {
    const std::uint64_t high = GetBigEndian(id.uuid.bytes.data());
    const std::uint64_t low = GetBigEndian(id.uuid.bytes.data() + 8);
    const bool version_7 = (high & 0xF000U) == 0x7000U && low >> 62 == 2;
    if (!version_7) return std::nullopt;
    const std::uint64_t steps = high & 0xFFFU;
    const std::int64_t micros = MicrosOf(steps);
    if (micros >= 1000 || StepsOf(micros) != steps) return std::nullopt;
    return ClickPlace{.batch_time = Timestamp{static_cast<std::int64_t>(high >> 16) * 1000 + micros},
                      .index = static_cast<std::uint32_t>(low >> kClickRandomBits & (kClicksPerBatchMax - 1)),
                      .random = low & kRandomMask};
}

}  // namespace fairlead::tracking
