#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "ledger/engine/ledger_index.hpp"
#include "ledger/index/index_entries.hpp"
#include "ledger/index/index_store.hpp"

namespace fairlead::ledger {

// The log-structured index of the embedded engine, beside the ledger (docs/adr/0003). It is derived: entries are added
// after the ledger's commit, first in memory; then a separate thread writes many at a time to the disk, without a log.
// The index stores its progress per operator. Entries that a crash loses are read from the ledger at the next start.
// Except for flushing and Postings, only the writer's thread may use it.
class DerivedIndex final : public LedgerIndex {
public:
    // Opens the index in `folder` and updates it from the ledger. An index that is damaged, belongs to another ledger,
    // or has another history than the ledger (which was restored from a backup) is set aside and rebuilt. An index in
    // an older format is removed and rebuilt. Fails and changes nothing if the index cannot be opened for another
    // reason, such as a lock of another process.
    static Result<std::unique_ptr<DerivedIndex>> Open(const std::string& folder, Connection& ledger);
    ~DerivedIndex() override;

    Result<std::vector<std::optional<std::int64_t>>> FindKeys(Connection& connection, OperatorId owner,
                                                              std::span<const events::KeyDigest> digests) override;
    Status AddEvents(Connection& connection, OperatorId owner, std::span<const IndexedEvent> events) override;
    Status AddClicks(Connection& connection, OperatorId owner, Timestamp block,
                     std::span<const std::uint64_t> terms) override;
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

private:
    struct PendingEvents {
        OperatorId owner;
        std::vector<IndexedEvent> events;
    };
    struct PendingClicks {
        OperatorId owner;
        Timestamp block;
        std::vector<std::uint64_t> terms;
    };
    struct PendingAccruals {
        OperatorId owner;
        std::int64_t last = 0;
        std::vector<Posting> postings;
    };
    explicit DerivedIndex(std::unique_ptr<IndexStore> store);

    static Result<std::unique_ptr<DerivedIndex>> OpenStore(const std::string& folder);
    Result<bool> BelongsTo(Connection& ledger, const std::string& mark);
    bool IsOutdated(const std::string& mark);
    Status CatchUp(Connection& ledger);
    Status CatchUpEvents(Connection& ledger, const IndexProgress& progress);
    Status CatchUpClicks(Connection& ledger, const IndexProgress& progress);
    Status CatchUpAccruals(Connection& ledger, const IndexProgress& progress);

    void StartFlush();
    void RunFlushes(const std::stop_token& stop);

    std::unique_ptr<IndexStore> store_;
    // The entries of the open transaction.
    std::vector<PendingEvents> pending_events_;
    std::vector<PendingClicks> pending_clicks_;
    std::vector<PendingAccruals> pending_accruals_;

    // Guards the entries in memory, which readers also use. Look-ups of the writer need it only for `flushing_`.
    std::mutex mutex_;
    RecentEntries recent_;
    std::condition_variable_any changed_;
    std::shared_ptr<const RecentEntries> flushing_;  // Being written to the disk; searched until that is done.
    bool flush_failed_ = false;
    std::jthread flusher_;
};

}  // namespace fairlead::ledger
