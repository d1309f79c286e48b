#include "ledger/retention/used_clicks.hpp"

#include "domain/attribution/decision_bytes.hpp"
#include "domain/tracking/click_id.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kDecidedClicks(
    "SELECT decided_at, player_id, click_id, decision FROM attributions"
    " WHERE operator_id = $1 AND (decided_at, player_id) > ($2, $3) ORDER BY decided_at, player_id LIMIT $4");
constexpr std::int64_t kDecisionsAtOnce = 5000;

}  // namespace

Status UsedClicks::CatchUp(Connection& connection) {
    // The newest decisions are read once more: others may have been made at the very same time.
    PlayerId player{};
    while (true) {
        const auto rows = TRY(connection.Query(
            kDecidedClicks, {Value::Of(owner_), Value::Of(seen_to_), Value::Of(player), Value::Of(kDecisionsAtOnce)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            seen_to_ = rows.Time(i, 0);
            player = rows.Identifier<PlayerId>(i, 1);
            if (!rows.IsNull(i, 2)) Add(rows.Identifier<ClickId>(i, 2));
            if (rows.IsNull(i, 3)) continue;
            for (const auto& candidate : attribution::ReadDecision(rows.Text(i, 3)).candidates) Add(candidate.click);
        }
        if (static_cast<std::int64_t>(rows.size()) < kDecisionsAtOnce) return {};
    }
}

void UsedClicks::Add(ClickId click) {
    const auto place = tracking::PlaceOf(click);
    if (place && place->recorded_at >= first_ && place->recorded_at <= last_) clicks_.insert(click);
}

}  // namespace fairlead::ledger
