#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id/ids.hpp"
#include "base/text/text.hpp"
#include "base/time/time.hpp"
#include "domain/commission/component.hpp"
#include "domain/events/event_type.hpp"
#include "domain/money/money.hpp"
#include "domain/tracking/click.hpp"
#include "domain/tracking/dropped_click.hpp"

namespace fairlead::facts {

// One block holds what one commit adds to what reports show: the clicks it recorded, impressions counted per hour and
// dimension, a fact per event, and a fact per accrual. Facts add up: a correction is a fact of negative weight beside a
// positive one.
//
// Grammar (words of base/text/byte_codec.hpp), of version 2; version 1 had no rewards. In version 3, which is what
// becomes of a block of which clicks were dropped, `kept dropped` (domain/tracking/dropped_click.hpp) stand in the
// place of clicks:
//   block      := version:byte clicks impressions events rewards
//   clicks     := count:varint segment*         see domain/tracking/click.hpp
//   impressions:= count:varint impression*      impression := times:varint key:text
//   events     := count:varint event*
//   rewards    := count:varint reward*

// Whose a fact is. The order is stored: append only.
enum class Standing : std::uint8_t { kUnregistered, kOrganic, kAttributed };
inline constexpr std::size_t kStandings = 3;

// A player event as reports count it. Views: valid as long as what they were made from.
struct EventFact {
    events::EventType type = events::EventType::kRegistration;
    Timestamp time;              // The event's own.
    std::int64_t weight = 1;     // 0 for a repeated milestone, which counts nowhere; negative in a correction.
    std::optional<Money> money;  // Its sign follows the weight's.
    BrandId brand;
    PlayerId player;
    std::string_view country;
    std::string_view product;
    std::string_view game;
    Standing standing = Standing::kUnregistered;
    std::string_view origin;  // Encoded; empty unless attributed.

    // The same fact taken back.
    EventFact Reversed() const;
    bool operator==(const EventFact&) const = default;
};

// An accrual as reports count it, under its event's date. Views: valid as long as what they were made from.
struct RewardFact {
    commission::Component component = commission::Component::kCpa;
    Timestamp time;  // The event's own.
    Money amount{Decimal(), *Currency::Parse("EUR")};
    std::int64_t qualified = 0;  // 1 where a player qualified, -1 where that is taken back.
    DealId deal;
    std::int32_t version = 1;
    BrandId brand;  // All zeros for a fixed fee, as is the player.
    PlayerId player;
    std::string_view country;
    std::string_view product;
    std::string_view game;
    std::string_view origin;  // Encoded: whose it is, and for whose click.

    bool operator==(const RewardFact&) const = default;
};

// Impressions of one creative in one hour, alike in every dimension.
struct ImpressionFact {
    Timestamp hour;
    std::int64_t times = 0;
    BrandId brand;
    std::string country;
    tracking::Origin origin;  // Without affiliate (all zeros) where the pixel named nobody.
};

inline constexpr std::int64_t kMicrosPerHour = 3600 * kMicrosPerSecond;

// Impressions between two commits: how often each key occurred.
using ImpressionCounts = std::unordered_map<std::string, std::int64_t, TextHash, std::equal_to<>>;

// What comes before an origin's parts in the key of an impression.
void AppendImpressionHead(std::string& out, Timestamp hour, BrandId brand, std::string_view country);

// A block in the making.
class FactBlock {
public:
    // Clicks keep the order in which they are added.
    void AddClicks(const tracking::ClickSegment& segment);
    void AddImpressions(const ImpressionCounts& counts);
    void AddEvent(const EventFact& fact);
    void AddReward(const RewardFact& fact);

    std::uint32_t click_count() const { return click_count_; }
    std::int64_t impression_times() const { return impression_times_; }
    // Clicks, impressions per key, events and rewards.
    std::int64_t fact_count() const;
    bool empty() const { return fact_count() == 0; }

    std::string Bytes() const;

private:
    std::string clicks_;
    std::string impressions_;
    std::string events_;
    std::string rewards_;
    std::uint32_t segment_count_ = 0;
    std::uint32_t click_count_ = 0;
    std::int64_t impression_count_ = 0;
    std::int64_t impression_times_ = 0;
    std::int64_t event_count_ = 0;
    std::int64_t reward_count_ = 0;
};

// Who wants to know what is in a block; what is not set is skipped.
struct BlockVisitor {
    std::function<void(tracking::Click)> click;
    std::function<void(const tracking::DroppedClick&)> dropped;
    std::function<void(const ImpressionFact&)> impression;
    std::function<void(const EventFact&)> event;
    std::function<void(const RewardFact&)> reward;
};

// Reads a block that was recorded at `recorded_at`. False when the bytes are damaged; what the visitor has seen by then
// is well formed, but may not be all.
bool ReadBlock(std::string_view bytes, Timestamp recorded_at, const BlockVisitor& visitor);

// A block after some of its clicks were dropped.
struct BlockAfterDropping {
    std::string bytes;
    std::int64_t kept = 0;     // Clicks that can still be found.
    std::int64_t dropped = 0;  // Clicks that could be found before.
};

// The block without the clicks that do not stay. To reports it says the same; a call that was never counted leaves no
// trace. Nothing when the bytes are damaged.
std::optional<BlockAfterDropping> DropClicks(std::string_view bytes, Timestamp recorded_at,
                                             const std::function<bool(const tracking::Click&)>& stays);

}  // namespace fairlead::facts
