#include "ledger/ingest/rate_grants.hpp"

#include <algorithm>

#include "domain/access/rate_window.hpp"

namespace fairlead::ledger {
namespace {

// The update changes nothing. It locks the row, so that grants of one key run one after the other.
constexpr Sql kLockWindow(
    "INSERT INTO rate_windows (operator_id, key_id, started_at, used) VALUES ($1, $2, 0, 0)"
    " ON CONFLICT (operator_id, key_id) DO UPDATE SET used = rate_windows.used"
    " RETURNING started_at, used, CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS now");
constexpr Sql kStoreWindow("UPDATE rate_windows SET started_at = $1, used = $2 WHERE operator_id = $3 AND key_id = $4");

// A node takes an eighth of the rest, at most 50 or a hundredth of the limit, whichever is larger. Shares get smaller
// towards the end of the limit. So an idle or killed node keeps little of the limit from a busy node.
std::int64_t Share(std::int64_t left, std::int64_t limit) {
    const std::int64_t most = std::max<std::int64_t>(50, limit / 100);
    return std::min(left, std::clamp<std::int64_t>(left / 8, 1, most));
}

}  // namespace

Result<app::RateGrant> GrantRate(Connection& connection, const app::RateGrantRequest& request) {
    const auto rows = TRY(connection.Query(kLockWindow, {Value::Of(request.owner), Value::Of(request.key)}));
    std::int64_t started = rows.Integer(0, kLockWindow["started_at"]);
    std::int64_t used = rows.Integer(0, kLockWindow["used"]);
    const std::int64_t now = rows.Integer(0, kLockWindow["now"]);
    if (now - started >= access::kRateWindowMicros || now < started) {
        started = now;
        used = 0;
    }
    const std::int64_t left = std::max<std::int64_t>(request.limit - used, 0);
    const std::int64_t granted = Share(left, request.limit);
    TRY(connection.Run(kStoreWindow, {Value::Of(started), Value::Of(used + granted), Value::Of(request.owner),
                                      Value::Of(request.key)}));
    return app::RateGrant{granted, left - granted, started + access::kRateWindowMicros - now};
}

}  // namespace fairlead::ledger
