#include "app/commission/close_period.hpp"

#include <memory>
#include <utility>

#include "app/ports/commission_queries.hpp"
#include "app/ports/commission_store.hpp"

namespace fairlead::app {
namespace {

// A period that is being closed step by step.
struct Closing {
    CommissionStore& store;
    CommissionQueries& queries;
    CloseRequest request;
    AnswerDone<CloseOutcome> done;
    bool fresh = false;
};
using ClosingPointer = std::shared_ptr<Closing>;

// Continues with `next` if a step succeeded.
template <class Answer, class Next>
AnswerDone<Answer> ThenClose(const ClosingPointer& closing, Next next) {
    return [closing, next](Result<Answer> answer) {
        if (!answer) return closing->done(std::unexpected(std::move(answer.error())));
        next(closing, std::move(*answer));
    };
}

void AnswerClosing(const ClosingPointer& closing) {
    closing->queries.ReadClosed(closing->request,
                                ThenClose<std::vector<StatementRecord>>(closing, [](const auto& of, auto statements) {
                                    of->done(CloseOutcome{.statements = std::move(statements), .fresh = of->fresh});
                                }));
}

// The key is stored last, so a request that fails halfway can be repeated with the same key and continues.
void NoteAndAnswer(const ClosingPointer& closing) {
    if (!closing->request.key) return AnswerClosing(closing);
    closing->store.NoteClosing(closing->request, closing->fresh, [closing](Status noted) {
        if (!noted) return closing->done(std::unexpected(std::move(noted.error())));
        AnswerClosing(closing);
    });
}

void FindOpenAffiliates(const ClosingPointer& closing);

void FinishClosing(const ClosingPointer& closing) {
    if (closing->request.affiliate) return NoteAndAnswer(closing);
    closing->store.CloseForAll(closing->request, ThenClose<bool>(closing, [](const auto& of, bool finished) {
                                   // False if an affiliate has earned something in the period since the affiliates were
                                   // listed.
                                   if (!finished) return FindOpenAffiliates(of);
                                   NoteAndAnswer(of);
                               }));
}

void CloseNext(const ClosingPointer& closing, std::vector<AffiliateId> left) {
    if (left.empty()) return FinishClosing(closing);
    closing->store.CloseSome(closing->request, std::move(left),
                             ThenClose<ClosingStep>(closing, [](const auto& of, ClosingStep step) {
                                 of->fresh = of->fresh || step.fresh;
                                 CloseNext(of, std::move(step.left));
                             }));
}

void FindOpenAffiliates(const ClosingPointer& closing) {
    closing->store.FindAffiliatesToClose(closing->request, ThenClose<std::vector<AffiliateId>>(closing, CloseNext));
}

void CheckPrices(const ClosingPointer& closing) {
    if (closing->request.allow_unpriced) return FindOpenAffiliates(closing);
    closing->queries.ReadUnpriced(closing->request,
                                  ThenClose<std::vector<UnpricedMoney>>(closing, [](const auto& of, auto unpriced) {
                                      if (unpriced.empty()) return FindOpenAffiliates(of);
                                      of->done(CloseOutcome{.unpriced = std::move(unpriced)});
                                  }));
}

}  // namespace

void ClosePeriod(CommissionStore& store, CommissionQueries& queries, CloseRequest request,
                 AnswerDone<CloseOutcome> done) {
    const auto closing = std::make_shared<Closing>(store, queries, std::move(request), std::move(done));
    if (!closing->request.key) return CheckPrices(closing);
    store.FindClosing(closing->request, ThenClose<std::optional<bool>>(closing, [](const auto& of, auto earlier) {
                          if (!earlier) return CheckPrices(of);
                          of->fresh = *earlier;
                          AnswerClosing(of);
                      }));
}

}  // namespace fairlead::app
