#include "domain/reporting/project.hpp"

#include "domain/facts/fact_block.hpp"
#include "domain/reporting/fact_minute.hpp"
#include "domain/reporting/row_values.hpp"

namespace fairlead::reporting {
namespace {

AffiliateId StandIn(facts::Standing standing) {
    return standing == facts::Standing::kOrganic ? kOrganic : kUnregistered;
}

// Makes rows of the facts of one block.
class Projection {
public:
    Projection(OperatorId owner, const std::function<void(const FactRow&)>& each) : owner_(owner), each_(each) {}

    bool Run(std::string_view bytes, Timestamp recorded_at) {
        const bool whole = facts::ReadBlock(bytes, recorded_at,
                                            {.click = [this](const tracking::Click& click) { Add(click); },
                                             .dropped = [this](const tracking::DroppedClick& click) { Add(click); },
                                             .impression = [this](const facts::ImpressionFact& fact) { Add(fact); },
                                             .event = [this](const facts::EventFact& fact) { Add(fact); },
                                             .reward = [this](const facts::RewardFact& fact) { Add(fact); }});
        return whole && origins_whole_;
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
                    .minute = MinuteOf(click.time),
                    .weight = 1,
                    .brand = click.brand,
                    .visitor = visitor,
                    .country = click.country};
        PutOrigin(click.origin, row);
        each_(row);
    }

    void Add(const facts::ImpressionFact& fact) {
        FactRow row{.owner = owner_,
                    .kind = FactKind::Impression(),
                    .minute = MinuteOf(fact.hour),
                    .weight = fact.times,
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
                    .affiliate = StandIn(fact.standing),
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
                    .game = fact.game};
        if (ReadOriginInto(row, fact.origin)) HandOver(row);
    }

    // The row's views are of the origin that was read last.
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
    const std::function<void(const FactRow&)>& each_;
    tracking::Origin origin_;
    bool origins_whole_ = true;
};

}  // namespace

bool ProjectBlock(OperatorId owner, std::string_view bytes, Timestamp recorded_at,
                  const std::function<void(const FactRow&)>& each) {
    return Projection(owner, each).Run(bytes, recorded_at);
}

}  // namespace fairlead::reporting
