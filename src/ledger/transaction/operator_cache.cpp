#include "ledger/transaction/operator_cache.hpp"

#include "ledger/record/group_rows.hpp"

namespace fairlead::ledger {
namespace {

// If the cache has more groups, it is cleared, and groups are read again when they are needed.
constexpr std::size_t kGroupsMax = 200'000;
// The limit for all operators together, about 40 MB.
constexpr std::size_t kPlayersMax = 100'000;

}  // namespace

OperatorCache::OperatorCache(OperatorId owner)
    : owner_(owner), groups_([this](const commission::StateKey& key) -> commission::GroupState {
          auto groups = ReadGroups(*connection_, owner_, std::span(&key, 1));
          if (groups) return std::move(groups->front());
          // The decision continues with an empty group, but the transaction is rolled back.
          loaded_ = std::unexpected(groups.error());
          return {};
      }) {}

Status OperatorCache::CatchUp(Connection& connection, const OperatorMoment& moment) {
    connection_ = &connection;
    loaded_ = {};
    if (at_commit_ != moment.last_commit || groups_.size() > kGroupsMax) groups_.Clear();
    // Every change of a player writes facts, even if it does not affect commission.
    if (at_commit_ != moment.last_commit || at_block_ != moment.last_block) players_.Clear();
    at_commit_ = moment.last_commit;
    at_block_ = moment.last_block;
    if (at_change_ == moment.last_change) return {};
    const auto rows = TRY(ReadChanges(connection, owner_, at_change_, moment.last_change));
    for (const ChangeRow& row : rows) {
        const auto change = TRY(DecodeChange(row));
        plan_.Apply(change);
    }
    at_change_ = moment.last_change;
    return {};
}

void OperatorCache::Keep(const OperatorMoment& moment, const CommitRecord& record, const facts::FactBlock& facts) {
    connection_ = nullptr;
    if (!record.empty()) at_commit_ = moment.commit_no();
    if (!facts.empty()) at_block_ = moment.block_no();
    at_change_ = moment.last_change + record.changes();
}

void OperatorCache::Forget() {
    connection_ = nullptr;
    plan_ = {};
    groups_.Clear();
    players_.Clear();
    at_commit_ = 0;
    at_block_ = 0;
    at_change_ = 0;
}

OperatorCaches::Lease OperatorCaches::Take(OperatorId owner) {
    std::shared_ptr<Entry> entry;
    std::size_t operators = 0;
    std::optional<Bytes32> alias_key;
    {
        const std::lock_guard lock(mutex_);
        auto& known = entries_[owner];
        if (!known) known = std::make_shared<Entry>(owner);
        entry = known;
        operators = entries_.size();
        alias_key = alias_key_;
    }
    Lease lease(std::move(entry));
    lease.cache().players().set_most(kPlayersMax / operators);
    lease.cache().set_alias_key(alias_key);
    return lease;
}

void OperatorCaches::set_alias_key(const Bytes32& key) {
    const std::lock_guard lock(mutex_);
    alias_key_ = key;
}

}  // namespace fairlead::ledger
