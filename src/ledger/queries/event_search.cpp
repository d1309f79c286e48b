#include "ledger/queries/event_search.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

constexpr Sql kLastNumber("SELECT last_seq FROM operators WHERE operator_id = $1");
constexpr Sql kIdOf("SELECT event_id FROM events WHERE operator_id = $1 AND seq = $2");
constexpr Sql kIdsFrom(
    "SELECT event_id, seq FROM events WHERE operator_id = $1 AND seq >= $2 AND seq <= $3 ORDER BY seq");

// Ids increase with numbers, except when the clocks of several nodes differ. So this many events on each side of the
// expected number are searched.
constexpr std::int64_t kNeighbours = 2000;

// The first number whose event's id is not below the given id, assuming that ids increase with numbers.
Result<std::int64_t> ShouldBeAt(Connection& connection, OperatorId owner, EventId event, std::int64_t last) {
    std::int64_t low = 1;
    std::int64_t high = last + 1;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        const auto rows = TRY(connection.Query(kIdOf, {Value::Of(owner), Value::Of(middle)}));
        const bool below = !rows.empty() && rows.Identifier<EventId>(0) < event;
        (below ? low : high) = below ? middle + 1 : middle;
    }
    return low;
}

}  // namespace

Result<std::optional<std::int64_t>> FindEventNumber(Connection& connection, OperatorId owner, EventId event) {
    const auto last = TRY(connection.Query(kLastNumber, {Value::Of(owner)}));
    if (last.empty()) return std::nullopt;
    const auto place = TRY(ShouldBeAt(connection, owner, event, last.Integer(0)));
    for (const std::int64_t around : {std::int64_t{0}, kNeighbours}) {
        const auto rows =
            TRY(connection.Query(kIdsFrom, {Value::Of(owner), Value::Of(place - around), Value::Of(place + around)}));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (rows.Identifier<EventId>(i, kIdsFrom["event_id"]) == event) return rows.Integer(i, kIdsFrom["seq"]);
        }
    }
    return std::nullopt;
}

}  // namespace fairlead::ledger
