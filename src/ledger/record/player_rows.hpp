#pragma once

#include <optional>
#include <string>

#include "app/ports/player_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// How a player lies in the table `players`.

// A player's row. The record lacks what other tables know: attribution and totals.
struct PlayerRow {
    app::PlayerRecord record;
    std::int64_t registration_seq = 0;  // 0: not yet.
    std::int64_t first_deposit_seq = 0;
    std::string origin;
    std::optional<AffiliateId> affiliate;
    std::string commission;  // As it is stored.

    // Whether the event is a milestone that the player had reached before.
    bool IsRepeated(std::int64_t seq, events::EventType type) const {
        if (type == events::EventType::kRegistration) return seq != registration_seq;
        return type == events::EventType::kFirstDeposit && seq != first_deposit_seq;
    }
};

// What a query of players must select for ReadPlayerRow.
#define FAIRLEAD_PLAYER_COLUMNS                                                                               \
    "player_id, brand_id, external_ref, registered_at, country, registration_seq, first_deposit_seq, origin," \
    " affiliate_id, commission"
PlayerRow ReadPlayerRow(const ResultRows& rows, std::size_t row);

// kNotFound when the operator has no such player.
Result<PlayerRow> FindPlayer(Connection& connection, OperatorId owner, PlayerId player);

}  // namespace fairlead::ledger
