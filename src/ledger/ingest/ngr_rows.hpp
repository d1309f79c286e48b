#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "domain/ngr/ngr.hpp"
#include "ledger/transaction/commission_writer.hpp"

namespace fairlead::ledger {

// Converts totals of net gaming revenue into the change that each event makes. Players of brands that never send totals
// have no rows and cost nothing.
class NgrTotals {
public:
    NgrTotals(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
              std::span<const std::optional<events::StoredEvent>> earlier,
              std::span<const events::StoredPlayer* const> players)
        : transaction_(transaction), batch_(batch), earlier_(earlier), players_(players) {}

    // One entry per event, or no entries if every event adds its amount.
    Result<std::vector<std::optional<Decimal>>> Decide();
    // Call it after the decision, when all players have ids.
    Status Store(const events::IngestOutcome& outcome);

private:
    using PlayerName = std::pair<BrandId, std::string_view>;
    struct Marked {
        std::size_t index = 0;  // The index of an event of the player.
        std::optional<PlayerId> player;
        std::map<commission::PlayerNgr::Key, commission::NgrMarks> products;
        std::map<Currency, commission::NgrMarks> shared;  // Marks from before products had their own. Not changed.
        std::set<std::pair<commission::PlayerNgr::Key, Date>> touched;
    };

    std::vector<std::size_t> EventsWithTotals() const;
    Result<Marked*> MarksFor(std::size_t index);
    Status Load(Marked& marked, const commission::PlayerNgr::Key& key, Date day);
    Status LoadDay(Marked& marked, const commission::PlayerNgr::Key& key, Date day);
    Status LoadFromEvents(Marked& marked, const commission::PlayerNgr::Key& key);

    OperatorTransaction& transaction_;
    std::span<const events::SubmittedEvent* const> batch_;
    std::span<const std::optional<events::StoredEvent>> earlier_;
    std::span<const events::StoredPlayer* const> players_;
    std::map<PlayerName, Marked> marked_;
};

}  // namespace fairlead::ledger
