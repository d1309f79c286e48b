#include <algorithm>
#include <map>
#include <tuple>

#include "base/assert.hpp"
#include "domain/money/minor_unit.hpp"
#include "domain/statements/negative_period.hpp"
#include "domain/statements/statement.hpp"

namespace fairlead::statements {
namespace {

using commission::Component;
using commission::LineSum;

// The first line types are the first components, in the same order.
LineType TypeOf(Component component) {
    return component == Component::kTurnover ? LineType::kTurnover : static_cast<LineType>(component);
}
static_assert(static_cast<std::size_t>(LineType::kSubAffiliate) == static_cast<std::size_t>(Component::kSubAffiliate));

Decimal SumOf(std::span<const Line> lines) {
    Decimal sum;
    for (const Line& line : lines) sum += line.amount;
    return sum;
}

void Sort(std::vector<Line>& lines) {
    const auto rank = [](const Line& line) { return std::tuple(line.type, line.deal, line.version, line.brand); };
    std::ranges::stable_sort(lines, {}, rank);
}

class Composition {
public:
    explicit Composition(const Material& material) : material_(material), digits_(MinorUnitDigits(material.currency)) {}

    std::optional<Statement> Make() {
        AddEarned();
        const bool earned = !lines_.empty();
        AddIncoming(LineType::kCarryOver);
        SettleNegatives();
        AddRingFences();
        AddAdjustments();
        AddIncoming(LineType::kBalance);
        const Decimal payable = Settle();
        // A period before the last closed statement cannot pay out the balance of that statement.
        const bool behind = material_.previous != nullptr && material_.previous->period > material_.period;
        const bool has_content = earned || expired_ || !material_.adjustments.empty();
        if (!has_content && (payable.IsZero() || behind)) return std::nullopt;
        return Finished(payable);
    }

private:
    void AddEarned() {
        for (const GroupLines& group : material_.groups) {
            for (const LineSum& sum : group.lines) {
                if (sum.count > 0) lines_.push_back(Earned(group, sum));
            }
        }
        Sort(lines_);
    }

    Line Earned(const GroupLines& group, const LineSum& sum) const {
        Line line;
        line.type = TypeOf(sum.component);
        line.brand = sum.brand;
        line.deal = group.deal;
        line.version = group.version;
        line.count = sum.count;
        line.base = sum.base;
        if (!sum.several_rates) line.rate = sum.rate;
        line.amount = sum.amount.RoundedTo(digits_);
        return line;
    }

    // Adds the amounts that the previous statement passed on: its lines of this type without `from`, with the opposite
    // sign.
    void AddIncoming(LineType type) {
        if (material_.previous == nullptr) return;
        std::vector<Line> incoming;
        for (const Line& sent : material_.previous->lines) {
            const bool goes_on = sent.type == type && !sent.from && !sent.base;
            if (!goes_on) continue;
            Line line;
            line.type = type;
            line.deal = sent.deal;
            line.amount = -sent.amount;
            line.from = material_.previous->period;
            line.origin = sent.origin;
            incoming.push_back(line);
        }
        Append(std::move(incoming));
    }

    // A negative RevShare never reduces other commission: it is carried into the deal's next periods, or waived. The
    // same is true of a negative sub-affiliate share.
    void SettleNegatives() {
        std::map<DealId, NegativePeriod> negatives;
        Decimal from_children;
        for (const Line& line : lines_) {
            const bool carried = line.type == LineType::kCarryOver;
            FAIRLEAD_ASSERT(line.deal || line.type != LineType::kRevShare, "a RevShare line has a deal");
            if (line.type == LineType::kRevShare) negatives[*line.deal].own += line.amount;
            if (carried && line.deal) negatives[*line.deal].arrived.push_back({ArisenIn(line), line.amount});
            if (line.type == LineType::kSubAffiliate || (carried && !line.deal)) from_children += line.amount;
        }
        for (auto& [deal, negative] : negatives) AddSettled(deal, negative);
        if (from_children.IsNegative()) carried_.push_back(Offset(LineType::kCarryOver, std::nullopt, from_children));
        Append(std::move(waived_));
        Append(std::move(carried_));
    }

    // A statement from before the deal had a limit does not say in which period an amount arose.
    static Period ArisenIn(const Line& line) { return line.origin ? *line.origin : *line.from; }

    void AddSettled(DealId deal, NegativePeriod& negative) {
        negative.terms = material_.negative(deal);
        negative.period = material_.period;
        negative.next = material_.next;
        std::ranges::stable_sort(negative.arrived, {}, &CarriedAmount::from);
        const Decimal base = AddEnds(deal, negative);
        const SettledPeriod settled = SettlePeriod(negative);
        AddWaivers(deal, negative, settled);
        AddCarried(deal, negative, settled);
        if (settled.base_carried.IsZero()) return;
        carried_.push_back(Offset(LineType::kCarryOver, deal, -settled.base_carried));
        carried_.back().base = base;
    }

