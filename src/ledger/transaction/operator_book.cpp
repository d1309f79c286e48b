#include "ledger/transaction/operator_book.hpp"

#include "ledger/record/group_rows.hpp"

namespace fairlead::ledger {
namespace {

// Beyond this the sums are forgotten and read again as they are met.
constexpr std::size_t kGroupsMax = 200'000;
// Of all operators together, some 40 MB.
constexpr std::size_t kPlayersMax = 100'000;

}  // namespace

OperatorBook::OperatorBook(OperatorId owner)
    : owner_(owner), book_([this](const commission::GroupKey& key) -> commission::GroupState {
          auto groups = ReadGroups(*session_, owner_, std::span(&key, 1));
          if (groups) return std::move(groups->front());
          // The decision goes on with nothing; the transaction is then undone.
          loaded_ = std::unexpected(groups.error());
          return {};
      }) {}

Status OperatorBook::CatchUp(Session& session, const OperatorMoment& moment) {
    session_ = &session;
    loaded_ = {};
    if (at_commit_ != moment.last_commit || book_.size() > kGroupsMax) book_.Clear();
    // Whatever moves a player writes facts, also where it moves no money.
    if (at_commit_ != moment.last_commit || at_block_ != moment.last_block) players_.Clear();
    at_commit_ = moment.last_commit;
    at_block_ = moment.last_block;
    if (at_change_ == moment.last_change) return {};
    const auto rows = ReadChanges(session, owner_, at_change_, moment.last_change);
    if (!rows) return std::unexpected(rows.error());
    for (const ChangeRow& row : *rows) {
        const auto change = DecodeChange(row);
        if (!change) return std::unexpected(change.error());
        plan_.Apply(*change);
    }
    at_change_ = moment.last_change;
    return {};
}

void OperatorBook::Keep(const OperatorMoment& moment, const CommitRecord& record, const facts::FactBlock& facts) {
    session_ = nullptr;
    if (!record.empty()) at_commit_ = moment.commit_no();
    if (!facts.empty()) at_block_ = moment.block_no();
    at_change_ = moment.last_change + record.changes();
}

void OperatorBook::Forget() {
    session_ = nullptr;
    plan_ = {};
    book_.Clear();
    players_.Clear();
    at_commit_ = 0;
    at_block_ = 0;
    at_change_ = 0;
}

BookShelf::Lease BookShelf::Take(OperatorId owner) {
    std::shared_ptr<Entry> entry;
    std::size_t operators = 0;
    {
        const std::lock_guard lock(mutex_);
        auto& known = entries_[owner];
        if (!known) known = std::make_shared<Entry>(owner);
        entry = known;
        operators = entries_.size();
    }
    Lease lease(std::move(entry));
    lease.book().players().set_most(kPlayersMax / operators);
    return lease;
}

}  // namespace fairlead::ledger
