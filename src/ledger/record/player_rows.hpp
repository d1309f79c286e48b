#pragma once

#include <optional>
#include <string>

#include "app/ports/player_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// A row of the table `players`. The record lacks attribution and totals, which other tables contain.
struct PlayerRow {
    app::PlayerRecord record;
    std::int64_t registration_seq = 0;  // 0 if the player has not registered yet.
    std::int64_t first_deposit_seq = 0;
    std::string origin;
    std::optional<AffiliateId> affiliate;
    std::string commission;  // Encoded: see ReadPlayerState.

    // Whether the event repeats a milestone that the player reached earlier.
    bool IsRepeated(std::int64_t seq, events::EventType type) const {
        if (type == events::EventType::kRegistration) return seq != registration_seq;
        return type == events::EventType::kFirstDeposit && seq != first_deposit_seq;
    }
};

// A query of players must select these columns first, for ReadPlayerRow.
inline constexpr SqlText kPlayerColumns(
    "player_id, brand_id, external_ref, registered_at, country, registration_seq, first_deposit_seq, origin,"
    " affiliate_id, commission");
PlayerRow ReadPlayerRow(const ResultRows& rows, std::size_t row);

// kNotFound if the operator has no such player.
Result<PlayerRow> FindPlayer(Connection& connection, OperatorId owner, PlayerId player);

}  // namespace fairlead::ledger
