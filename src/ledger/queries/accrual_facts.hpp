#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "app/ports/accrual_records.hpp"
#include "app/ports/row_filter.hpp"
#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// What reports put accruals down to, as payroll.hpp does when it records them: read for a filter, as far as that asks,
// and kept for the accruals that come later.
class AccrualFacts {
public:
    AccrualFacts(Connection& connection, LedgerIndex& index, OperatorId owner, const app::RowFilter& filter);

    // Reads what is asked about these; must come before Passes.
    Status Load(std::span<const app::AccrualRecord> records);
    bool Passes(const app::AccrualRecord& record);

private:
    struct PlayerAssignment {
        Timestamp decided_at;
        std::optional<AffiliateId> affiliate;
        std::optional<LinkId> link;
        std::optional<ClickId> click;
    };
    // The time that a player was one affiliate's without interruption. Reports have everything of it under its last
    // decision's origin.
    struct Stay {
        Timestamp from;
        std::optional<AffiliateId> affiliate;
        PlayerAssignment last;
        tracking::Origin origin;  // Of all but the last stay once it is asked for.
        bool loaded = false;
    };
    struct KnownPlayer {
        std::string country;
        std::vector<Stay> stays;  // In the order of time.
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
    // Null where the player was never the accrual's affiliate's.
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
