#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "domain/commission/engine.hpp"
#include "ledger/record/change_rows.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/transaction/known_players.hpp"

namespace fairlead::ledger {

// What a writer remembers of an operator between transactions: the plan, the running sums it has met, and players. Only
// ever used by whoever holds its lease.
class OperatorCache {
public:
    explicit OperatorCache(OperatorId owner);

    const commission::Plan& plan() const { return plan_; }
    commission::GroupStates& groups() { return groups_; }
    // Whoever changes players otherwise than by a batch of events clears them.
    KnownPlayers& players() { return players_; }
    // Of the names that players have for affiliates; nothing before the ledger was told.
    const std::optional<Bytes32>& alias_key() const { return alias_key_; }
    void set_alias_key(const std::optional<Bytes32>& key) { alias_key_ = key; }

    // Brings the memory to where the ledger is. Sums and players that another node may have moved are forgotten.
    Status CatchUp(Connection& connection, const OperatorMoment& moment);
    // A change that this transaction stores.
    void Apply(const commission::Change& change) { plan_.Apply(change); }
    // Whether all that was asked for could be read.
    const Status& loaded() const { return loaded_; }

    // The transaction that ended left the ledger here; or it came to nothing, and so does what it had in memory.
    void Keep(const OperatorMoment& moment, const CommitRecord& record, const facts::FactBlock& facts);
    void Forget();

private:
    OperatorId owner_;
    commission::Plan plan_;
    commission::GroupStates groups_;
    KnownPlayers players_;
    std::optional<Bytes32> alias_key_;
    std::int64_t at_commit_ = 0;
    std::int64_t at_block_ = 0;
    std::int64_t at_change_ = 0;
    Connection* connection_ = nullptr;  // Of the transaction that is open.
    Status loaded_;
};

// The caches of all operators.
class OperatorCaches {
    struct Entry {
        explicit Entry(OperatorId owner) : cache(owner) {}
        std::mutex mutex;
        OperatorCache cache;
    };

public:
    // The only way to a cache. Taken before the operator's lock in the ledger and held until the transaction has ended;
    // what is not kept by then is forgotten.
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
    // For all caches that are taken from now on.
    void set_alias_key(const Bytes32& key);

private:
    std::mutex mutex_;
    std::optional<Bytes32> alias_key_;
    std::map<OperatorId, std::shared_ptr<Entry>> entries_;
};

}  // namespace fairlead::ledger
