#pragma once

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

#include "domain/attribution/attribute.hpp"
#include "domain/tracking/terms.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/record/fact_block_rows.hpp"
#include "ledger/repair/clock_repair_rows.hpp"

namespace fairlead::ledger {

// Repeats the attribution of each player from the recorded clicks, in the order of the record.
class AttributionCheck {
public:
    AttributionCheck(Connection& connection, OperatorId owner) : connection_(connection), owner_(owner) {}

    // The repeated decision, and a message if it differs from the stored one.
    struct Decided {
        std::optional<AffiliateId> affiliate;
        std::string country;
        std::string difference;  // Empty if there is none.
    };

    // From here on in the record, decisions saw the times that this repair gave to clicks.
    void OnRepair(const ClockRepair& repair);

    // Decides the first registration in `row`, which was recorded at this time.
    // `suspended` are the affiliates that were suspended at that time.
    Result<Decided> Decide(const ReadEventRow& row, Timestamp recorded_at,
                           const std::unordered_set<AffiliateId>& suspended);

private:
    struct Latest {
        Timestamp time;
        ClickId id;
    };

    // Processes the clicks of all blocks recorded before a time.
    Status CatchUp(Timestamp before);
    void TakeIn(const StoredBlock& block);
    // The block with the times that decisions saw at this point of the record.
    StoredBlock AsSeen(StoredBlock block) const;
    Result<std::optional<tracking::Click>> FindClick(ClickId id, Timestamp before);
    void AddLatest(const events::Event& registration, std::vector<ClickId>& ids) const;

    Connection& connection_;
    OperatorId owner_;
    // Blocks that were read but not yet processed, since a chunk of blocks usually ends after the registration.
    std::deque<StoredBlock> ahead_;
    Timestamp blocks_up_to_;            // The newest block that was read.
    std::vector<ClockRepair> repairs_;  // The repairs up to this point of the record.
    bool all_read_ = false;             // All queries see one snapshot, so no blocks come after the end.
    // The newest counted click of each term, which a registration at this point of the record would find.
    std::unordered_map<tracking::Term, Latest> latest_;
};

}  // namespace fairlead::ledger
