#include "ledger/postgres/postgres_index.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFindKey("SELECT seq FROM event_keys WHERE operator_id = $1 AND key_digest = $2");
constexpr Sql kInsertKey("INSERT INTO event_keys (operator_id, key_digest, seq) VALUES ($1, $2, $3)");
// Two terms of one block may share a hash.
constexpr Sql kInsertPosting(
    "INSERT INTO postings (operator_id, term, number) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING");
constexpr Sql kPostings(
    "SELECT number FROM postings WHERE operator_id = $1 AND term = $2 AND number < $3 ORDER BY number DESC LIMIT $4");

Value TermValue(std::uint64_t term) { return Value::Of(static_cast<std::int64_t>(term)); }

}  // namespace

Result<std::vector<std::optional<std::int64_t>>> PostgresIndex::FindKeys(Session& session, OperatorId owner,
                                                                         std::span<const events::KeyDigest> digests) {
    ParameterRows parameters(2);
    parameters.Reserve(digests.size());
    for (const auto& digest : digests) parameters.Add({Value::Of(owner), Value::Of(std::span(digest))});
    const auto rows = session.QueryEach(kFindKey, parameters);
    if (!rows) return std::unexpected(rows.error());
    std::vector<std::optional<std::int64_t>> found(digests.size());
    for (std::size_t i = 0; i < rows->size(); ++i) found[rows->SourceOf(i)] = rows->Integer(i, 0);
    return found;
}

Status PostgresIndex::AddEvents(Session& session, OperatorId owner, std::span<const IndexedEvent> events) {
    ParameterRows keys(3);
    ParameterRows postings(3);
    keys.Reserve(events.size());
    postings.Reserve(events.size());
    for (const IndexedEvent& event : events) {
        keys.Add({Value::Of(owner), Value::Of(std::span(event.key)), Value::Of(event.seq)});
        postings.Add({Value::Of(owner), TermValue(event.player_term), Value::Of(event.seq)});
    }
    if (auto done = session.RunEach(kInsertKey, keys); !done) return done;
    return session.RunEach(kInsertPosting, postings);
}

Status PostgresIndex::AddClicks(Session& session, OperatorId owner, Timestamp block,
                                std::span<const std::uint64_t> terms) {
    ParameterRows postings(3);
    postings.Reserve(terms.size());
    for (const std::uint64_t term : terms) {
        postings.Add({Value::Of(owner), TermValue(term), Value::Of(block)});
    }
    return session.RunEach(kInsertPosting, postings);
}

Status PostgresIndex::AddAccruals(Session& session, OperatorId owner, std::int64_t /*last*/,
                                  std::span<const Posting> postings) {
    if (postings.empty()) return {};
    ParameterRows parameters(3);
    parameters.Reserve(postings.size());
    for (const Posting& posting : postings) {
        parameters.Add({Value::Of(owner), TermValue(posting.term), Value::Of(posting.number)});
    }
    return session.RunEach(kInsertPosting, parameters);
}

Result<std::vector<std::int64_t>> PostgresIndex::Postings(Session& session, OperatorId owner, std::uint64_t term,
                                                          std::int64_t before, std::size_t limit) {
    const auto rows = session.Query(
        kPostings, {Value::Of(owner), TermValue(term), Value::Of(before), Value::Of(static_cast<std::int64_t>(limit))});
    if (!rows) return std::unexpected(rows.error());
    std::vector<std::int64_t> numbers;
    numbers.reserve(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i) numbers.push_back(rows->Integer(i, 0));
    return numbers;
}

}  // namespace fairlead::ledger
