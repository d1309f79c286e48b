#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/ports/accrual_records.hpp"
#include "app/ports/row_filter.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// The dimensions of accruals, as CommissionWriter records them in facts. Reads only the dimensions that a filter needs
// and keeps them for later accruals.
class AccrualFacts {
public:
    AccrualFacts(Connection& connection, LedgerIndex& index, OperatorId owner, const app::RowFilter& filter);

    // Reads the dimensions of these accruals. Call it before Passes.
    Status Load(std::span<const app::AccrualRecord> records);
    bool Passes(const app::AccrualRecord& record);

private:
    struct PlayerAssignment {
        Timestamp decided_at;
        std::optional<AffiliateId> affiliate;
        std::optional<LinkId> link;
        std::optional<ClickId> click;
    };
    // The time during which a player belonged to one affiliate without interruption. Reports show everything in that
    // time under the origin of its last decision.
    struct Stay {
        Timestamp from;
        std::optional<AffiliateId> affiliate;
        PlayerAssignment last;
        tracking::Origin origin;  // Loaded on demand, except for the last stay.
        bool loaded = false;
    };
    struct KnownPlayer {
        std::string country;
        std::vector<Stay> stays;  // Oldest first.
    };
    struct Cause {
        PlayerId player;
        std::string product;
        std::string game;
    };

    Status LoadPlayers(std::span<const app::AccrualRecord> records);
    Status LoadAssignments(std::span<const PlayerId> players);
    Status LoadCauses(std::span<const app::AccrualRecord> records);
    Status LoadOrigins(std::span<const app::AccrualRecord> records);
    Status LoadOrigin(Stay& stay);
    Status LoadOriginOfLink(const PlayerAssignment& decision, tracking::Origin& origin);

    static void AddAssignment(KnownPlayer& player, const PlayerAssignment& decision);
    // Null if the player never belonged to the accrual's affiliate.
    Stay* StayOf(const app::AccrualRecord& record);
    void PutPlayer(const app::AccrualRecord& record, reporting::FactRow& row) const;
    bool IsStanding(const app::AccrualRecord& record);

    Connection& connection_;
    LedgerIndex& index_;
    OperatorId owner_;
    const app::RowFilter& filter_;
    bool asks_for_origin_ = false;
    bool asks_for_cause_ = false;
    bool asks_for_player_ = false;
    std::map<PlayerId, KnownPlayer> players_;
    std::map<std::int64_t, Cause> causes_;
};

}  // namespace fairlead::ledger
