#pragma once

#include "ledger/engine/ledger_index.hpp"

namespace fairlead::ledger {

// Keys and postings in tables, written in the same transaction as the events. It has no state: any connection may use
// it.
class PostgresIndex final : public LedgerIndex {
public:
    Result<std::vector<std::optional<std::int64_t>>> FindKeys(Connection& connection, OperatorId owner,
                                                              std::span<const events::KeyDigest> digests) override;
    Status AddEvents(Connection& connection, OperatorId owner, std::span<const IndexedEvent> events) override;
    Status AddClicks(Connection& connection, OperatorId owner, Timestamp block,
                     std::span<const Posting> postings) override;
    Status AddAccruals(Connection& connection, OperatorId owner, std::int64_t last,
                       std::span<const Posting> postings) override;
    Result<std::vector<std::int64_t>> EventsOf(Connection& connection, OperatorId owner, PlayerId player,
                                               std::int64_t before, std::size_t limit) override;
    Result<std::vector<std::int64_t>> Postings(Connection& connection, OperatorId owner, std::uint64_t term,
                                               std::int64_t before, std::size_t limit) override;
    Status BeforeBegin(Connection& /*connection*/) override { return {}; }
    void AfterCommit() override {}
    void AfterRollback() override {}
};

}  // namespace fairlead::ledger
