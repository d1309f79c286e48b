#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>

#include <rocksdb/db.h>

#include "ledger/event_keys.hpp"

namespace fairlead::ledger {

// The idempotency keys of the embedded engine, in a log-structured index beside the ledger (docs/adr/0003). The index
// is derived: keys go into it after the ledger's commit, first into memory and from there, many at a time, to the disk
// by a thread of its own, without a log. Per operator it remembers up to which event it has come; what a crash takes
// from it is read from the ledger again at the next start. All but the flushing belongs to the writer's thread.
//
// Grammar of the store:
//   key digest (16 bytes)          -> seq (8 bytes, little endian)
//   "upto" operator id (4 + 16)    -> seq of the newest event that is in the index
//   "ledger" (6)                   -> the id of the ledger that the index belongs to
class KeyIndex final : public EventKeys {
public:
    // Opens the index in `folder` and catches up with the ledger. One that is damaged, of another ledger, or ahead of
    // the ledger (restored from a backup) is set aside and made anew.
    static Result<std::unique_ptr<KeyIndex>> Open(const std::string& folder, Session& ledger);
    ~KeyIndex() override;

    Result<std::vector<std::optional<std::int64_t>>> Find(Session& session, OperatorId owner,
                                                          std::span<const events::KeyDigest> digests) override;
    Status Add(Session& session, OperatorId owner, std::span<const KeyEntry> entries) override;
    // Fails while the disk takes no more keys and the memory for them is used up.
    Status BeforeBegin(Session& session) override;
    void AfterCommit() override;
    void AfterRollback() override { pending_.clear(); }

private:
    // Keys that are in force but not yet on the disk.
    struct Recent {
        std::unordered_map<events::KeyDigest, std::int64_t, events::KeyDigestHash> seqs;
        std::map<OperatorId, std::int64_t> up_to;
    };
    struct Pending {
        OperatorId owner;
        KeyEntry entry;
    };

    explicit KeyIndex(std::unique_ptr<rocksdb::DB> store);

    static Result<std::unique_ptr<KeyIndex>> OpenStore(const std::string& folder);
    Result<bool> BelongsTo(Session& ledger, const std::string& ledger_id);
    Status MarkAs(const std::string& ledger_id);
    Status CatchUp(Session& ledger);
    Status CatchUpOperator(Session& ledger, OperatorId owner, std::int64_t last_seq);
    Result<std::int64_t> UpTo(OperatorId owner);

    void StartFlush();
    void RunFlushes(const std::stop_token& stop);
    Status Write(const Recent& keys);
    Status FindOnDisk(std::span<const events::KeyDigest> digests, std::span<const std::size_t> indexes,
                      std::vector<std::optional<std::int64_t>>& found);

    std::unique_ptr<rocksdb::DB> store_;
    std::vector<Pending> pending_;  // Of the transaction that is open.
    Recent recent_;

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::shared_ptr<const Recent> flushing_;  // Being written to the disk; still consulted until it is there.
    bool flush_failed_ = false;
    std::jthread flusher_;
};

}  // namespace fairlead::ledger
