#pragma once

#include "app/ports/statement_records.hpp"

namespace fairlead::app {

class CommissionQueries;
class CommissionStore;

// Closes an ended month, of one affiliate or of all, in steps between which others get their turn. kConflict while the
// month has not ended, or an earlier one is open. After another Error a part may be closed: closing it again goes on
// from there. The ports must live until `done` is called.
void CloseMonth(CommissionStore& store, CommissionQueries& queries, CloseRequest request,
                AnswerDone<CloseOutcome> done);

}  // namespace fairlead::app
