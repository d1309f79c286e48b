#include "app/commission/step_statement.hpp"

#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {

void StepStatement(CommissionStore& store, CommissionQueries& queries, StatementStepRequest request,
                   AnswerDone<StatementRecord> done) {
    const OperatorId owner = request.owner;
    const StatementId id = request.statement;
    store.StepStatement(
        std::move(request), [&queries, owner, id, done = std::move(done)](Result<StatementRecord> stepped) mutable {
            if (stepped || stepped.error().code != ErrorCode::kNotFound) return done(std::move(stepped));
            // An open statement exists, but has no steps.
            queries.ReadStatement(owner, id, [done = std::move(done)](Result<StatementRecord> open) mutable {
                if (!open) return done(std::move(open));
                done(Fail(ErrorCode::kConflict, "the statement is open: its month must be closed first"));
            });
        });
}

}  // namespace fairlead::app
