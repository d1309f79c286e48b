#pragma once

#include <atomic>
#include <memory>
#include <string>

#include <rocksdb/db.h>

#include "ledger/index/recent_entries.hpp"

namespace fairlead::ledger {

// The part of the derived index on the disk: a log-structured store without a log, in two column families.
//
// Grammar of the family "default":
//   key digest (16 bytes)            -> seq (8 bytes, little endian)
//   "upto" operator id (4 + 16)      -> seq of the newest event that is in the index
//   "blok" operator id (4 + 16)      -> time of the newest block that is in the index
//   "accr" operator id (4 + 16)      -> number of the newest accrual that is in the index
//   "ledger" (6)                     -> format and id of the ledger that the index belongs to
// Grammar of the family "postings":
//   term (8, big endian) number (8, big endian) -> nothing
class IndexStore {
public:
    // kLedgerFailed if the files are damaged. kUnavailable if they cannot be opened now, for example because another
    // process uses them.
    static Result<std::unique_ptr<IndexStore>> Open(const std::string& folder);
    ~IndexStore();
    IndexStore(const IndexStore&) = delete;
    IndexStore& operator=(const IndexStore&) = delete;

    // Whether what is read stays in memory for later reads.
    enum class Keep : bool { kNo, kYes };
    // Looks up the digests at these places and stores the results at the same places of `found`.
    Status FindKeys(std::span<const events::KeyDigest> digests, std::span<const std::size_t> places,
                    std::vector<std::optional<std::int64_t>>& found, Keep keep = Keep::kYes);
    // Appends numbers below `before` to `found`, greatest first, until there are `limit`.
    Status FindPostings(std::uint64_t term, std::int64_t before, std::size_t limit, std::vector<std::int64_t>& found,
                        Keep keep = Keep::kYes);

    // The newest event, block and accrual of an operator in the index; 0 if there is none.
    Result<std::int64_t> EventsUpTo(OperatorId owner) { return ReadMark("upto", owner); }
    Result<std::int64_t> BlocksUpTo(OperatorId owner) { return ReadMark("blok", owner); }
    Result<std::int64_t> AccrualsUpTo(OperatorId owner) { return ReadMark("accr", owner); }
    // The mark that MarkAs has set; nothing in a new store. An Error if the store cannot be read.
    Result<std::optional<std::string>> Mark();
    Status MarkAs(const std::string& mark);

    // Whether a read or a write has found the files damaged. Then the store has to be rebuilt.
    bool is_damaged() const { return damaged_; }

    Status Write(const RecentEntries& entries);
    // Allows new writes after a failed write.
    void Resume();
    // Writes what is in memory to the disk, so that the next start has less to catch up. A failure is harmless.
    void Flush();

private:
    IndexStore(std::unique_ptr<rocksdb::DB> store, std::vector<rocksdb::ColumnFamilyHandle*> families);
    std::unexpected<Error> Failed(const rocksdb::Status& status);
    Status Checked(const rocksdb::Status& status);
    Result<std::int64_t> ReadMark(std::string_view kind, OperatorId owner);
    rocksdb::Status WritePostings(const RecentPostings& postings);
    rocksdb::Status WriteKeysAndMarks(const RecentEntries& entries);

    std::unique_ptr<rocksdb::DB> store_;
    std::vector<rocksdb::ColumnFamilyHandle*> families_;
    std::atomic<bool> damaged_ = false;
};

}  // namespace fairlead::ledger
