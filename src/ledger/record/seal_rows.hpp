#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ledger/record/commit_record.hpp"
#include "ledger/record/operator_moment.hpp"
#include "ledger/seals/sealed_tables.hpp"

namespace fairlead::ledger {

// A row of the table `seals`: the members of a row of another table as a commit wrote it. The newest seal of a row is
// in force.
struct SealRow {
    std::int64_t number = 0;
    std::string kind;
    std::string record;
    std::string content;
};

// The kind of the seals of blocks that retention has rewritten. Other blocks have their digest in their commit.
inline constexpr std::string_view kBlockSeal = "block";
// The record of such a seal: a text that sorts in the order of block numbers.
std::string BlockRecord(std::int64_t block_no);
std::string BlockContent(const Bytes32& digest);

// These functions append seals to those that the record already contains, in a transaction that holds the operator's
// lock. Call StartSeals first.

// Seals all existing rows, in the first commit after the upgrade or of a new operator. Does nothing later.
Status StartSeals(Connection& connection, const OperatorMoment& moment, CommitRecord& record);

// Reads rows that this transaction has written and seals them. A row whose members have not changed needs no new seal.
Status SealRows(Connection& connection, const OperatorMoment& moment, CommitRecord& record, SealedKind kind,
                std::span<const SealedKey> keys);
inline Status SealOne(Connection& connection, const OperatorMoment& moment, CommitRecord& record, SealedKind kind,
                      const SealedKey& key) {
    return SealRows(connection, moment, record, kind, std::span(&key, 1));
}

// `blocks` are the numbers and digests of the blocks that were rewritten.
Status SealBlocks(Connection& connection, const OperatorMoment& moment, CommitRecord& record,
                  std::span<const std::pair<std::int64_t, Bytes32>> blocks);

// The seals after a number, ordered by number.
Result<std::vector<SealRow>> ReadSeals(Connection& connection, OperatorId owner, std::int64_t after,
                                       std::int64_t limit);
// The newest seal of each record of a kind, in order; nothing for a record without one.
Result<std::vector<std::optional<SealRow>>> ReadNewestSeals(Connection& connection, OperatorId owner,
                                                            std::string_view kind,
                                                            std::span<const std::string> records);
// The seals of the blocks from `first` to `last`, ordered by number of the seal.
Result<std::vector<SealRow>> ReadBlockSeals(Connection& connection, OperatorId owner, std::int64_t first,
                                            std::int64_t last);

}  // namespace fairlead::ledger
