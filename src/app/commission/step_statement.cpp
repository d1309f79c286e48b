#include "app/commission/step_statement.hpp"

#include <algorithm>
#include <iterator>
#include <memory>

#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {
namespace {

// A request of several steps that is under way.
struct BulkStepping {
    CommissionStore& store;
    BulkStepRequest request;
    AnswerDone<std::vector<BulkStepResult>> done;
    std::vector<BulkStepResult> results = {};
};

void StepRest(const std::shared_ptr<BulkStepping>& stepping) {
    const std::size_t reached = stepping->results.size();
    if (reached >= stepping->request.statements.size()) return stepping->done(std::move(stepping->results));
    stepping->store.StepSome(stepping->request, reached, [stepping](Result<std::vector<BulkStepResult>> some) {
        if (!some) return stepping->done(std::unexpected(std::move(some.error())));
        std::ranges::move(*some, std::back_inserter(stepping->results));
        StepRest(stepping);
    });
}

}  // namespace

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
                done(Fail(ErrorCode::kConflict, "the statement is open: its period must be closed first"));
            });
        });
}

void StepStatements(CommissionStore& store, BulkStepRequest request, AnswerDone<std::vector<BulkStepResult>> done) {
    StepRest(std::make_shared<BulkStepping>(store, std::move(request), std::move(done)));
}

}  // namespace fairlead::app
