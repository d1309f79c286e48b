#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/ports/player_records.hpp"
#include "app/ports/statement_records.hpp"
#include "domain/commission/dated_rate.hpp"
#include "domain/tracking/origin.hpp"

namespace fairlead::app {

// Whether accruals may still wait for a rate that is there.
enum class HeldLeft : std::uint8_t { kNone, kMaybeMore };

// What one step of closing a month did.
struct ClosingStep {
    std::vector<AffiliateId> left;  // Those whose month is still to be closed, in order.
    bool fresh = false;             // True where it closed anybody's month.
};

// A player given to another affiliate by hand.
struct Reassignment {
    OperatorId owner;
    PlayerId player;
    tracking::Origin origin;
    std::string actor;
    std::string reason;
};

// Changes what affiliates earn. Every method is one durable transaction, with its audit entries; what takes several is
// a use case (app/commission). Safe from any thread. An Error may hide a step that was stored.
class CommissionStore {
public:
    virtual ~CommissionStore() = default;

    // Stores exchange rates, each in the place of one of the same day and pair, and prices some of what waits for them.
    virtual void StoreRates(OperatorId owner, std::vector<commission::DatedRate> rates, std::string actor,
                            AnswerDone<HeldLeft> done) = 0;
    // Prices some of what waits for a rate.
    virtual void ResolveHeld(OperatorId owner, AnswerDone<HeldLeft> done) = 0;
    // The operators for whom something waits for a rate.
    virtual void ReadOperatorsWithHeld(AnswerDone<std::vector<OperatorId>> done) = 0;

    // Whose month is to be closed, in order. Stores nothing. kConflict while the month has not ended, or an earlier one
    // is open.
    virtual void FindAffiliatesToClose(CloseRequest request, AnswerDone<std::vector<AffiliateId>> done) = 0;
    // Closes the month of the first of these affiliates, and of as many others as a short time allows.
    virtual void CloseSome(CloseRequest request, std::vector<AffiliateId> affiliates, AnswerDone<ClosingStep> done) = 0;
    // Closes the month for everybody. False, and nothing stored, where an affiliate is still to be closed.
    virtual void CloseForAll(CloseRequest request, AnswerDone<bool> done) = 0;

    // Moves a closed statement on. kNotFound where no such statement was closed; kConflict where its status does not
    // allow the step.
    virtual void StepStatement(StatementStepRequest request, AnswerDone<StatementRecord> done) = 0;
    // Notes an amount by hand; it goes into the affiliate's next statement in its currency.
    virtual void Adjust(AdjustmentRequest request, AnswerDone<AdjustmentRecord> done) = 0;
    // Gives a player to another affiliate. kNotFound when the operator has no such player; kConflict before its
    // registration.
    virtual void Reassign(Reassignment reassignment, StatusDone done) = 0;
};

}  // namespace fairlead::app
