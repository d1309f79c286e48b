#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "domain/commission/engine.hpp"
#include "ledger/engine/ledger_epoch.hpp"
#include "ledger/outbox/message_bell.hpp"
#include "ledger/record/change_rows.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/transaction/commit_anchor.hpp"
#include "ledger/transaction/known_players.hpp"

namespace fairlead::ledger {

// The data of an operator that a writer keeps between transactions: the plan, running sums and players. Only the holder
// of its lease may use it.
class OperatorCache {
public:
    OperatorCache(OperatorId owner, LedgerEpoch& epoch, MessageBell& bell);

    const commission::Plan& plan() const { return plan_; }
    commission::GroupStates& groups() { return groups_; }
    // A transaction that changes players, except by a batch of events, must clear this cache.
    KnownPlayers& players() { return players_; }
    // The key of players' aliases; nothing until the ledger gets it.
    const std::optional<Bytes32>& alias_key() const { return alias_key_; }
    void set_alias_key(const std::optional<Bytes32>& key) { alias_key_ = key; }

    // Whether transactions write mails to people.
    bool writes_mails() const { return bell_.writes_mails(); }

    // Whether the plan is known to contain what earlier releases did not record.
    bool is_upgraded() const { return is_upgraded_; }
    void NoteUpgraded() { is_upgraded_ = true; }

    // Updates the cache to the state of the ledger. Drops sums and players that another node may have changed.
    // A ledger that moved backwards is reported, and the transaction must be rolled back: it was decided on lost data.
    Status CatchUp(Connection& connection, const OperatorMoment& moment);
    // Applies a change that this transaction stores.
    void Apply(const commission::Change& change) { plan_.Apply(change); }
    // An Error if a group could not be read in this transaction.
    const Status& loaded() const { return loaded_; }

    // Keep: the transaction has committed. Forget: it was rolled back, so the cache is cleared.
    void Keep(const OperatorMoment& moment, const CommitRecord& record, const facts::FactBlock& facts);
    void Forget();
    // Forgets what was read before this epoch.
    void ForgetBefore(std::uint64_t epoch);

private:
    std::unexpected<Error> GiveUp(const OperatorMoment& moment);

    OperatorId owner_;
    LedgerEpoch& epoch_;
    MessageBell& bell_;
    std::uint64_t read_in_epoch_ = 0;
    commission::Plan plan_;
    commission::GroupStates groups_;
    KnownPlayers players_;
    std::optional<Bytes32> alias_key_;
    // The last numbers of the records from which running sums and players follow.
    struct MoneyEnd {
        std::int64_t seq = 0;
        std::int64_t accrual = 0;
        std::int64_t unpriced = 0;
        std::int64_t change = 0;

        bool operator==(const MoneyEnd&) const = default;
    };

    MoneyEnd end_;         // The records up to which the cache is current.
    CommitAnchor anchor_;  // Is kept when all else is forgotten.
    std::int64_t at_change_ = 0;
    bool is_upgraded_ = false;
    Connection* connection_ = nullptr;  // The connection of the open transaction.
    Status loaded_;
};

// The caches of all operators.
class OperatorCaches {
    struct Entry {
        Entry(OperatorId owner, LedgerEpoch& epoch, MessageBell& bell) : cache(owner, epoch, bell) {}
        std::mutex mutex;
        OperatorCache cache;
    };

public:
    explicit OperatorCaches(std::shared_ptr<LedgerEpoch> epoch = std::make_shared<LedgerEpoch>())
        : epoch_(std::move(epoch)) {}

    // Exclusive access to a cache. It is taken before the operator's lock in the ledger and held until the transaction
    // has ended. Without Keep, the cache is cleared at the end.
    class Lease {
    public:
        explicit Lease(std::shared_ptr<Entry> entry) : entry_(std::move(entry)), lock_(entry_->mutex) {}
        Lease(Lease&&) = default;
        Lease& operator=(Lease&&) = default;
        ~Lease() {
            if (entry_ && !kept_) entry_->cache.Forget();
        }

        OperatorCache& cache() { return entry_->cache; }
        void Keep(const OperatorMoment& moment, const CommitRecord& record, const facts::FactBlock& facts) {
            entry_->cache.Keep(moment, record, facts);
            kept_ = true;
        }

    private:
        std::shared_ptr<Entry> entry_;
        std::unique_lock<std::mutex> lock_;
        bool kept_ = false;
    };

    Lease Take(OperatorId owner);
    // Applies to leases that are taken from now on.
    void set_alias_key(const Bytes32& key);
    // Rings after every commit that has written messages.
    MessageBell& bell() { return bell_; }

private:
    const std::shared_ptr<LedgerEpoch> epoch_;
    MessageBell bell_;
    std::mutex mutex_;
    std::optional<Bytes32> alias_key_;
    std::map<OperatorId, std::shared_ptr<Entry>> entries_;
};

}  // namespace fairlead::ledger
