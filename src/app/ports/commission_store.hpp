#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "app/ports/player_records.hpp"
#include "app/ports/statement_records.hpp"
#include "domain/deals/dated_rate.hpp"
#include "domain/tracking/origin.hpp"

namespace fairlead::app {

// Whether unpriced accruals with a known rate may be left.
enum class UnpricedLeft : std::uint8_t { kNone, kMaybeMore };

// The result of one step of closing a period.
struct ClosingStep {
    std::vector<AffiliateId> left;  // The affiliates whose period is still to be closed, in order.
    bool fresh = false;             // True if the step closed the period of at least one affiliate.
};

// A player with more events cannot be reassigned by hand. A reassignment is one transaction over all events of the
// player, and nobody else can write to an embedded ledger at the same time.
inline constexpr std::size_t kReassignedEventsMax = 100'000;

// Gives a player to another affiliate, or takes it from its affiliate.
struct Reassignment {
    OperatorId owner;
    PlayerId player;
    std::optional<tracking::Origin> origin;  // Nothing if the player becomes organic.
    std::string actor;
    std::string reason;
    std::optional<ClickId> click;  // The click that the registration named; nothing for a decision by hand.
    std::optional<RequestKey> key;
    std::size_t events_max = kReassignedEventsMax;
};

// The reversal of an accrual by hand.
struct AccrualReversal {
    OperatorId owner;
    AccrualId accrual;
    std::string reason;
    std::string actor;
    std::optional<RequestKey> key;
};

// Exchange rates to store.
struct RatesRequest {
    OperatorId owner;
    std::vector<commission::DatedRate> rates;
    std::string actor;
    std::optional<RequestKey> key;
};

// Changes commission. Every method is one durable transaction with its audit entries; use cases of several transactions
// are in app/commission. Safe from any thread. An Error may hide a stored step. A request with a key that was used for
// the same request does nothing and gets the same answer; kKeyReused if the key was used for another one.
class CommissionStore {
public:
    virtual ~CommissionStore() = default;

    // Stores exchange rates and prices some unpriced accruals. A rate replaces the rate of the same day and pair.
    virtual void StoreRates(RatesRequest request, AnswerDone<UnpricedLeft> done) = 0;
    // Prices some unpriced accruals.
    virtual void ResolveUnpriced(OperatorId owner, AnswerDone<UnpricedLeft> done) = 0;
    // The operators with unpriced accruals.
    virtual void ReadOperatorsWithUnpriced(AnswerDone<std::vector<OperatorId>> done) = 0;

    // The affiliates whose period is to be closed, in order. Stores nothing. kConflict if the period has not ended or
    // an earlier period is open.
    virtual void FindAffiliatesToClose(CloseRequest request, AnswerDone<std::vector<AffiliateId>> done) = 0;
    // Closes the period of the first of these affiliates, and of as many others as a short time allows.
    virtual void CloseSome(CloseRequest request, std::vector<AffiliateId> affiliates, AnswerDone<ClosingStep> done) = 0;
    // Whether an earlier request with the key has closed something; nothing if the request has no key or a new one.
    virtual void FindClosing(CloseRequest request, AnswerDone<std::optional<bool>> done) = 0;
    // Uses the key of a request that has closed its period. `fresh` says whether it closed something.
    virtual void NoteClosing(CloseRequest request, bool fresh, StatusDone done) = 0;
    // Closes the period for all affiliates. Returns false and stores nothing if an affiliate is still to be closed.
    virtual void CloseForAll(CloseRequest request, AnswerDone<bool> done) = 0;

    // Changes the status of a closed statement. kNotFound if there is no such closed statement; kConflict if its status
    // does not allow the step; kPaymentHeld if payments to its affiliate are on hold; kTwoPersonRule if the operator
    // has that rule and another person must do the step.
    virtual void StepStatement(StatementStepRequest request, AnswerDone<StatementRecord> done) = 0;
    // Does the step for the statement at index `first` of the request, and for as many after it as a short time allows.
    // A step that is refused does not stop the others. A repeated request does each step at most once.
    virtual void StepSome(BulkStepRequest request, std::size_t first, AnswerDone<std::vector<BulkStepResult>> done) = 0;
    // Records an amount that the operator enters by hand. It is added to the affiliate's next statement in its
    // currency.
    virtual void Adjust(AdjustmentRequest request, AnswerDone<AdjustmentRecord> done) = 0;
    // Takes an adjustment back by another one of the opposite amount. kNotFound if the operator has no such adjustment;
    // kConflict if it is already reversed or is itself a reversal.
    virtual void ReverseAdjustment(AdjustmentReversal reversal, AnswerDone<AdjustmentRecord> done) = 0;
    // Adds the opposite of an accrual to its period, or to the earliest open one after it. Returns the new accrual.
    // kNotFound if the operator has no such accrual; kConflict if it is unpriced, 0, already reversed or itself a
    // reversal.
    virtual void ReverseAccrual(AccrualReversal reversal, AnswerDone<AccrualId> done) = 0;
    // Gives a player to another affiliate, or makes it organic. kNotFound if the operator has no such player; kConflict
    // before its registration, if the affiliate is suspended, or if an organic player would become organic.
    virtual void Reassign(Reassignment reassignment, StatusDone done) = 0;
};

}  // namespace fairlead::app
