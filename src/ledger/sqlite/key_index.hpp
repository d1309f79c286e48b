#pragma once

#include <rocksdb/db.h>
#include <rocksdb/write_batch.h>

#include <memory>
#include <string>

#include "ledger/event_keys.hpp"

namespace fairlead::ledger {

// The idempotency keys of the embedded engine, in a log-structured index beside the ledger (docs/adr/0003). The index is
// derived: it is written after the ledger's commit, without a log of its own, and remembers per operator up to which event
// it has come. What a crash takes from it is read from the ledger again at the next start.
//
// Grammar of the store:
//   key digest (16 bytes)          -> seq (8 bytes, little endian)
//   "upto" operator id (4 + 16)    -> seq of the newest event that is in the index
//   "ledger" (6)                   -> the id of the ledger that the index belongs to
class KeyIndex final : public EventKeys {
public:
    // Opens the index in `folder` and catches up with the ledger. One that is damaged, of another ledger, or ahead of the
    // ledger (restored from a backup) is set aside and made anew.
    static Result<std::unique_ptr<KeyIndex>> Open(const std::string& folder, Session& ledger);
    ~KeyIndex() override;

    Result<std::vector<std::optional<std::int64_t>>> Find(Session& session, OperatorId owner,
                                                          std::span<const events::KeyDigest> digests) override;
    Status Add(Session& session, OperatorId owner, std::span<const KeyEntry> entries) override;
    Status BeforeBegin(Session& session) override;
    void AfterCommit() override;
    void AfterRollback() override { pending_.Clear(); }

private:
    explicit KeyIndex(std::unique_ptr<rocksdb::DB> store) : store_(std::move(store)) {}

    static Result<std::unique_ptr<KeyIndex>> OpenStore(const std::string& folder);
    Result<bool> BelongsTo(Session& ledger, const std::string& ledger_id);
    Status CatchUp(Session& ledger);
    Status CatchUpOperator(Session& ledger, OperatorId owner, std::int64_t last_seq);
    Result<std::int64_t> UpTo(OperatorId owner);
    Status WritePending();

    std::unique_ptr<rocksdb::DB> store_;
    rocksdb::WriteBatch pending_;
    bool behind_ = false;  // A commit is in the ledger that the index could not take.
};

}  // namespace fairlead::ledger
