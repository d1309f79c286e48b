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

// The index of the embedded engine, log-structured, beside the ledger (docs/adr/0003). It is derived: entries go into
// it after the ledger's commit, first into memory and from there, many at a time, to the disk by a thread of its own,
// without a log. Per operator it remembers up to which event and block it has come; what a crash takes from it is read
// from the ledger again at the next start. All but the flushing and Postings belongs to the writer's thread.
class DerivedIndex final : public LedgerIndex {
public:
    // Opens the index in `folder` and catches up with the ledger. An index that is damaged, belongs to another ledger,
    // or is ahead of the ledger (restored from a backup) is set aside and rebuilt; one in an older format is only
    // rebuilt. Fails and changes nothing when the index cannot be opened for another reason, such as another process's
    // lock.
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
    // Fails while the disk takes no more entries and the memory for them is used up.
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
    // Of the transaction that is open.
    std::vector<PendingEvents> pending_events_;
    std::vector<PendingClicks> pending_clicks_;
    std::vector<PendingAccruals> pending_accruals_;

    // Guards what readers see of the memory; the writer's own look-ups need it only for `flushing_`.
    std::mutex mutex_;
    RecentEntries recent_;
    std::condition_variable_any changed_;
    std::shared_ptr<const RecentEntries> flushing_;  // Being written to the disk; still consulted until it is there.
    bool flush_failed_ = false;
    std::jthread flusher_;
};

}  // namespace fairlead::ledger
