#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ports/player_records.hpp"
#include "ledger/sql/connection.hpp"

namespace fairlead::ledger {

// Finds players by what people call them: first those that some affiliate knows by the query's alias, the newest
// first, then those whose reference begins with the query's text, in the order of their references. Both are read from
// an index, at most `kPlayersSoughtAtOnce` at a time.
inline constexpr std::int64_t kPlayersSoughtAtOnce = 201;

class PlayerSearch {
public:
    // Begins behind the query's cursor, if it has one. The query must outlive it.
    PlayerSearch(Connection& connection, const app::PlayerQuery& query);

    // The next players, each of which is found once. Empty does not mean that there are no more: see at_end.
    Result<std::vector<PlayerId>> Next();
    bool at_end() const { return at_end_; }

private:
    Status Begin();
    Status BeginBehind(PlayerId cursor);
    bool IsNamed(PlayerId player) const;

    Connection& connection_;
    const app::PlayerQuery& query_;
    std::string text_;  // In upper case, as references are compared.
    bool begun_ = false;
    bool at_end_ = false;
    std::vector<PlayerId> named_;  // By the alias.
    std::size_t next_named_ = 0;
    std::string last_ref_;  // Where the references have been read to.
    PlayerId last_player_;
};

}  // namespace fairlead::ledger
