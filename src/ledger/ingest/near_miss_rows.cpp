#include "ledger/ingest/near_miss_rows.hpp"

#include <map>

#include "ledger/sql/columns.hpp"

namespace fairlead::ledger {
namespace {

constexpr SqlText kNearMissColumns("operator_id, brand_id, meant, sent, event_id, first_seen, last_seen, count");
constexpr ComposedSql kNoteNearMiss(
    InsertInto("near_misses", kNearMissColumns) +
    " ON CONFLICT (operator_id, brand_id, meant) DO UPDATE SET sent = excluded.sent, event_id = excluded.event_id,"
    " last_seen = excluded.last_seen, count = near_misses.count + excluded.count");

struct SeenNearMiss {
    std::string_view sent;
    EventId event;
    std::int64_t count = 0;
};

}  // namespace

Status StoreNearMisses(OperatorTransaction& transaction, std::span<const events::SubmittedEvent* const> batch,
                       std::span<const events::AcceptedEvent> accepted) {
    std::map<std::pair<BrandId, std::string_view>, SeenNearMiss> seen;
    for (const events::AcceptedEvent& event : accepted) {
        for (const events::NearMiss& near_miss : batch[event.index]->near_misses) {
            SeenNearMiss& entry = seen[{batch[event.index]->event.brand, near_miss.meant}];
            entry = {near_miss.sent, event.id, entry.count + 1};
        }
    }
    ParameterRows parameters(kNearMissColumns.column_count());
    const Value now = Value::Of(transaction.moment.recorded_at);
    for (const auto& [where, entry] : seen) {
        parameters.Add({Value::Of(transaction.moment.owner), Value::Of(where.first), Value::Of(where.second),
                        Value::Of(entry.sent), Value::Of(entry.event), now, now, Value::Of(entry.count)});
    }
    return transaction.connection.RunEach(kNoteNearMiss, parameters);
}

}  // namespace fairlead::ledger
