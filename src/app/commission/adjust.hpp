#pragma once

#include <optional>

#include "app/catalogue/errors.hpp"
#include "app/ports/statement_records.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

class CommissionStore;

// The greatest amount of an adjustment, in either direction, in any currency. A greater amount is refused as a typing
// error.
inline constexpr std::int64_t kAdjustmentAmountMax = 1'000'000'000;

// The errors in the money of an adjustment, by member: the operator must be allowed to use the currency, and the amount
// must not be over kAdjustmentAmountMax or have more digits than the currency. Missing members are not checked.
Errors CheckAdjustedMoney(const catalogue::Operator& self, const std::optional<Decimal>& amount,
                          const std::optional<Currency>& currency);

// Records an amount that the operator enters by hand. It is added to the affiliate's next statement in its currency.
// Returns the errors of CheckAdjustedMoney. The store must live until `done` is called.
void Adjust(CommissionStore& store, const catalogue::Operator& self, AdjustmentRequest request,
            AnswerDone<AdjustmentRecord> done);

// Takes an adjustment back by another one of the opposite amount, once.
void ReverseAdjustment(CommissionStore& store, AdjustmentReversal reversal, AnswerDone<AdjustmentRecord> done);

}  // namespace fairlead::app
