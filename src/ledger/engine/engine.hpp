#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "ledger/engine/ledger_epoch.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/engine/work_queue.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Opens a connection when it is needed. Used by one thread at a time.
class ConnectionSource {
public:
    virtual ~ConnectionSource() = default;
    // The open connection, reconnected if it was lost. The source owns it.
    virtual Result<Connection*> Acquire() = 0;
};

// The part of an engine that one writing thread uses: a connection and the index that belongs to it.
struct Writer {
    std::unique_ptr<ConnectionSource> source;
    std::shared_ptr<LedgerIndex> index;
};

// Listens for announcements of other nodes on its own thread, which the destructor ends.
class ChangeListener {
public:
    virtual ~ChangeListener() = default;
};

inline constexpr int kReaders = 2;

// Opens another connection that reads.
using OpenReader = std::function<Result<std::unique_ptr<ConnectionSource>>()>;

// How a pass over the whole ledger works, and what it reports.
struct ScrubCalls {
    std::function<void(std::string)> found;           // A sentence for each damaged page, at most 1000.
    std::function<void(std::int64_t pages)> on_read;  // How many pages were read since the last call. May be empty.
    std::int64_t pages_per_second = 0;                // 0: as fast as the disk.
};

// The parts of an open, migrated engine. RelationalLedger builds a ledger from them.
struct LedgerEngine {
    std::shared_ptr<void> owned;  // What must outlive the connections, such as the lock of the ledger.
    std::vector<Writer> writers;
    std::shared_ptr<void> companion;                         // Ends before the writers' connections.
    std::int64_t commits_missing = 0;                        // A loss that was accepted at the start.
    std::vector<std::unique_ptr<ConnectionSource>> readers;  // For queries of the API; each has a thread.
    std::unique_ptr<ConnectionSource> catalogue_reader;      // Never waits for queries of the API.
    std::unique_ptr<ConnectionSource> projector_reader;      // Only for the projector's thread.
    std::unique_ptr<ConnectionSource> retention_reader;      // Only for retention's thread.
    std::shared_ptr<const BlockArchive> archive;             // The archived blocks.
    std::shared_ptr<LedgerIndex> reader_index;               // Only for postings.
    // Reads every page and names what is damaged. May be empty.
    std::function<Status(const ScrubCalls&, const std::stop_token&)> scrub;
    std::function<std::int64_t()> damaged_pages_read;  // Damaged pages that were read since the start. May be empty.
    WorkQueue::Gather gather = WorkQueue::Gather::kAllOperators;
    bool shared_with_other_nodes = false;
    // Advances with every connection that replaces a lost one.
    std::shared_ptr<LedgerEpoch> epoch = std::make_shared<LedgerEpoch>();
    std::shared_ptr<app::ClockGuard> clock;  // Dates what the writers write. Null: the system's clock.
    // Starts to listen for changes of catalogues; empty if only one node uses the ledger.
    std::function<std::unique_ptr<ChangeListener>(std::function<void()> changed)> listen;
};

}  // namespace fairlead::ledger
