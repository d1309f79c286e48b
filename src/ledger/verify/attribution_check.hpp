#pragma once

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

#include "domain/attribution/attribute.hpp"
#include "domain/tracking/terms.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/fact_block_rows.hpp"

namespace fairlead::ledger {

// Decides again who brought each player, from the recorded clicks, in the order of the record.
class AttributionCheck {
public:
    AttributionCheck(Connection& connection, OperatorId owner) : connection_(connection), owner_(owner) {}

    // Who brought the player, and what it says where that is not what was stored.
    struct Decided {
        std::optional<AffiliateId> affiliate;
        std::string country;
        std::string difference;  // Empty where there is none.
    };

    // A first registration that was recorded at this time.
    Result<Decided> Decide(const ReadEventRow& registration, Timestamp recorded_at);

private:
    struct Latest {
        Timestamp time;
        ClickId id;
    };

    // Takes in the clicks of all blocks before a time.
    Status CatchUp(Timestamp before);
    void TakeIn(const StoredBlock& block);
    Result<std::optional<tracking::Click>> FindClick(ClickId id, Timestamp before);
    void AddLatest(const events::Event& registration, std::vector<ClickId>& ids) const;

    Connection& connection_;
    OperatorId owner_;
    // Blocks that were read and not yet taken in: what is read in one go reaches beyond most registrations.
    std::deque<StoredBlock> ahead_;
    Timestamp blocks_up_to_;  // The newest that was read.
    bool all_read_ = false;   // All is read as of one moment: nothing comes after the end.
    // The newest counted click under each term: the one that a registration of now would find.
    std::unordered_map<tracking::Term, Latest> latest_;
};

}  // namespace fairlead::ledger
