#include <algorithm>
#include <map>
#include <tuple>

#include "base/assert.hpp"
#include "domain/money/minor_unit.hpp"
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
        AddAdjustments();
        AddIncoming(LineType::kBalance);
        const Decimal payable = Settle();
        // A month before the last closed statement cannot pay out the balance of that statement.
        const bool behind = material_.previous != nullptr && material_.previous->period > material_.period;
        if (!earned && material_.adjustments.empty() && (payable.IsZero() || behind)) return std::nullopt;
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
            if (sent.type != type || sent.from) continue;
            Line line;
            line.type = type;
            line.deal = sent.deal;
            line.amount = -sent.amount;
            line.from = material_.previous->period;
            incoming.push_back(line);
        }
        Append(std::move(incoming));
    }

    // A negative RevShare never reduces other commission: it is carried into the deal's next months, or waived. The
    // same is true of a negative sub-affiliate share.
    void SettleNegatives() {
        std::map<DealId, Decimal> shares;
        Decimal from_children;
        for (const Line& line : lines_) {
            const bool carried = line.type == LineType::kCarryOver;
            FAIRLEAD_ASSERT(line.deal || line.type != LineType::kRevShare, "a RevShare line has a deal");
            if (line.type == LineType::kRevShare || (carried && line.deal)) shares[*line.deal] += line.amount;
            if (line.type == LineType::kSubAffiliate || (carried && !line.deal)) from_children += line.amount;
        }
        std::vector<Line> waived;
        std::vector<Line> carried;
        for (const auto& [deal, share] : shares) {
            if (!share.IsNegative()) continue;
            const bool carries = material_.carries_negative(deal);
            (carries ? carried : waived)
                .push_back(Offset(carries ? LineType::kCarryOver : LineType::kWaiver, deal, share));
        }
        if (from_children.IsNegative()) carried.push_back(Offset(LineType::kCarryOver, std::nullopt, from_children));
        Append(std::move(waived));
        Append(std::move(carried));
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
                            {}};
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
};

}  // namespace

std::optional<Statement> Compose(const Material& material) { return Composition(material).Make(); }

}  // namespace fairlead::statements
