#pragma once

#include <map>
#include <span>
#include <unordered_map>

#include "ledger/engine/ledger_index.hpp"
#include "ledger/index/recent_postings.hpp"

namespace fairlead::ledger {

// Committed entries of the index that are not yet on the disk, and the progress of the index with them.
struct RecentEntries {
    std::unordered_map<events::KeyDigest, std::int64_t, events::KeyDigestHash> seqs;
    RecentPostings postings;
    std::map<OperatorId, std::int64_t> events_up_to;
    std::map<OperatorId, std::int64_t> blocks_up_to;
    std::map<OperatorId, std::int64_t> accruals_up_to;

    std::size_t size() const { return seqs.size() + postings.size(); }
    void AddEvent(OperatorId owner, const IndexedEvent& event);
    void AddClicks(OperatorId owner, Timestamp block, std::span<const Posting> added);
    void AddAccruals(OperatorId owner, std::int64_t last, std::span<const Posting> added);
};

}  // namespace fairlead::ledger
