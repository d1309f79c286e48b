#include "ledger/queries/player_search.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "ledger/transaction/player_aliases.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFrom(
    "SELECT player_id, upper(external_ref {bytewise}) AS upper_ref FROM players WHERE operator_id = $1"
    " AND (upper(external_ref {bytewise}), player_id) > ($2, $3)"
    " ORDER BY upper(external_ref {bytewise}), player_id LIMIT $4");
constexpr Sql kRefOf("SELECT upper(external_ref {bytewise}) FROM players WHERE operator_id = $1 AND player_id = $2");

}  // namespace

PlayerSearch::PlayerSearch(Connection& connection, const app::PlayerQuery& query)
    : connection_(connection), query_(query), text_(ToUpperAscii(query.search.value_or(""))), last_ref_(text_) {}

Result<std::vector<PlayerId>> PlayerSearch::Next() {
    TRY(Begin());
    std::vector<PlayerId> found(named_.begin() + static_cast<std::ptrdiff_t>(next_named_), named_.end());
    next_named_ = named_.size();
    if (at_end_ || !found.empty()) return found;
    const auto rows = TRY(connection_.Query(kFrom, {Value::Of(query_.owner), Value::Of(std::string_view(last_ref_)),
                                                    Value::Of(last_player_), Value::Of(kPlayersSoughtAtOnce)}));
    at_end_ = static_cast<std::int64_t>(rows.size()) < kPlayersSoughtAtOnce;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        last_player_ = rows.Identifier<PlayerId>(i, kFrom["player_id"]);
        last_ref_ = rows.String(i, kFrom["upper_ref"]);
        if (!last_ref_.starts_with(text_)) {
            at_end_ = true;
            break;
        }
        if (!IsNamed(last_player_)) found.push_back(last_player_);
    }
    return found;
}

Status PlayerSearch::Begin() {
    if (begun_) return {};
    begun_ = true;
    if (query_.alias) {
        auto named = TRY(FindByAlias(connection_, query_.owner, *query_.alias));
        named_ = std::move(named);
    }
    return query_.after ? BeginBehind(*query_.after) : Status();
}

// The cursor is the last listed player. The search finds nothing behind an unknown player.
Status PlayerSearch::BeginBehind(PlayerId cursor) {
    const auto named = std::ranges::find(named_, cursor);
    next_named_ = static_cast<std::size_t>(named - named_.begin());
    if (named != named_.end()) {
        ++next_named_;
        return {};
    }
    const auto rows = TRY(connection_.Query(kRefOf, {Value::Of(query_.owner), Value::Of(cursor)}));
    at_end_ = rows.empty();
    if (at_end_) return {};
    last_ref_ = rows.String(0);
    last_player_ = cursor;
    return {};
}

bool PlayerSearch::IsNamed(PlayerId player) const { return std::ranges::find(named_, player) != named_.end(); }

}  // namespace fairlead::ledger
