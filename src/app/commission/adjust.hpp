#pragma once

#include <optional>

#include "app/catalogue/errors.hpp"
#include "app/ports/statement_records.hpp"
#include "domain/catalogue/records.hpp"

namespace fairlead::app {

class CommissionStore;

// What is wrong with the money of an adjustment, by member: the currency must be one that the operator may use, and the
// amount must not have more digits than the currency. What is missing is not judged.
Errors CheckAdjustedMoney(const catalogue::Operator& self, const std::optional<Decimal>& amount,
                          const std::optional<Currency>& currency);

// Notes an amount by hand; it goes into the affiliate's next statement in its currency. Refuses what CheckAdjustedMoney
// refuses. The store must live until `done` is called.
void Adjust(CommissionStore& store, const catalogue::Operator& self, AdjustmentRequest request,
            AnswerDone<AdjustmentRecord> done);

}  // namespace fairlead::app
