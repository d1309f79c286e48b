#include "ledger/index/same_history.hpp"

#include <algorithm>

#include "domain/tracking/terms.hpp"

namespace fairlead::ledger {
namespace {

// A sender may repeat its last events after a restore. It does not repeat this many with the same numbers and players.
constexpr std::int64_t kComparedEvents = 1000;

bool ContainsPosting(IndexStore& store, OperatorId owner, const IndexedEvent& event) {
    std::vector<std::int64_t> found;
    const Status read =
        store.FindPostings(tracking::PlayerTerm(owner, event.player), event.seq + 1, 1, found, IndexStore::Keep::kNo);
    return read && !found.empty() && found.front() == event.seq;
}

}  // namespace

Result<bool> HaveSameHistory(Connection& ledger, IndexStore& store, OperatorId owner, std::int64_t events_up_to) {
    const std::int64_t count = std::min(events_up_to, kComparedEvents);
    if (count == 0) return true;
    const auto events = TRY(ReadIndexedEvents(ledger, owner, events_up_to - count, count));
    std::vector<events::KeyDigest> digests;
    std::vector<std::size_t> places;
    for (const IndexedEvent& event : events) {
        places.push_back(digests.size());
        digests.push_back(event.key);
    }
    std::vector<std::optional<std::int64_t>> found(digests.size());
    // An index that cannot be read is of no use, so it is rebuilt.
    if (!store.FindKeys(digests, places, found, IndexStore::Keep::kNo)) return false;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (found[i] != events[i].seq || !ContainsPosting(store, owner, events[i])) return false;
    }
    return true;
}

}  // namespace fairlead::ledger