    // Adds up what the groups of the deal end with, in minor units. Returns the base that can be carried.
    Decimal AddEnds(DealId deal, NegativePeriod& negative) const {
        Decimal base;
        Decimal unrounded;
        for (const GroupLines& group : material_.groups) {
            if (group.deal != deal) continue;
            negative.by_chargebacks += group.end.by_chargebacks;
            negative.expired_base += group.end.expired;
            negative.base_amount += group.end.carried_amount;
            for (const auto& each : group.end.carried) base += each.base;
            for (const LineSum& sum : group.lines) {
                if (sum.component == Component::kRevShare) unrounded += sum.amount;
            }
        }
        const Decimal beside = unrounded + negative.base_amount + negative.expired_base;
        negative.by_chargebacks = negative.by_chargebacks.RoundedTo(digits_);
        negative.expired_base = negative.expired_base.RoundedTo(digits_);
        negative.base_amount = negative.base_amount.RoundedTo(digits_);
        // The lines of brands are rounded one by one. If there is nothing else, the base stands for all that they lost.
        if (beside.RoundedTo(digits_).IsZero()) {
            negative.base_amount = std::max(-negative.own - negative.expired_base, Decimal());
        }
        return base;
    }

    void AddWaivers(DealId deal, const NegativePeriod& negative, const SettledPeriod& settled) {
        for (const CarriedAmount& each : settled.expired) {
            waived_.push_back(Offset(LineType::kWaiver, deal, -each.amount));
            waived_.back().origin = each.from;
            expired_ = true;
        }
        if (settled.waived.IsZero()) return;
        waived_.push_back(Offset(LineType::kWaiver, deal, -settled.waived));
        const bool by_cause = negative.terms.policy == commission::NegativePolicy::kCarry;
        if (by_cause) waived_.back().base = -negative.own - settled.waived;
    }

    // Amounts that expire have a line for each period in which they arose.
    void AddCarried(DealId deal, const NegativePeriod& negative, const SettledPeriod& settled) {
        Decimal sum;
        for (const CarriedAmount& each : settled.carried) sum += each.amount;
        if (!negative.terms.carry_months) {
            if (!sum.IsZero()) carried_.push_back(Offset(LineType::kCarryOver, deal, sum));
            return;
        }
        for (const CarriedAmount& each : settled.carried) {
            carried_.push_back(Offset(LineType::kCarryOver, deal, each.amount));
            carried_.back().origin = each.from;
            carried_.back().count =
                each.from.Month().number + *negative.terms.carry_months - material_.period.Month().number;
        }
    }

    // Players that are ring-fenced, or have settled what they owed.
    void AddRingFences() {
        std::vector<Line> fences;
        for (const GroupLines& group : material_.groups) {
            for (const commission::FencedPlayer& each : group.end.players) {
                Line line = Offset(LineType::kRingFence, group.deal, Decimal());
                line.brand = each.brand;
                line.version = group.version;
                line.base = each.owed;
                line.player = each.player;
                fences.push_back(std::move(line));
            }
        }
        Append(std::move(fences));
    }

    static Line Offset(LineType type, std::optional<DealId> deal, Decimal sum) {
        Line line;
        line.type = type;
        line.deal = deal;
        line.amount = -sum;
        return line;
    }

    void AddAdjustments() {
        for (const Adjustment& adjustment : material_.adjustments) {
            Line line;
            line.type = LineType::kAdjustment;
            line.count = 1;
            line.amount = adjustment.amount.RoundedTo(digits_);
            line.note = adjustment.reason;
            lines_.push_back(std::move(line));
        }
    }

    // Returns the amount that is paid out. The rest goes to the next statement.
    Decimal Settle() {
        const Decimal total = SumOf(lines_);
        const bool pays = total > Decimal() && total >= material_.min_payout;
        if (pays || total.IsZero()) return total;
        lines_.push_back(Offset(LineType::kBalance, std::nullopt, total));
        return {};
    }

    Statement Finished(Decimal payable) {
        Statement statement{material_.affiliate,
                            material_.period,
                            material_.currency,
                            std::move(lines_),
                            payable,
                            material_.previous_hash,
                            {},
                            {}};
        statement.payout = PayoutOf(material_, payable);
        statement.content_hash = Digest256(ContentBytes(statement));
        return statement;
    }

    void Append(std::vector<Line> lines) {
        Sort(lines);
        std::ranges::move(lines, std::back_inserter(lines_));
    }

    const Material& material_;
    int digits_;
    std::vector<Line> lines_;
    std::vector<Line> waived_;
    std::vector<Line> carried_;
    bool expired_ = false;  // Whether a carried amount expires with this period.
};

}  // namespace

std::set<DealId> DealsThatCarryTheirBase(const Statement& statement) {
    std::set<DealId> deals;
    for (const Line& line : statement.lines) {
        if (line.type == LineType::kCarryOver && line.base && line.deal) deals.insert(*line.deal);
    }
    return deals;
}

std::optional<Statement> Compose(const Material& material) { return Composition(material).Make(); }

}  // namespace fairlead::statements
