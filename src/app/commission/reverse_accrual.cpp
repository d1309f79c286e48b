#include "app/commission/reverse_accrual.hpp"

#include "app/ports/record_queries.hpp"

namespace fairlead::app {

void ReverseAccrual(CommissionStore& store, RecordQueries& records, AccrualReversal reversal,
                    AnswerDone<AccrualRecord> done) {
    const OperatorId owner = reversal.owner;
    store.ReverseAccrual(std::move(reversal),
                         [owner, &records, done = std::move(done)](Result<AccrualId> made) mutable {
                             if (!made) return done(std::unexpected(made.error()));
                             auto answer = [id = *made, done = std::move(done)](Result<AccrualPage> page) mutable {
                                 if (!page) return done(std::unexpected(page.error()));
                                 if (page->items.empty()) return done(Fail(ErrorCode::kNotFound, NoSuchAccrual(id)));
                                 done(std::move(page->items.front()));
                             };
                             records.ReadAccruals({.owner = owner, .limit = 1, .id = *made}, {}, std::move(answer));
                         });
}

}  // namespace fairlead::app
