#include "app/commission/adjust.hpp"

#include "app/declarations/value_checks.hpp"
#include "app/ports/commission_store.hpp"
#include "domain/money/minor_unit.hpp"

namespace fairlead::app {

Errors CheckAdjustedMoney(const catalogue::Operator& self, const std::optional<Decimal>& amount,
                          const std::optional<Currency>& currency) {
    if (amount && (amount->IsNegative() ? -*amount : *amount) > Decimal::FromInteger(kAdjustmentAmountMax)) {
        return Wrong(
            ErrorCode::kInvalidAmount,
            "must be between -" + std::to_string(kAdjustmentAmountMax) + " and " + std::to_string(kAdjustmentAmountMax),
            "/amount");
    }
    if (!currency) return {};
    if (!MayUse(self, *currency)) {
        return Wrong(ErrorCode::kInvalidCurrency, kUnknownCurrency, "/currency");
    }
    const int digits = MinorUnitDigits(*currency);
    if (!amount || amount->RoundedTo(digits) == *amount) return {};
    return Wrong(ErrorCode::kInvalidAmount,
                 "must have at most " + std::to_string(digits) + " digits after the point in this currency", "/amount");
}

void Adjust(CommissionStore& store, const catalogue::Operator& self, AdjustmentRequest request,
            AnswerDone<AdjustmentRecord> done) {
    const Errors errors = CheckAdjustedMoney(self, request.money.amount, request.money.currency);
    if (!errors.empty()) return done(std::unexpected(errors.front()));
    store.Adjust(std::move(request), std::move(done));
}

void ReverseAdjustment(CommissionStore& store, AdjustmentReversal reversal, AnswerDone<AdjustmentRecord> done) {
    store.ReverseAdjustment(std::move(reversal), std::move(done));
}

}  // namespace fairlead::app
