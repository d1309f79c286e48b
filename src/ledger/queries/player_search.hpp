#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ports/player_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Finds players by name: first the players with the query's alias, newest first, then the players whose reference
// starts with the query's text, ordered by reference. Both are read from an index, at most `kPlayersSoughtAtOnce` at a
// time.
inline constexpr std::int64_t kPlayersSoughtAtOnce = 201;

class PlayerSearch {
public:
    // Starts after the query's cursor, if it has one. The query must outlive the search.
    PlayerSearch(Connection& connection, const app::PlayerQuery& query);

    // The next players. Each player is returned once. An empty result does not mean that no players are left: see
    // at_end.
    Result<std::vector<PlayerId>> Next();
    bool at_end() const { return at_end_; }

private:
    Status Begin();
    Status BeginBehind(PlayerId cursor);
    bool IsNamed(PlayerId player) const;

    Connection& connection_;
    const app::PlayerQuery& query_;
    std::string text_;  // In upper case, because the case of references does not matter.
    bool begun_ = false;
    bool at_end_ = false;
    std::vector<PlayerId> named_;  // The players with the alias.
    std::size_t next_named_ = 0;
    std::string last_ref_;  // The last reference that was read.
    PlayerId last_player_;
};

}  // namespace fairlead::ledger
