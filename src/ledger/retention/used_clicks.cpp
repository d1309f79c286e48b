#include "ledger/retention/used_clicks.hpp"

#include <algorithm>

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
    // A decision with the date of a wrong clock must not hide the decisions that follow it.
    const Timestamp now = Now();
    // Reads the decisions of the latest known time again, because further decisions may have this time.
    PlayerId player{};
    while (true) {
        const auto rows = TRY(connection.Query(
            kDecidedClicks, {Value::Of(owner_), Value::Of(seen_to_), Value::Of(player), Value::Of(kDecisionsAtOnce)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            seen_to_ = rows.Time(i, kDecidedClicks["decided_at"]);
            player = rows.Identifier<PlayerId>(i, kDecidedClicks["player_id"]);
            if (!rows.IsNull(i, kDecidedClicks["click_id"]))
                Add(rows.Identifier<ClickId>(i, kDecidedClicks["click_id"]));
            if (rows.IsNull(i, kDecidedClicks["decision"])) continue;
            for (const auto& candidate : attribution::ReadDecision(rows.Text(i, kDecidedClicks["decision"])).candidates)
                Add(candidate.click);
        }
        if (static_cast<std::int64_t>(rows.size()) < kDecisionsAtOnce) break;
    }
    seen_to_ = std::min(seen_to_, now);
    return {};
}

void UsedClicks::Add(ClickId click) {
    const auto place = tracking::PlaceOf(click);
    if (place && place->batch_time >= times_.first && place->batch_time <= times_.last) clicks_.insert(click);
}

}  // namespace fairlead::ledger
