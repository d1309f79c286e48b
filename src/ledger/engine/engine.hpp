#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "base/result.hpp"
#include "ledger/engine/ledger_index.hpp"
#include "ledger/engine/work_queue.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A connection that is there when it is needed. Used by one thread at a time.
class ConnectionSource {
public:
    virtual ~ConnectionSource() = default;
    // The open connection, connected again where it was lost. It stays the source's.
    virtual Result<Connection*> Acquire() = 0;
};

// One thread's share of an engine: a connection to write with and the index as that connection sees it.
struct Writer {
    std::unique_ptr<ConnectionSource> source;
    std::shared_ptr<LedgerIndex> index;
};

// Hears what other nodes announce, on a thread of its own that ends with it.
class ChangeListener {
public:
    virtual ~ChangeListener() = default;
};

inline constexpr int kReaders = 2;

// The parts of an engine, opened and migrated. RelationalLedger makes a ledger of them.
struct LedgerEngine {
    std::shared_ptr<void> owned;  // What must outlive the connections, such as the lock of the ledger.
    std::vector<Writer> writers;
    std::vector<std::unique_ptr<ConnectionSource>> readers;  // For what the API reads; each has a thread.
    std::unique_ptr<ConnectionSource> catalogue_reader;      // Never waits for what the API reads.
    std::unique_ptr<ConnectionSource> projector_reader;      // For the projector's thread alone.
    std::unique_ptr<ConnectionSource> retention_reader;      // For retention's thread alone.
    std::shared_ptr<const BlockArchive> archive;             // Where the connections find archived blocks.
    std::shared_ptr<LedgerIndex> reader_index;               // For postings only.
    WorkQueue::Gather gather = WorkQueue::Gather::kAllOperators;
    bool shared_with_other_nodes = false;
    // Starts to listen for changes of catalogues; empty where no other node can make any.
    std::function<std::unique_ptr<ChangeListener>(std::function<void()> changed)> listen;
};

}  // namespace fairlead::ledger
