#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "domain/facts/fact_block.hpp"
#include "domain/ingest/ingest.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/transaction/operator_cache.hpp"

namespace fairlead::ledger {

// A transaction that holds an operator's lock and lease, and what it gathers to be stored at its end.
struct OperatorTransaction {
    Connection& connection;
    LedgerIndex& index;
    const OperatorMoment& moment;
    OperatorCache& cache;
    CommitRecord& record;
    facts::FactBlock& facts;
};

// What the accruals of a call are put down to in reports. Views: valid during the call.
struct PaidFor {
    PlayerId player;
    std::string_view country;
    std::string_view origin;  // Encoded.
    std::string_view product;
    std::string_view game;
    bool of_others_event = false;  // The event is another player's, who was re-rated with it.
};

// The fact of an accrual.
facts::RewardFact FactOf(const commission::Accrual& accrual, const PaidFor& cause);

// Runs the engine in a transaction and stores what it makes.
class CommissionWriter {
public:
    explicit CommissionWriter(OperatorTransaction& transaction)
        : transaction_(transaction),
          engine_(transaction.cache.plan(), transaction.cache.groups(),
                  transaction.moment.last_accrual + transaction.record.accruals(),
                  transaction.moment.last_held + transaction.record.held()) {}

    commission::CommissionEngine& engine() { return engine_; }

    // Takes what the engine has made since the last call, and adds its facts. `cause_of` says of each accrual what it
    // is put down to.
    template <class CauseOf>
    void Collect(CauseOf cause_of) {
        for (auto& held : engine_.TakeHeld()) held_.push_back(std::move(held));
        for (auto& accrual : engine_.TakeAccruals()) {
            const PaidFor cause = cause_of(accrual);
            Add(std::move(accrual), cause);
        }
    }
    // A player that had qualified belongs to somebody else now.
    void TakeBackQualification(const commission::Accrual& accrual, const PaidFor& cause);

    // Writes accruals, what is held, running sums and postings.
    Status Store();

private:
    void Add(commission::Accrual accrual, const PaidFor& cause);
    void AddFact(const commission::Accrual& accrual, const PaidFor& cause);
    Status AddFactsOfOthers();
    Status AddPostings();

    OperatorTransaction& transaction_;
    commission::CommissionEngine engine_;
    std::vector<commission::Accrual> accruals_;
    std::vector<commission::Held> held_;
    std::vector<std::size_t> of_others_;  // Accruals of players that the call is not about.
    // Accruals that the events of their players do not lead to, ascending.
    std::vector<std::size_t> by_others_events_;
};

// An attributed player's state as it was stored; kLedgerFailed where it is damaged.
Result<commission::PlayerState> ReadPlayerState(std::string_view bytes);
Status StorePlayerStates(Connection& connection, OperatorId owner,
                         const std::map<PlayerId, commission::PlayerState>& states);

// Pays for the events of a batch, in their order; storing it is left to the caller. What is known of each player then
// (EncodePlayerState), where that has changed.
Result<std::vector<std::optional<std::string>>> PayForBatch(const OperatorMoment& moment, CommissionWriter& commission,
                                                            const events::IngestOutcome& outcome);

}  // namespace fairlead::ledger
