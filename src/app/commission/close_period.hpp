#pragma once

#include "app/ports/statement_records.hpp"

namespace fairlead::app {

class CommissionQueries;
class CommissionStore;

// Closes an ended period of one affiliate or of all, in steps. Other transactions run between the steps. kConflict if
// the period has not ended or an earlier period is open. Money without an exchange rate in the period is returned, and
// nothing is closed, unless the request allows it. After any other Error, part of the period may be closed: closing
// it again continues there. A repeated request with its key closes nothing and gets the same answer. The ports must
// live until `done` is called.
void ClosePeriod(CommissionStore& store, CommissionQueries& queries, CloseRequest request,
                 AnswerDone<CloseOutcome> done);

}  // namespace fairlead::app
