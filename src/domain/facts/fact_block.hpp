#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id/ids.hpp"
#include "base/text/text.hpp"
#include "base/time/time.hpp"
#include "domain/deals/component.hpp"
#include "domain/events/event_type.hpp"
#include "domain/money/money.hpp"
#include "domain/tracking/click.hpp"
#include "domain/tracking/dropped_click.hpp"

namespace fairlead::facts {

// A block contains the facts of one commit: its clicks, its impressions per hour and dimension, one fact per event, and
// one fact per accrual. Facts add up: a correction is a fact with negative weight beside a positive one.
//
// This is the grammar of version 6, with the terms of base/text/byte_codec.hpp. Version 7 is a block from which clicks
// were dropped: it has `kept dropped` (domain/facts/click_batches.hpp) instead of clicks. Versions 1 to 5 have no deals
// of events and no periods of rewards. Version 5 is version 4 after clicks were dropped. Versions 1 to 3 also have no
// times of batches. Version 3 is version 2 after clicks were dropped. Version 1 also has no rewards.
//   block      := version:byte clicks impressions deals events rewards
//   clicks     := count:varint batch*           see domain/facts/click_batches.hpp
//   impressions:= count:varint impression*      impression := times:varint key:text
//   deals      := count:varint id*              events name their deal by its place here: 1, 2 …, or 0 for none
//   events     := count:varint event*
//   rewards    := count:varint reward*

// Who the player of a fact belongs to. The numbers are stored: append only.
enum class Standing : std::uint8_t { kUnregistered, kOrganic, kAttributed };
inline constexpr std::size_t kStandings = 3;

// A player event as reports count it. The views are valid as long as their source.
struct EventFact {
    events::EventType type = events::EventType::kRegistration;
    Timestamp time;              // The time of the event.
    std::int64_t weight = 1;     // 0 for a repeated milestone, which counts nowhere. Negative in a correction.
    std::optional<Money> money;  // Negated when the weight is negative.
    BrandId brand;
    PlayerId player;
    std::string_view country;
    std::string_view product;
    std::string_view game;
    Standing standing = Standing::kUnregistered;
    std::string_view origin;  // Encoded. Empty unless the player is attributed.
    DealId deal = {};         // The player's deal. All zeros if there is none, and in blocks of earlier versions.

    // The fact that cancels this one.
    EventFact Reversed() const;
    bool operator==(const EventFact&) const = default;
};

// An accrual as reports count it, on the date of its event. The views are valid as long as their source.
struct RewardFact {
    commission::Component component = commission::Component::kCpa;
    Timestamp time;  // The time of the event.
    Money amount{Decimal(), *Currency::Parse("EUR")};
    std::int64_t qualified = 0;  // 1 if a player qualified, -1 if that is taken back.
    DealId deal;
    std::int32_t version = 1;
    BrandId brand;  // Brand and player are all zeros for a fixed fee.
    PlayerId player;
    std::string_view country;
    std::string_view product;
    std::string_view game;
    std::string_view origin;  // Encoded: the affiliate that earns it, and the click.
    std::string period = {};  // The period of its statement, as 2026-03. Empty in blocks of earlier versions.

    bool operator==(const RewardFact&) const = default;
};

// Impressions of one creative in one hour that are equal in every dimension.
struct ImpressionFact {
    Timestamp hour;
    std::int64_t times = 0;
    BrandId brand;
    std::string country;
    tracking::Origin origin;  // The affiliate is all zeros if the pixel named none.
};

inline constexpr std::int64_t kMicrosPerHour = 3600 * kMicrosPerSecond;

// The number of impressions for each key between two commits.
using ImpressionCounts = std::unordered_map<std::string, std::int64_t, TextHash, std::equal_to<>>;

// Appends the start of the key of an impression. The parts of the origin follow it.
void AppendImpressionHead(std::string& out, Timestamp hour, BrandId brand, std::string_view country);

// Builds a block.
class FactBlock {
public:
    // Clicks keep the order in which they are added. A batch without a time has the time of the block, and its clicks
    // are numbered after those that have it already (`undated_click_count`).
    void AddClicks(const tracking::ClickSegment& segment, Timestamp batch_time = {});
    void AddImpressions(const ImpressionCounts& counts);
    void AddEvent(const EventFact& fact);
    void AddReward(const RewardFact& fact);

    std::uint32_t click_count() const { return click_count_; }
    std::uint32_t undated_click_count() const { return undated_click_count_; }
    // The times of its batches of clicks, as they are read from a block that is recorded at `recorded_at`.
    std::vector<Timestamp> BatchTimes(Timestamp recorded_at) const;
    std::int64_t impression_times() const { return impression_times_; }
    // Clicks, impressions per key, events and rewards.
    std::int64_t fact_count() const;
    bool empty() const { return fact_count() == 0; }

    std::string Bytes() const;

private:
    std::uint64_t PlaceOf(DealId deal);

    std::string clicks_;
    std::map<std::string, std::int64_t, std::less<>> impressions_;  // Of all batches together.
    std::vector<DealId> deals_;
    std::string events_;
    std::string rewards_;
    std::vector<Timestamp> batch_times_;  // One per batch.
    std::uint32_t click_count_ = 0;
    std::uint32_t undated_click_count_ = 0;
    std::int64_t impression_times_ = 0;
    std::int64_t event_count_ = 0;
    std::int64_t reward_count_ = 0;
};

// Callbacks for the content of a block. Content without a callback is skipped.
struct BlockVisitor {
    std::function<void(tracking::Click)> click;
    std::function<void(const tracking::DroppedClick&)> dropped;
    std::function<void(const ImpressionFact&)> impression;
    std::function<void(const EventFact&)> event;
    std::function<void(const RewardFact&)> reward;
};

// Reads a block that was recorded at `recorded_at`. Returns false if the bytes are damaged. The visitor may then have
// seen only a part of the facts, each of them well formed.
bool ReadBlock(std::string_view bytes, Timestamp recorded_at, const BlockVisitor& visitor);

// Reads only the clicks of a batch with this time. Returns nothing if the bytes before them are damaged.
std::optional<std::vector<tracking::Click>> ReadBatch(std::string_view bytes, Timestamp recorded_at,
                                                      Timestamp batch_time);

// A block after some of its clicks were dropped.
struct BlockAfterDropping {
    std::string bytes;
    std::vector<Timestamp> emptied;  // The batches that have lost their last click.
    std::int64_t kept = 0;           // The clicks that can still be found.
    std::int64_t dropped = 0;        // The clicks that this call dropped.
};

// Drops the clicks for which `stays` returns false. Reports do not change, because a dropped click that was counted
// still adds to them. Clicks that were not counted are removed completely. Returns nothing if the bytes are damaged.
std::optional<BlockAfterDropping> DropClicks(std::string_view bytes, Timestamp recorded_at,
                                             const std::function<bool(const tracking::Click&)>& stays);

}  // namespace fairlead::facts
