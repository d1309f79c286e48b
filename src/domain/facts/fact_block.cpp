#include "domain/facts/fact_block.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <set>

#include "domain/facts/click_batches.hpp"
#include "domain/facts/impression_key.hpp"
#include "domain/money/money_bytes.hpp"

namespace fairlead::facts {
namespace {

constexpr char kVersion = 6;
constexpr char kVersionAfterDropping = 7;
constexpr char kVersionWithoutDeals = 4;
constexpr char kVersionWithoutDealsAfterDropping = 5;
constexpr char kVersionWithoutRewards = 1;
constexpr char kVersionWithoutBatches = 2;
constexpr char kVersionWithoutBatchesAfterDropping = 3;
constexpr std::int64_t kHourMax = std::numeric_limits<std::int64_t>::max() / kMicrosPerHour;

void AppendMoney(std::string& out, const std::optional<Money>& money) {
    AppendOptional(out, money ? std::optional(money->amount) : std::nullopt);
    if (money) AppendText(out, money->currency.code());
}

std::optional<Money> ReadMoney(ByteReader& reader) {
    const auto amount = ReadOptionalDecimal(reader);
    if (!amount) return std::nullopt;
    return Money{*amount, ReadCurrency(reader)};
}

// Reads a value of an enumeration with `count` values.
template <class Enumeration>
Enumeration ReadOneOf(ByteReader& reader, std::size_t count) {
    const std::uint8_t value = reader.Byte();
    if (value >= count) reader.Fail();
    return static_cast<Enumeration>(value);
}

// A block has few different deals.
std::vector<DealId> ReadDeals(ByteReader& reader) {
    std::vector<DealId> deals;
    for (std::uint64_t left = reader.Varint(); left > 0 && reader.ok(); --left) {
        deals.push_back(reader.ReadId<DealId>());
    }
    return deals;
}

// `deals` is null for a version without deals.
EventFact ReadEvent(ByteReader& reader, const std::vector<DealId>* deals) {
    EventFact fact;
    fact.type = ReadOneOf<events::EventType>(reader, events::kEventTypes.size());
    fact.time.micros = reader.Signed();
    fact.weight = reader.Signed();
    fact.money = ReadMoney(reader);
    fact.brand = reader.ReadId<BrandId>();
    fact.player = reader.ReadId<PlayerId>();
    fact.country = reader.Text();
    fact.product = reader.Text();
    fact.game = reader.Text();
    fact.standing = ReadOneOf<Standing>(reader, kStandings);
    fact.origin = reader.Text();
    if (deals == nullptr) return fact;
    const std::uint64_t place = reader.Varint();
    if (place > deals->size()) {
        reader.Fail();
    } else if (place > 0) {
        fact.deal = (*deals)[place - 1];
    }
    return fact;
}

bool HasDealsAndPeriods(char version) { return version >= kVersion; }

RewardFact ReadReward(ByteReader& reader, bool has_period) {
    RewardFact fact;
    fact.component = ReadOneOf<commission::Component>(reader, commission::kComponentNames.size());
    fact.time.micros = reader.Signed();
    const auto amount = ReadMoney(reader);
    if (amount) {
        fact.amount = *amount;
    } else {
        reader.Fail();
    }
    fact.qualified = reader.Signed();
    fact.deal = reader.ReadId<DealId>();
    fact.version = static_cast<std::int32_t>(reader.Varint());
    fact.brand = reader.ReadId<BrandId>();
    fact.player = reader.ReadId<PlayerId>();
    fact.country = reader.Text();
    fact.product = reader.Text();
    fact.game = reader.Text();
    fact.origin = reader.Text();
    if (has_period) fact.period = reader.Text();
    return fact;
}

// The start of a block.
struct BlockHead {
    char version = 0;
    std::vector<tracking::Click> clicks;
    std::vector<tracking::DroppedClick> dropped;
};

// The reader fails if the start is invalid.
BlockHead ReadBlockHead(ByteReader& reader, Timestamp recorded_at) {
    BlockHead head{.version = static_cast<char>(reader.Byte()), .clicks = {}, .dropped = {}};
    switch (head.version) {
        case kVersion:
        case kVersionWithoutDeals: ReadClickBatches(reader, recorded_at, head.clicks); break;
        case kVersionAfterDropping:
        case kVersionWithoutDealsAfterDropping:
            ReadKeptBatches(reader, head.clicks);
            ReadDroppedBatches(reader, head.dropped);
            break;
        case kVersionWithoutRewards:
        case kVersionWithoutBatches: ReadUndatedSegments(reader, recorded_at, head.clicks); break;
        case kVersionWithoutBatchesAfterDropping:
            ReadKeptClicks(reader, recorded_at, head.clicks);
            ReadDroppedClicks(reader, recorded_at, head.dropped);
            break;
        default: reader.Fail();
    }
    return head;
}

}  // namespace

EventFact EventFact::Reversed() const {
    EventFact reversed = *this;
    reversed.weight = -weight;
    if (money) reversed.money = -*money;
    return reversed;
}

void AppendImpressionHead(std::string& out, Timestamp hour, BrandId brand, std::string_view country) {
    AppendSigned(out, hour.micros / kMicrosPerHour);
    AppendId(out, brand);
    AppendText(out, country);
}

std::optional<ImpressionFact> ReadImpressionKey(std::string_view key, std::int64_t times) {
    ByteReader reader(key);
    ImpressionFact fact;
    fact.times = times;
    const std::int64_t hour = reader.Signed();
    fact.brand = reader.ReadId<BrandId>();
    fact.country = reader.Text();
    fact.origin = tracking::ReadOrigin(reader);
    if (!reader.ok() || !reader.AtEnd() || times < 0 || hour > kHourMax || hour < -kHourMax) return std::nullopt;
    fact.hour.micros = hour * kMicrosPerHour;
    return fact;
}

void FactBlock::AddClicks(const tracking::ClickSegment& segment, Timestamp batch_time) {
    if (segment.row_count == 0) return;
    AppendClickBatch(clicks_, segment, batch_time);
    batch_times_.push_back(batch_time);
    click_count_ += segment.row_count;
    if (batch_time == kUndated) undated_click_count_ += segment.row_count;
}

void FactBlock::AddImpressions(const ImpressionCounts& counts) {
    for (const auto& [key, times] : counts) {
        impressions_[key] += times;
        impression_times_ += times;
    }
}

std::uint64_t FactBlock::PlaceOf(DealId deal) {
    if (deal == DealId{}) return 0;
    const auto known = std::ranges::find(deals_, deal);
    const auto place = static_cast<std::uint64_t>(known - deals_.begin()) + 1;
    if (known == deals_.end()) deals_.push_back(deal);
    return place;
}

void FactBlock::AddEvent(const EventFact& fact) {
    events_ += static_cast<char>(fact.type);
    AppendSigned(events_, fact.time.micros);
    AppendSigned(events_, fact.weight);
    AppendMoney(events_, fact.money);
    AppendId(events_, fact.brand);
    AppendId(events_, fact.player);
    AppendText(events_, fact.country);
    AppendText(events_, fact.product);
    AppendText(events_, fact.game);
    events_ += static_cast<char>(fact.standing);
    AppendText(events_, fact.origin);
    AppendVarint(events_, PlaceOf(fact.deal));
    ++event_count_;
}

void FactBlock::AddReward(const RewardFact& fact) {
    rewards_ += static_cast<char>(fact.component);
    AppendSigned(rewards_, fact.time.micros);
    AppendMoney(rewards_, fact.amount);
    AppendSigned(rewards_, fact.qualified);
    AppendId(rewards_, fact.deal);
    AppendVarint(rewards_, static_cast<std::uint64_t>(fact.version));
    AppendId(rewards_, fact.brand);
    AppendId(rewards_, fact.player);
    AppendText(rewards_, fact.country);
    AppendText(rewards_, fact.product);
    AppendText(rewards_, fact.game);
    AppendText(rewards_, fact.origin);
    AppendText(rewards_, fact.period);
    ++reward_count_;
}

std::vector<Timestamp> FactBlock::BatchTimes(Timestamp recorded_at) const {
    std::vector<Timestamp> times = batch_times_;
    std::ranges::replace(times, kUndated, recorded_at);
    std::ranges::sort(times);
    const auto repeated = std::ranges::unique(times);
    times.erase(repeated.begin(), repeated.end());
    return times;
}

std::int64_t FactBlock::fact_count() const {
    return click_count_ + std::ssize(impressions_) + event_count_ + reward_count_;
}

std::string FactBlock::Bytes() const {
    std::string bytes;
    bytes.reserve(clicks_.size() + events_.size() + rewards_.size() + 24);
    bytes += kVersion;
    AppendVarint(bytes, batch_times_.size());
    bytes += clicks_;
    AppendVarint(bytes, impressions_.size());
    for (const auto& [key, times] : impressions_) {
        AppendVarint(bytes, static_cast<std::uint64_t>(times));
        AppendText(bytes, key);
    }
    AppendVarint(bytes, deals_.size());
    for (const DealId& deal : deals_) AppendId(bytes, deal);
    AppendVarint(bytes, static_cast<std::uint64_t>(event_count_));
    bytes += events_;
    AppendVarint(bytes, static_cast<std::uint64_t>(reward_count_));
    bytes += rewards_;
    return bytes;
}

bool ReadBlock(std::string_view bytes, Timestamp recorded_at, const BlockVisitor& visitor) {
    return ReadBlockWithKeys(bytes, recorded_at, visitor, [&](std::string_view key, std::int64_t times) {
        const auto fact = ReadImpressionKey(key, times);
        if (fact && visitor.impression) visitor.impression(*fact);
        return fact.has_value();
    });
}

bool ReadBlockWithKeys(std::string_view bytes, Timestamp recorded_at, const BlockVisitor& visitor,
                       const std::function<bool(std::string_view key, std::int64_t times)>& impression) {
    ByteReader reader(bytes);
    BlockHead head = ReadBlockHead(reader, recorded_at);
    if (!reader.ok()) return false;
    if (visitor.click) {
        for (tracking::Click& click : head.clicks) visitor.click(std::move(click));
    }
    if (visitor.dropped) {
        for (const tracking::DroppedClick& click : head.dropped) visitor.dropped(click);
    }
    const std::uint64_t impressions = reader.Varint();
    for (std::uint64_t i = 0; i < impressions && reader.ok(); ++i) {
        const auto times = static_cast<std::int64_t>(reader.Varint());
        const std::string_view key = reader.Text();
        if (reader.ok() && (times < 0 || !impression(key, times))) reader.Fail();
    }
    const bool complete = HasDealsAndPeriods(head.version);
    const auto deals = complete ? ReadDeals(reader) : std::vector<DealId>();
    const std::uint64_t events = reader.Varint();
    for (std::uint64_t i = 0; i < events && reader.ok(); ++i) {
        const auto fact = ReadEvent(reader, complete ? &deals : nullptr);
        if (reader.ok() && visitor.event) visitor.event(fact);
    }
    const std::uint64_t rewards = head.version == kVersionWithoutRewards ? 0 : reader.Varint();
    for (std::uint64_t i = 0; i < rewards && reader.ok(); ++i) {
        const auto fact = ReadReward(reader, complete);
        if (reader.ok() && visitor.reward) visitor.reward(fact);
    }
    return reader.ok() && reader.AtEnd();
}

std::optional<std::vector<tracking::Click>> ReadBatch(std::string_view bytes, Timestamp recorded_at,
                                                      Timestamp batch_time) {
    ByteReader reader(bytes);
    BlockHead head;
    if (bytes.starts_with(kVersion) || bytes.starts_with(kVersionWithoutDeals)) {
        reader.Byte();
        ReadClickBatchesAt(reader, recorded_at, batch_time, head.clicks);
    } else {
        head = ReadBlockHead(reader, recorded_at);
        std::erase_if(head.clicks, [&](const tracking::Click& click) { return click.time != batch_time; });
    }
    if (!reader.ok()) return std::nullopt;
    return std::move(head.clicks);
}

std::optional<BlockAfterDropping> DropClicks(std::string_view bytes, Timestamp recorded_at,
                                             const std::function<bool(const tracking::Click&)>& stays) {
    if (!ReadBlock(bytes, recorded_at, {})) return std::nullopt;
    ByteReader reader(bytes);
    BlockHead head = ReadBlockHead(reader, recorded_at);
    std::vector<tracking::Click> kept;
    BlockAfterDropping after;
    std::set<Timestamp> emptied;
    for (tracking::Click& click : head.clicks) {
        if (stays(click)) {
            kept.push_back(std::move(click));
            continue;
        }
        ++after.dropped;
        emptied.insert(click.time);
        if (click.IsCounted()) head.dropped.push_back(Drop(std::move(click)));
    }
    after.kept = std::ssize(kept);
    for (const tracking::Click& click : kept) emptied.erase(click.time);
    after.emptied.assign(emptied.begin(), emptied.end());
    after.bytes += HasDealsAndPeriods(head.version) ? kVersionAfterDropping : kVersionWithoutDealsAfterDropping;
    AppendKeptBatches(after.bytes, kept);
    AppendDroppedBatches(after.bytes, head.dropped);
    after.bytes += reader.rest();
    if (head.version == kVersionWithoutRewards) AppendVarint(after.bytes, 0);
    return after;
}

}  // namespace fairlead::facts
