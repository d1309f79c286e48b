#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "domain/facts/fact_block.hpp"
#include "domain/ingest/ingest.hpp"
#include "domain/triggers/triggers.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/transaction/operator_cache.hpp"

namespace fairlead::ledger {

// A transaction that holds an operator's lock and lease, with the data that is stored at its end.
struct OperatorTransaction {
    Connection& connection;
    LedgerIndex& index;
    const OperatorMoment& moment;
    OperatorCache& cache;
    CommitRecord& record;
    facts::FactBlock& facts;
};

// The dimensions of accruals in reports. The members are views, valid during the call.
struct PaidFor {
    PlayerId player;
    std::string_view country;
    std::string_view origin;  // Encoded.
    std::string_view product;
    std::string_view game;
    bool of_others_event = false;  // The event belongs to another player and re-rated this one.
};

// The fact of an accrual in reports.
facts::RewardFact FactOf(const commission::Accrual& accrual, const PaidFor& cause);

// Runs the commission engine in a transaction and stores its accruals.
class CommissionWriter {
public:
    explicit CommissionWriter(OperatorTransaction& transaction)
        : transaction_(transaction),
          subscriptions_(transaction.cache.plan().subscriptions()),
          engine_(transaction.cache.plan(), transaction.cache.groups(),
                  transaction.moment.last_accrual + transaction.record.accruals(),
                  transaction.moment.last_unpriced + transaction.record.unpriced()) {}

    commission::CommissionEngine& engine() { return engine_; }
    facts::FactBlock& facts() { return transaction_.facts; }

    // Takes the accruals that the engine has created since the last call and adds their facts. `cause_of` returns the
    // dimensions of each accrual.
    template <class CauseOf>
    void Collect(CauseOf cause_of) {
        for (auto& unpriced : engine_.TakeUnpriced()) unpriced_.push_back(std::move(unpriced));
        engine_.ForEachAccrual([&](commission::Accrual& accrual) {
            const PaidFor cause = cause_of(accrual);
            Add(std::move(accrual), cause);
        });
    }
    // Adds the messages about an event that counts for an affiliate from now on. Call it before the engine gets the
    // event, so that the message about the event comes before those about its accruals.
    void CountEvent(const outbox::CountedEvent& event) {
        if (!subscriptions_.empty()) AddMessagesOf(subscriptions_, event, messages_);
    }
    // The same for a registration that no longer counts.
    void CountLeaving(const outbox::CountedEvent& registration) {
        AddMessagesOfLeaving(subscriptions_, registration, messages_);
    }
    // A hint: at most this many accruals follow.
    void Expect(std::size_t accruals) { accruals_.reserve(accruals_.size() + accruals); }
    // Adds the fact that a qualification no longer counts, because the player now belongs to another affiliate.
    void TakeBackQualification(const commission::Accrual& accrual, const PaidFor& cause);

    // Writes accruals, unpriced accruals, running sums, postings and messages.
    Status Store();

private:
    void Add(commission::Accrual accrual, const PaidFor& cause);
    void AddFact(const commission::Accrual& accrual, const PaidFor& cause);
    Status AddFactsOfOthers();
    Status AddPostings();
    Status StoreMessages();

    OperatorTransaction& transaction_;
    const outbox::Subscriptions& subscriptions_;
    commission::CommissionEngine engine_;
    std::vector<commission::Accrual> accruals_;
    std::vector<commission::UnpricedAccrual> unpriced_;
    std::vector<outbox::Intent> messages_;
    std::vector<std::size_t> of_others_;  // Accruals of other players than the event's.
    // Accruals that cannot be found by the events of their players, ascending.
    std::vector<std::size_t> by_others_events_;
};

// Decodes the stored commission state of a player. kLedgerFailed if it is damaged.
Result<commission::PlayerState> ReadPlayerState(std::string_view bytes);
Status StorePlayerStates(Connection& connection, OperatorId owner,
                         const std::map<PlayerId, commission::PlayerState>& states);

// Computes the commission of a batch's events, in order, and adds the facts of the events; the caller stores both.
// Returns the new state of each player (EncodePlayerState) whose state has changed.
Result<std::vector<std::optional<std::string>>> PayForBatch(OperatorTransaction& transaction,
                                                            CommissionWriter& commission,
                                                            const events::IngestOutcome& outcome);

}  // namespace fairlead::ledger
