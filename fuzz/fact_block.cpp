// Any bytes are read as a block or refused. A block that is made from the facts of a block reads the same.
#include "domain/facts/fact_block.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/assert.hpp"
#include "domain/tracking/any_click_test.hpp"

namespace {

using namespace fairlead;

constexpr Timestamp kTime{1'794'722'400'123'456};

struct Contents {
    bool whole = false;
    std::vector<tracking::Click> clicks;
    std::vector<tracking::DroppedClick> dropped;
    std::map<std::string, std::int64_t> impressions;
    bool countable = true;  // The impressions of each key can be added up without overflow.
    std::vector<facts::EventFact> events;
};

std::string KeyOf(const facts::ImpressionFact& fact) {
    std::string key;
    facts::AppendImpressionHead(key, fact.hour, fact.brand, fact.country);
    return key + EncodeOrigin(fact.origin);
}

// Versions of blocks after dropping.
bool IsAfterDropping(std::string_view bytes) { return bytes.front() == 3 || bytes.front() == 5; }

Contents Read(std::string_view bytes) {
    constexpr std::int64_t kTimesMax = 1LL << 40;
    Contents contents;
    contents.whole =
        facts::ReadBlock(bytes, kTime,
                         {.click = [&](tracking::Click click) { contents.clicks.push_back(std::move(click)); },
                          .dropped = [&](const tracking::DroppedClick& click) { contents.dropped.push_back(click); },
                          .impression =
                              [&](const facts::ImpressionFact& fact) {
                                  contents.countable &= fact.times < kTimesMax;
                                  if (contents.countable) contents.impressions[KeyOf(fact)] += fact.times;
                              },
                          .event =
                              [&](const facts::EventFact& fact) {
                                  FAIRLEAD_ASSERT(static_cast<std::size_t>(fact.type) < events::kEventTypes.size());
                                  FAIRLEAD_ASSERT(static_cast<std::size_t>(fact.standing) < facts::kStandings);
                                  contents.events.push_back(fact);
                              }});
    for (const auto& click : contents.clicks) {
        FAIRLEAD_ASSERT(static_cast<std::size_t>(click.uncounted) < tracking::kUncountedNames.size());
    }
    return contents;
}

// Rewriting a block without dropping clicks changes nothing. Dropping all clicks leaves none.
void CheckRewriting(std::string_view bytes, const Contents& contents) {
    const auto after = facts::DropClicks(bytes, kTime, [](const tracking::Click&) { return true; });
    FAIRLEAD_ASSERT(after.has_value() && after->dropped == 0);
    const Contents again = Read(after->bytes);
    FAIRLEAD_ASSERT(again.whole && again.clicks == contents.clicks && again.dropped == contents.dropped);
    const auto none = facts::DropClicks(bytes, kTime, [](const tracking::Click&) { return false; });
    FAIRLEAD_ASSERT(none.has_value() && Read(none->bytes).clicks.empty());
}

// A batch that is read alone has the same clicks as in the whole block.
void CheckOneBatch(std::string_view bytes, const Contents& contents) {
    if (contents.clicks.empty()) return;
    const Timestamp time = contents.clicks[contents.clicks.size() / 2].time;
    std::vector<tracking::Click> expected = contents.clicks;
    std::erase_if(expected, [&](const tracking::Click& click) { return click.time != time; });
    FAIRLEAD_ASSERT(facts::ReadBatch(bytes, kTime, time) == expected);
}

std::uint32_t IndexOf(const tracking::Click& click) { return tracking::PlaceOf(click.id)->index; }

// Adds the clicks in batches that give them the same times and ids again.
void AddBatches(std::span<const tracking::Click> clicks, facts::FactBlock& block) {
    while (!clicks.empty()) {
        std::size_t size = 1;
        while (size < clicks.size() && clicks[size].time == clicks[0].time &&
               IndexOf(clicks[size]) == IndexOf(clicks[size - 1]) + 1) {
            ++size;
        }
        const bool undated = clicks[0].time == kTime && IndexOf(clicks[0]) == block.undated_click_count();
        block.AddClicks(tracking::SegmentOf(clicks.first(size)), undated ? Timestamp() : clicks[0].time);
        clicks = clicks.subspan(size);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const Contents contents = Read(bytes);
    if (!contents.whole) return 0;
    CheckRewriting(bytes, contents);
    CheckOneBatch(bytes, contents);
    // What is left of dropped clicks is written only by DropClicks, not by FactBlock.
    if (IsAfterDropping(bytes)) return 0;
    facts::FactBlock block;
    AddBatches(contents.clicks, block);
    if (contents.countable) block.AddImpressions({contents.impressions.begin(), contents.impressions.end()});
    for (const auto& fact : contents.events) block.AddEvent(fact);
    const std::string again_bytes = block.Bytes();
    const Contents again = Read(again_bytes);
    FAIRLEAD_ASSERT(again.whole);
    FAIRLEAD_ASSERT(again.clicks == contents.clicks);
    FAIRLEAD_ASSERT(!contents.countable || again.impressions == contents.impressions);
    FAIRLEAD_ASSERT(again.events == contents.events);
    return 0;
}
