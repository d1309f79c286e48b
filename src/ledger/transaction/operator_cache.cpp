#include "ledger/transaction/operator_cache.hpp"

#include <string>
#include <utility>

#include "ledger/record/group_rows.hpp"

namespace fairlead::ledger {
namespace {

// If the cache has more groups, it is cleared, and groups are read again when they are needed.
constexpr std::size_t kGroupsMax = 200'000;
// The limit for all operators together, about 40 MB.
constexpr std::size_t kPlayersMax = 100'000;

}  // namespace

OperatorCache::OperatorCache(OperatorId owner, LedgerEpoch& epoch, MessageBell& bell)
    : owner_(owner),
      epoch_(epoch),
      bell_(bell),
      groups_([this](const commission::StateKey& key) -> commission::GroupState {
          auto groups = ReadGroups(*connection_, owner_, std::span(&key, 1));
          if (groups) return std::move(groups->front());
          // The decision continues with an empty group, but the transaction is rolled back.
          loaded_ = std::unexpected(groups.error());
          return {};
      }) {}

Status OperatorCache::CatchUp(Connection& connection, const OperatorMoment& moment) {
    connection_ = &connection;
    loaded_ = {};
    const bool contained = TRY(anchor_.IsIn(connection, moment));
    if (!contained) return GiveUp(moment);
    // Other commits only seal, or record clicks.
    const MoneyEnd end{moment.last_seq, moment.last_accrual, moment.last_unpriced, moment.last_change};
    const bool same_money = end == end_;
    if (!same_money || groups_.size() > kGroupsMax) groups_.Clear();
    // Every change of a player writes facts, even if it does not affect commission.
    if (!same_money || anchor_.block_no() != moment.last_block) players_.Clear();
    end_ = end;
    anchor_.Set(moment.last_commit, moment.last_hash, moment.last_block);
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
    const bool no_commit = record.empty();
    anchor_.Set(no_commit ? moment.last_commit : moment.commit_no(), no_commit ? moment.last_hash : record.hash(),
                facts.empty() ? moment.last_block : moment.block_no());
    at_change_ = moment.last_change + record.changes();
    end_ = {moment.last_seq + record.events(), moment.last_accrual + record.accruals(),
            moment.last_unpriced + record.unpriced(), at_change_};
    if (!record.stored_messages().destinations.empty()) bell_.Ring(owner_, record.stored_messages());
}

void OperatorCache::Forget() {
    connection_ = nullptr;
    plan_ = {};
    groups_.Clear();
    players_.Clear();
    at_change_ = 0;
    is_upgraded_ = false;
}

void OperatorCache::ForgetBefore(std::uint64_t epoch) {
    if (std::exchange(read_in_epoch_, epoch) != epoch) Forget();
}

// The request was decided with data of the catalogue (brands, deals, keys) that may be lost too. So it fails, and is
// decided again when the client repeats it.
std::unexpected<Error> OperatorCache::GiveUp(const OperatorMoment& moment) {
    const std::string missing = "commit " + std::to_string(anchor_.commit_no()) + ", block " +
                                std::to_string(anchor_.block_no()) + "; the ledger ends with commit " +
                                std::to_string(moment.last_commit) + ", block " + std::to_string(moment.last_block);
    epoch_.ReportMovedBackwards(owner_, missing);
    anchor_.Set(moment.last_commit, moment.last_hash, moment.last_block);
    return Fail(ErrorCode::kUnavailable, "the ledger was replaced by an earlier state of it. Send the request again.");
}

OperatorCaches::Lease OperatorCaches::Take(OperatorId owner) {
    std::shared_ptr<Entry> entry;
    std::size_t operators = 0;
    std::optional<Bytes32> alias_key;
    {
        const std::lock_guard lock(mutex_);
        auto& known = entries_[owner];
        if (!known) known = std::make_shared<Entry>(owner, *epoch_, bell_);
        entry = known;
        operators = entries_.size();
        alias_key = alias_key_;
    }
    Lease lease(std::move(entry));
    lease.cache().ForgetBefore(epoch_->current());
    lease.cache().players().set_most(kPlayersMax / operators);
    lease.cache().set_alias_key(alias_key);
    return lease;
}

void OperatorCaches::set_alias_key(const Bytes32& key) {
    const std::lock_guard lock(mutex_);
    alias_key_ = key;
}

}  // namespace fairlead::ledger
