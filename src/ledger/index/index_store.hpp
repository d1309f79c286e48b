#pragma once

#include <memory>
#include <string>

#include <rocksdb/db.h>

#include "ledger/index/recent_entries.hpp"

namespace fairlead::ledger {

// The part of the derived index that is on the disk: a log-structured store without a log, in two families of entries.
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
    // Fails with kLedgerFailed when the files are damaged, with kUnavailable when they cannot be opened now, for
    // example because another process holds them.
    static Result<std::unique_ptr<IndexStore>> Open(const std::string& folder);
    ~IndexStore();
    IndexStore(const IndexStore&) = delete;
    IndexStore& operator=(const IndexStore&) = delete;

    // Looks up the digests at these places and sets what is found.
    Status FindKeys(std::span<const events::KeyDigest> digests, std::span<const std::size_t> places,
                    std::vector<std::optional<std::int64_t>>& found);
    // Appends numbers below `before` to `found`, greatest first, until there are `limit`.
    Status FindPostings(std::uint64_t term, std::int64_t before, std::size_t limit, std::vector<std::int64_t>& found);

    // The newest event, block and accrual of an operator that are here; 0 without one.
    Result<std::int64_t> EventsUpTo(OperatorId owner) { return ReadMark("upto", owner); }
    Result<std::int64_t> BlocksUpTo(OperatorId owner) { return ReadMark("blok", owner); }
    Result<std::int64_t> AccrualsUpTo(OperatorId owner) { return ReadMark("accr", owner); }
    // What MarkAs has set, nothing in a new store. Fails when the store cannot be read.
    Result<std::optional<std::string>> Mark();
    Status MarkAs(const std::string& mark);

    Status Write(const RecentEntries& entries);
    // Lets the store try again after a write failed.
    void Resume();
    // Spares the next start the catching up. Failing is harmless.
    void Flush();

private:
    IndexStore(std::unique_ptr<rocksdb::DB> store, std::vector<rocksdb::ColumnFamilyHandle*> families);
    Result<std::int64_t> ReadMark(std::string_view kind, OperatorId owner);
    rocksdb::Status WritePostings(const RecentPostings& postings);
    rocksdb::Status WriteKeysAndMarks(const RecentEntries& entries);

    std::unique_ptr<rocksdb::DB> store_;
    std::vector<rocksdb::ColumnFamilyHandle*> families_;
};

}  // namespace fairlead::ledger
