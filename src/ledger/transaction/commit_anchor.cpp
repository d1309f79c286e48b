#include "ledger/transaction/commit_anchor.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kHashOfCommit("SELECT hash FROM commits WHERE operator_id = $1 AND commit_no = $2");

}  // namespace

Result<bool> CommitAnchor::IsIn(Connection& connection, const OperatorMoment& moment) const {
    if (moment.last_commit < commit_no_ || moment.last_block < block_no_) return false;
    if (moment.last_commit == commit_no_) return commit_no_ == 0 || moment.last_hash == hash_;
    if (commit_no_ == 0) return true;
    // Another node has written since.
    const auto rows = TRY(connection.Query(kHashOfCommit, {Value::Of(moment.owner), Value::Of(commit_no_)}));
    return !rows.empty() && HashOf(rows.Text(0)) == hash_;
}

void CommitAnchor::Set(std::int64_t commit_no, const Bytes32& hash, std::int64_t block_no) {
    commit_no_ = commit_no;
    block_no_ = block_no;
    hash_ = hash;
}

}  // namespace fairlead::ledger
