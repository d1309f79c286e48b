#pragma once

#include "app/ports/accrual_records.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {

class RecordQueries;

// Reverses an accrual by hand, once, and returns the accrual that takes it back. Both ports must live until `done` is
// called.
void ReverseAccrual(CommissionStore& store, RecordQueries& records, AccrualReversal reversal,
                    AnswerDone<AccrualRecord> done);

}  // namespace fairlead::app
