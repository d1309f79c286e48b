#include "domain/reporting/project.hpp"

#include <limits>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/text/text.hpp"
#include "domain/facts/click_batches.hpp"
#include "domain/facts/impression_key.hpp"
#include "domain/reporting/fact_minute.hpp"
#include "domain/reporting/row_values.hpp"

namespace fairlead::reporting {
namespace {

AffiliateId AffiliateFor(facts::Standing standing) {
    return standing == facts::Standing::kOrganic ? kOrganic : kUnregistered;
}

// The most different impressions that are collected before they are passed on.
constexpr std::size_t kImpressionKeysMax = 16'384;

}  // namespace

class BlockProjection::Rows {
public:
    Rows(OperatorId owner, std::function<void(const FactRow&)> each) : owner_(owner), each_(std::move(each)) {}

    bool AddBlock(std::string_view bytes, Timestamp recorded_at, std::int64_t ahead_micros) {
        // Impressions of a block with wrong times are not added to others.
        if (ahead_micros != ahead_micros_) HandOverImpressions();
        recorded_at_ = recorded_at;
        ahead_micros_ = ahead_micros;
        origins_whole_ = true;
        const bool whole =
            facts::ReadBlockWithKeys(bytes, recorded_at,
                                     {.click = [this](const tracking::Click& click) { Add(click); },
                                      .dropped = [this](const tracking::DroppedClick& click) { Add(click); },
                                      .impression = {},
                                      .event = [this](const facts::EventFact& fact) { Add(fact); },
                                      .reward = [this](const facts::RewardFact& fact) { Add(fact); }},
                                     [this](std::string_view key, std::int64_t times) { return Add(key, times); });
        return whole && origins_whole_;
    }

    void HandOverImpressions() {
        for (auto& [key, fact] : impressions_) HandOver(fact);
        impressions_.clear();
    }

private:
    void Add(const tracking::Click& click) {
        if (click.IsCounted()) AddClick(click, VisitorOf(click));
    }

    void Add(const tracking::DroppedClick& click) { AddClick(click, click.visitor); }

    // A dropped click counts as it did before.
    void AddClick(const auto& click, std::uint64_t visitor) {
        FactRow row{.owner = owner_,
                    .kind = FactKind::Click(),
                    .minute = MinuteOf(facts::VisitTime(click.time, recorded_at_, ahead_micros_)),
                    .weight = 1,
                    .brand = click.brand,
                    .visitor = visitor,
                    .country = click.country};
        PutOrigin(click.origin, row);
        each_(row);
    }

    bool Add(std::string_view key, std::int64_t times) {
        if (const auto known = impressions_.find(key); known != impressions_.end()) {
            facts::ImpressionFact& sum = known->second;
            // Only a damaged block has such large numbers.
            if (times > std::numeric_limits<std::int64_t>::max() - sum.times) HandOver(sum);
            sum.times += times;
            return true;
        }
        auto fact = facts::ReadImpressionKey(key, times);
        if (!fact) return false;
        fact->hour = Corrected(fact->hour);
        if (impressions_.size() == kImpressionKeysMax) HandOverImpressions();
        impressions_.emplace(key, std::move(*fact));
        return true;
    }

    // Corrects a time in a block that was moved back. A time after the block comes from the wrong clock. Other times
    // are right: after the clock was set right, only the blocks were still dated ahead.
    Timestamp Corrected(Timestamp time) const {
        return time > recorded_at_ ? Timestamp{time.micros - ahead_micros_} : time;
    }

    void HandOver(facts::ImpressionFact& fact) {
        FactRow row{.owner = owner_,
                    .kind = FactKind::Impression(),
                    .minute = MinuteOf(fact.hour),
                    .weight = std::exchange(fact.times, 0),
                    .brand = fact.brand,
                    .country = fact.country};
        PutOrigin(fact.origin, row);
        HandOver(row);
    }

    void Add(const facts::EventFact& fact) {
        FactRow row{.owner = owner_,
                    .kind = FactKind::Of(fact.type),
                    .minute = MinuteOf(fact.time),
                    .weight = fact.weight,
                    .brand = fact.brand,
                    .affiliate = AffiliateFor(fact.standing),
                    .deal = fact.deal,
                    .player = fact.player,
                    .country = fact.country,
                    .product = fact.product,
                    .game = fact.game};
        if (fact.money) {
            row.amount = fact.money->amount;
            row.currency = fact.money->currency.code();
        }
        if (fact.standing == facts::Standing::kAttributed && !ReadOriginInto(row, fact.origin)) return;
        HandOver(row);
    }

    void Add(const facts::RewardFact& fact) {
        FactRow row{.owner = owner_,
                    .kind = FactKind::Of(fact.component),
                    .minute = MinuteOf(fact.time),
                    .weight = fact.qualified,
                    .amount = fact.amount.amount,
                    .currency = fact.amount.currency.code(),
                    .brand = fact.brand,
                    .deal = fact.deal,
                    .player = fact.player,
                    .country = fact.country,
                    .product = fact.product,
                    .game = fact.game,
                    .period = fact.period};
        if (ReadOriginInto(row, fact.origin)) HandOver(row);
    }

    // The row has views of the origin that was read last.
    bool ReadOriginInto(FactRow& row, std::string_view bytes) {
        ByteReader reader(bytes);
        origin_ = tracking::ReadOrigin(reader);
        if (!reader.ok() || !reader.AtEnd()) return origins_whole_ = false;
        PutOrigin(origin_, row);
        return true;
    }

    void HandOver(const FactRow& row) {
        if (row.weight != 0 || !row.amount.IsZero()) each_(row);
    }

    OperatorId owner_;
    std::function<void(const FactRow&)> each_;
    std::unordered_map<std::string, facts::ImpressionFact, TextHash, std::equal_to<>> impressions_;  // By key.
    tracking::Origin origin_;
    bool origins_whole_ = true;
    Timestamp recorded_at_;
    std::int64_t ahead_micros_ = 0;  // Of the block that is being added.
};

BlockProjection::BlockProjection(OperatorId owner, std::function<void(const FactRow&)> each)
    : rows_(std::make_unique<Rows>(owner, std::move(each))) {}

BlockProjection::~BlockProjection() = default;

bool BlockProjection::Add(std::string_view bytes, Timestamp recorded_at, std::int64_t ahead_micros) {
    return rows_->AddBlock(bytes, recorded_at, ahead_micros);
}

void BlockProjection::Finish() { rows_->HandOverImpressions(); }

bool ProjectBlock(OperatorId owner, std::string_view bytes, Timestamp recorded_at,
                  const std::function<void(const FactRow&)>& each) {
    BlockProjection projection(owner, each);
    const bool whole = projection.Add(bytes, recorded_at);
    projection.Finish();
    return whole;
}

}  // namespace fairlead::reporting
