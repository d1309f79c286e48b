#include "ledger/index/recent_entries.hpp"

#include "domain/tracking/terms.hpp"

namespace fairlead::ledger {

void RecentEntries::AddEvent(OperatorId owner, const IndexedEvent& event) {
    seqs.emplace(event.key, event.seq);
    postings.Add(tracking::PlayerTerm(owner, event.player), event.seq);
    events_up_to[owner] = event.seq;
}

void RecentEntries::AddClicks(OperatorId owner, Timestamp block, std::span<const Posting> added) {
    for (const Posting& posting : added) postings.Add(posting.term, posting.number);
    blocks_up_to[owner] = block.micros;
}

void RecentEntries::AddAccruals(OperatorId owner, std::int64_t last, std::span<const Posting> added) {
    for (const Posting& posting : added) postings.Add(posting.term, posting.number);
    accruals_up_to[owner] = last;
}

}  // namespace fairlead::ledger
