#include "ledger/relational_commission_store.hpp"

#include "ledger/commission/adjusting.hpp"
#include "ledger/commission/closing.hpp"
#include "ledger/commission/reassigning.hpp"
#include "ledger/commission/resolving.hpp"
#include "ledger/commission/reversing.hpp"
#include "ledger/commission/stepping.hpp"
#include "ledger/queries/statement_queries.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/record/statement_rows.hpp"
#include "ledger/transaction/request_keys.hpp"

namespace fairlead::ledger {
namespace {

// The limits of one transaction, so that other work does not wait long.
constexpr std::int64_t kResolvedAtOnce = 2000;
constexpr std::int64_t kClosingMicrosAtOnce = 50'000;
constexpr std::int64_t kSteppingMicrosAtOnce = 50'000;

// The subjects of requests to close a period.
constexpr std::string_view kClosedByRequest = "statements.close";
constexpr std::string_view kClosedBefore = "statements.closed";

// Whether an earlier request had the key. Otherwise stores the key.
Result<bool> IsKnownRequest(LockedOperator& locked, const std::optional<app::RequestKey>& key,
                            std::string_view subject) {
    const OperatorMoment& moment = locked.transaction().moment;
    const auto earlier =
        TRY(UseRequestKey(locked.transaction().connection, moment.owner, key, subject, moment.recorded_at));
    return earlier.has_value();
}

// A repeated step returns the statement as it is now.
Result<app::StatementRecord> StepStatementOnce(LockedOperator& locked, const app::StatementStepRequest& request) {
    const OperatorTransaction& transaction = locked.transaction();
    const bool repeated = TRY(IsKnownRequest(locked, request.key, request.statement.ToString()));
    if (repeated) return ledger::ReadStatement(transaction.connection, request.owner, request.statement);
    return ledger::StepStatement(transaction.connection, transaction.moment, transaction.record, request);
}

}  // namespace

void RelationalCommissionStore::StoreRates(app::RatesRequest request, app::AnswerDone<app::UnpricedLeft> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request)](LockedOperator& locked) -> Result<app::UnpricedLeft> {
                      const bool repeated = TRY(IsKnownRequest(locked, request.key, "fxRates"));
                      if (!repeated) {
                          TRY(ledger::StoreRates(locked, request.rates, request.actor));
                      }
                      return ledger::ResolveUnpriced(locked, kResolvedAtOnce);
                  });
}

void RelationalCommissionStore::ResolveUnpriced(OperatorId owner, app::AnswerDone<app::UnpricedLeft> done) {
    tasks_.Change(owner, std::move(done),
                  [](LockedOperator& locked) { return ledger::ResolveUnpriced(locked, kResolvedAtOnce); });
}

void RelationalCommissionStore::ReadOperatorsWithUnpriced(app::AnswerDone<std::vector<OperatorId>> done) {
    tasks_.ReadOnWriter(LedgerTasks::kNoOperator, std::move(done), ledger::ReadOperatorsWithUnpriced);
}

void RelationalCommissionStore::FindAffiliatesToClose(app::CloseRequest request,
                                                      app::AnswerDone<std::vector<AffiliateId>> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done), [request = std::move(request)](LockedOperator& locked) {
        return AffiliatesToClose(locked, request);
    });
}

void RelationalCommissionStore::CloseSome(app::CloseRequest request, std::vector<AffiliateId> affiliates,
                                          app::AnswerDone<app::ClosingStep> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request), affiliates = std::move(affiliates)](LockedOperator& locked) {
                      return CloseAffiliates(locked, affiliates, request, kClosingMicrosAtOnce);
                  });
}

void RelationalCommissionStore::FindClosing(app::CloseRequest request, app::AnswerDone<std::optional<bool>> done) {
    const OperatorId owner = request.owner;
    tasks_.Read(owner, std::move(done),
                [request = std::move(request)](Connection& open) -> Result<std::optional<bool>> {
                    if (!request.key) return std::nullopt;
                    const auto earlier = TRY(FindRequestKey(open, request.owner, *request.key));
                    if (!earlier) return std::nullopt;
                    return *earlier == kClosedByRequest;
                });
}

void RelationalCommissionStore::NoteClosing(app::CloseRequest request, bool fresh, app::StatusDone done) {
    const OperatorId owner = request.owner;
    tasks_.Write(owner, std::move(done), [request = std::move(request), fresh](Connection& open) -> Status {
        const auto moment = TRY(LockOperator(open, request.owner));
        const std::string_view subject = fresh ? kClosedByRequest : kClosedBefore;
        TRY(UseRequestKey(open, request.owner, request.key, subject, moment.recorded_at));
        return {};
    });
}

void RelationalCommissionStore::CloseForAll(app::CloseRequest request, app::AnswerDone<bool> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done), [request = std::move(request)](LockedOperator& locked) {
        return ledger::CloseForAll(locked, request);
    });
}

void RelationalCommissionStore::StepStatement(app::StatementStepRequest request,
                                              app::AnswerDone<app::StatementRecord> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done), [request = std::move(request)](LockedOperator& locked) {
        return StepStatementOnce(locked, request);
    });
}

void RelationalCommissionStore::StepSome(app::BulkStepRequest request, std::size_t first,
                                         app::AnswerDone<std::vector<app::BulkStepResult>> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done), [request = std::move(request), first](LockedOperator& locked) {
        return StepStatements(locked, request, first, kSteppingMicrosAtOnce);
    });
}

void RelationalCommissionStore::Adjust(app::AdjustmentRequest request, app::AnswerDone<app::AdjustmentRecord> done) {
    const OperatorId owner = request.owner;
    tasks_.Change(owner, std::move(done),
                  [request = std::move(request)](LockedOperator& locked) { return ledger::Adjust(locked, request); });
}

void RelationalCommissionStore::ReverseAdjustment(app::AdjustmentReversal reversal,
                                                  app::AnswerDone<app::AdjustmentRecord> done) {
    const OperatorId owner = reversal.owner;
    tasks_.Change(owner, std::move(done), [reversal = std::move(reversal)](LockedOperator& locked) {
        return ledger::ReverseAdjustment(locked, reversal);
    });
}

void RelationalCommissionStore::ReverseAccrual(app::AccrualReversal reversal, app::AnswerDone<AccrualId> done) {
    const OperatorId owner = reversal.owner;
    tasks_.Change(owner, std::move(done), [reversal = std::move(reversal)](LockedOperator& locked) {
        return ledger::ReverseAccrual(locked, reversal);
    });
}

void RelationalCommissionStore::Reassign(app::Reassignment reassignment, app::StatusDone done) {
    const OperatorId owner = reassignment.owner;
    tasks_.Change(owner, std::move(done), [reassignment = std::move(reassignment)](LockedOperator& locked) -> Status {
        const bool repeated = TRY(IsKnownRequest(locked, reassignment.key, reassignment.player.ToString()));
        return repeated ? Status() : ledger::Reassign(locked, reassignment);
    });
}

}  // namespace fairlead::ledger
