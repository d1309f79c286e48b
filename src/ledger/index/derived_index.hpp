#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "ledger/engine/engine.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/index/index_entries.hpp"
#include "ledger/index/index_store.hpp"

namespace fairlead::ledger {

// The log-structured index of the embedded engine, beside the ledger (docs/adr/0003). It is derived: entries are added
// after the ledger's commit, first in memory; then a separate thread writes many at a time to the disk, without a log.
// The index stores its progress per operator. Entries that a crash loses are read from the ledger at the next start.
// Except for flushing and Postings, only the writer's thread may use it.
//
// An index that is found damaged while it is used is set aside and rebuilt from the ledger by the thread that flushes.
// Until then look-ups fail with kUnavailable, and new entries gather in memory.
class DerivedIndex final : public LedgerIndex {
public:
    // Opens the index in `folder` and updates it from the ledger. An index that is damaged, belongs to another ledger,
    // or has another history than the ledger (which was restored from a backup) is set aside and rebuilt. An index in
    // an older format is removed and rebuilt. Fails and changes nothing if the index cannot be opened for another
    // reason, such as a lock of another process. A later rebuild reads on a connection of its own; without
    // `open_reader` there is no later rebuild.
    static Result<std::unique_ptr<DerivedIndex>> Open(const std::string& folder, Connection& ledger,
                                                      OpenReader open_reader = {});
    ~DerivedIndex() override;

    Result<std::vector<std::optional<std::int64_t>>> FindKeys(Connection& connection, OperatorId owner,
                                                              std::span<const events::KeyDigest> digests) override;
    Status AddEvents(Connection& connection, OperatorId owner, std::span<const IndexedEvent> events) override;
    Status AddClicks(Connection& connection, OperatorId owner, Timestamp block,
                     std::span<const Posting> postings) override;
    Status AddAccruals(Connection& connection, OperatorId owner, std::int64_t last,
                       std::span<const Posting> postings) override;
    Result<std::vector<std::int64_t>> EventsOf(Connection& connection, OperatorId owner, PlayerId player,
                                               std::int64_t before, std::size_t limit) override;
    Result<std::vector<std::int64_t>> Postings(Connection& connection, OperatorId owner, std::uint64_t term,
                                               std::int64_t before, std::size_t limit) override;
    // Fails if entries cannot be written to the disk and their memory is full.
    Status BeforeBegin(Connection& connection) override;
    void AfterCommit() override;
    void AfterRollback() override;
    bool IsRebuilding() const override;

private:
    struct PendingEvents {
        OperatorId owner;
        std::vector<IndexedEvent> events;
    };
    struct PendingClicks {
        OperatorId owner;
        Timestamp block;
        std::vector<Posting> postings;
    };
    struct PendingAccruals {
        OperatorId owner;
        std::int64_t last = 0;
        std::vector<Posting> postings;
    };
    DerivedIndex(std::string folder, std::string mark, std::shared_ptr<IndexStore> store, OpenReader open_reader);

    // The store, or an Error while it is being rebuilt.
    Result<std::shared_ptr<IndexStore>> Store() const;
    // Returns what the store answered. If the store is damaged, its rebuild begins.
    Status OrRebuild(const std::shared_ptr<IndexStore>& store, Status answered);

    void StartFlush();
    void RunFlushes(const std::stop_token& stop);
    void FlushOnce(std::unique_lock<std::mutex>& lock);
    void RebuildOnce(std::unique_lock<std::mutex>& lock, const std::stop_token& stop);
    Result<std::shared_ptr<IndexStore>> RebuildOrFail(const std::stop_token& stop);
    Result<std::shared_ptr<IndexStore>> Rebuild(const std::stop_token& stop);

    const std::string folder_;
    const std::string mark_;
    const OpenReader open_reader_;
    // The entries of the open transaction.
    std::vector<PendingEvents> pending_events_;
    std::vector<PendingClicks> pending_clicks_;
    std::vector<PendingAccruals> pending_accruals_;

    // Guards the store and the entries in memory, which readers also use. Look-ups of the writer need it only for the
    // store and `flushing_`.
    mutable std::mutex mutex_;
    std::shared_ptr<IndexStore> store_;    // Null while it is rebuilt.
    std::shared_ptr<IndexStore> damaged_;  // Until it is set aside.
    RecentEntries recent_;
    std::condition_variable_any changed_;
    std::shared_ptr<const RecentEntries> flushing_;  // Being written to the disk; searched until that is done.
    bool flush_failed_ = false;
    std::jthread flusher_;
};

}  // namespace fairlead::ledger
