#include "ledger/postgres/postgres_index.hpp"

#include <algorithm>
#include <numeric>

namespace fairlead::ledger {
namespace {

constexpr Sql kFindKey("SELECT seq FROM event_keys WHERE operator_id = $1 AND key_digest = $2");
constexpr SqlText kKeyColumns("operator_id, key_digest, seq");
constexpr ComposedSql kInsertKey(InsertInto("event_keys", kKeyColumns));
constexpr SqlText kPostingColumns("operator_id, term, number");
// Two terms of one batch may have the same hash.
constexpr ComposedSql kInsertPosting(InsertInto("postings", kPostingColumns) + " ON CONFLICT DO NOTHING");
constexpr Sql kEventsOf(
    "SELECT seq FROM events WHERE operator_id = $1 AND player_id = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4");
constexpr Sql kPostings(
    "SELECT number FROM postings WHERE operator_id = $1 AND term = $2 AND number < $3 ORDER BY number DESC LIMIT $4");

Value TermValue(std::uint64_t term) { return Value::Of(static_cast<std::int64_t>(term)); }

Result<std::vector<std::int64_t>> ReadNumbers(const Result<ResultRows>& rows) {
    if (!rows) return std::unexpected(rows.error());
    std::vector<std::int64_t> numbers;
    numbers.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) numbers.push_back(rows->Integer(i));
    return numbers;
}

Status InsertPostings(Connection& connection, OperatorId owner, std::span<const Posting> postings) {
    if (postings.empty()) return {};
    ParameterRows parameters(kPostingColumns.column_count());
    parameters.Reserve(postings.size());
    for (const Posting& posting : postings) {
        parameters.Add({Value::Of(owner), TermValue(posting.term), Value::Of(posting.number)});
    }
    return connection.RunEach(kInsertPosting, parameters);
}

}  // namespace

Result<std::vector<std::optional<std::int64_t>>> PostgresIndex::FindKeys(Connection& connection, OperatorId owner,
                                                                         std::span<const events::KeyDigest> digests) {
    // Sorted, so that neighbours in the table's index are looked up together.
    std::vector<std::size_t> order(digests.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return digests[i]; });
    ParameterRows parameters(2);
    parameters.Reserve(digests.size());
    for (const std::size_t i : order) parameters.Add({Value::Of(owner), Value::Of(std::span(digests[i]))});
    const auto rows = TRY(connection.QueryEach(kFindKey, parameters));
    std::vector<std::optional<std::int64_t>> found(digests.size());
    for (std::size_t i = 0; i < rows.size(); ++i) found[order[rows.SourceOf(i)]] = rows.Integer(i);
    return found;
}

Status PostgresIndex::AddEvents(Connection& connection, OperatorId owner, std::span<const IndexedEvent> events) {
    // Sorted, so that neighbours in the table's index are written together. An index of the table `events` finds the
    // events of a player.
    std::vector<const IndexedEvent*> sorted;
    sorted.reserve(events.size());
    for (const IndexedEvent& event : events) sorted.push_back(&event);
    std::ranges::sort(sorted, {}, &IndexedEvent::key);
    ParameterRows keys(kKeyColumns.column_count());
    keys.Reserve(events.size());
    for (const IndexedEvent* event : sorted) {
        keys.Add({Value::Of(owner), Value::Of(std::span(event->key)), Value::Of(event->seq)});
    }
    return connection.RunEach(kInsertKey, keys);
}

Status PostgresIndex::AddClicks(Connection& connection, OperatorId owner, Timestamp /*block*/,
                                std::span<const Posting> postings) {
    return InsertPostings(connection, owner, postings);
}

Status PostgresIndex::AddAccruals(Connection& connection, OperatorId owner, std::int64_t /*last*/,
                                  std::span<const Posting> postings) {
    return InsertPostings(connection, owner, postings);
}

Result<std::vector<std::int64_t>> PostgresIndex::EventsOf(Connection& connection, OperatorId owner, PlayerId player,
                                                          std::int64_t before, std::size_t limit) {
    return ReadNumbers(connection.Query(kEventsOf, {Value::Of(owner), Value::Of(player), Value::Of(before),
                                                    Value::Of(static_cast<std::int64_t>(limit))}));
}

Result<std::vector<std::int64_t>> PostgresIndex::Postings(Connection& connection, OperatorId owner, std::uint64_t term,
                                                          std::int64_t before, std::size_t limit) {
    return ReadNumbers(connection.Query(kPostings, {Value::Of(owner), TermValue(term), Value::Of(before),
                                                    Value::Of(static_cast<std::int64_t>(limit))}));
}

}  // namespace fairlead::ledger
