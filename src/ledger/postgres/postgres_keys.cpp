#include "ledger/postgres/postgres_keys.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kFind("SELECT seq FROM event_keys WHERE operator_id = $1 AND key_digest = $2");
constexpr Sql kInsert("INSERT INTO event_keys (operator_id, key_digest, seq) VALUES ($1, $2, $3)");

}  // namespace

Result<std::vector<std::optional<std::int64_t>>> PostgresKeys::Find(Session& session, OperatorId owner,
                                                                    std::span<const events::KeyDigest> digests) {
    ParameterRows parameters(2);
    parameters.Reserve(digests.size());
    for (const auto& digest : digests) parameters.Add({Value::Of(owner), Value::Of(std::span(digest))});
    const auto rows = session.QueryEach(kFind, parameters);
    if (!rows) return std::unexpected(rows.error());
    std::vector<std::optional<std::int64_t>> found(digests.size());
    for (std::size_t i = 0; i < rows->size(); ++i) found[rows->SourceOf(i)] = rows->Integer(i, 0);
    return found;
}

Status PostgresKeys::Add(Session& session, OperatorId owner, std::span<const KeyEntry> entries) {
    ParameterRows parameters(3);
    parameters.Reserve(entries.size());
    for (const KeyEntry& entry : entries) {
        parameters.Add({Value::Of(owner), Value::Of(std::span(entry.digest)), Value::Of(entry.seq)});
    }
    return session.RunEach(kInsert, parameters);
}

}  // namespace fairlead::ledger
