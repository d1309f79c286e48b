#include "app/reports/change_text.hpp"

#include <fmt/format.h>

#include "domain/money/minor_unit.hpp"
#include "domain/money/money_text.hpp"

namespace fairlead::app {
namespace {

using comparison::Cause;

constexpr int kRatioDigits = 4;

class ChangeWriter {
public:
    explicit ChangeWriter(const ChangeExplanation& explanation) : explanation_(explanation) {}

    std::string Whole() const {
        const auto& [request, currency, whole, percent, splits, suggested, text] = explanation_;
        const Decimal difference = whole.difference();
        const std::string days =
            fmt::format("from {} to {}, compared with {} to {}", request.after.start.ToString(),
                        request.after.end.ToString(), request.before.start.ToString(), request.before.end.ToString());
        if (difference.IsZero()) {
            return fmt::format("{} stayed at {} {}.", request.metric->name, Value(whole.after.value), days);
        }
        const std::string share = percent ? fmt::format(" ({} %)", percent->ToString()) : std::string();
        return fmt::format("{} {} by {}{}, from {} to {}, {}.", request.metric->name,
                           difference.IsNegative() ? "fell" : "rose", Size(difference), share,
                           Value(whole.before.value), Value(whole.after.value), days);
    }

    std::string Part(std::string_view by, const ChangePart& part) const {
        const std::string moved = Moved(part.difference);
        switch (part.kind) {
            case PartKind::kGroup: return Group(by, part);
            case PartKind::kOthers: return fmt::format("{} other values of {}: {}.", part.count, by, moved);
            case PartKind::kOverlap: return fmt::format("Counted in several values of {}: {}.", by, moved);
            case PartKind::kCause: return fmt::format("{}: {}.", CauseText(part), moved);
        }
        return {};
    }

private:
    std::string Group(std::string_view by, const ChangePart& part) const {
        const std::string name = part.name.empty() ? fmt::format("Without {}", by) : part.name;
        return fmt::format("{}: {}, from {} to {}.", name, Moved(part.difference), Value(*part.before),
                           Value(*part.after));
    }

    std::string CauseText(const ChangePart& part) const {
        switch (part.cause) {
            case Cause::kExchangeRates: return "Other exchange rates";
            case Cause::kDealTerms: return fmt::format("New terms of the deal {}", part.name);
            case Cause::kChargebacks: return "Chargebacks and CPA taken back";
            case Cause::kQualified: return "CPA for qualified players";
            case Cause::kRevenue: return IsProfit() ? "Net gaming revenue" : "Revenue share of net gaming revenue";
            case Cause::kRegistrations: return "CPL for registrations";
            case Cause::kFixedFees: return "Fixed monthly fees";
            case Cause::kSubAffiliates: return "Commission from sub-affiliates";
            case Cause::kWagers: return "Commission from wagers";
            case Cause::kCommission: return "Commission";
            case Cause::kNumerator: return std::string(Quotient().numerator);
            case Cause::kDenominator: return std::string(Quotient().denominator);
            case Cause::kCount: return "The number of entries";
            case Cause::kAverage: return "The average of an entry";
            case Cause::kActivity: return "Activity";
        }
        return {};
    }

    bool IsProfit() const {
        return std::holds_alternative<reporting::Difference>(explanation_.request.metric->computation);
    }
    const reporting::Quotient& Quotient() const {
        return std::get<reporting::Quotient>(explanation_.request.metric->computation);
    }

    std::string Moved(Decimal difference) const {
        if (difference.IsZero()) return "no change";
        return Size(difference) + (difference.IsNegative() ? " less" : " more");
    }
    std::string Size(Decimal difference) const { return Value(difference.IsNegative() ? -difference : difference); }

    std::string Value(Decimal value) const {
        const bool is_ratio = std::holds_alternative<reporting::Quotient>(explanation_.request.metric->computation);
        if (!explanation_.currency) return (is_ratio ? value.RoundedTo(kRatioDigits) : value).ToString();
        const int digits = MinorUnitDigits(*explanation_.currency);
        return MoneyText({value.RoundedTo(is_ratio ? std::max(digits, kRatioDigits) : digits), *explanation_.currency});
    }

    const ChangeExplanation& explanation_;
};

}  // namespace

void WriteTexts(ChangeExplanation& explanation) {
    const ChangeWriter writer(explanation);
    explanation.text = writer.Whole();
    for (ChangeBreakdown& split : explanation.splits) {
        for (ChangePart& part : split.parts) part.text = writer.Part(split.by, part);
    }
}

}  // namespace fairlead::app
