#pragma once

#include "ledger/event_keys.hpp"

namespace fairlead::ledger {

// The idempotency keys in PostgreSQL's own table, seen alike by every node.
class PostgresKeys final : public EventKeys {
public:
    Result<std::vector<std::optional<std::int64_t>>> Find(Session& session, OperatorId owner,
                                                          std::span<const events::KeyDigest> digests) override;
    Status Add(Session& session, OperatorId owner, std::span<const KeyEntry> entries) override;
    Status BeforeBegin(Session& /*session*/) override { return {}; }
    void AfterCommit() override {}
    void AfterRollback() override {}
};

}  // namespace fairlead::ledger
