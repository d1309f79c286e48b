#pragma once

#include <optional>
#include <span>
#include <vector>

#include "domain/events/event.hpp"
#include "ledger/session.hpp"

namespace fairlead::ledger {

struct KeyEntry {
    events::KeyDigest digest{};
    std::int64_t seq = 0;
};

// The idempotency keys that have been used, for ever. Called inside a transaction that holds the operator's lock.
class EventKeys {
public:
    virtual ~EventKeys() = default;

    // The sequence number of the event under each digest, in order.
    virtual Result<std::vector<std::optional<std::int64_t>>> Find(Session& session, OperatorId owner,
                                                                  std::span<const events::KeyDigest> digests) = 0;
    // In force once the transaction commits.
    virtual Status Add(Session& session, OperatorId owner, std::span<const KeyEntry> entries) = 0;

    // Called around every transaction that uses the keys: before it begins, after it has committed, after it was
    // undone.
    virtual Status BeforeBegin(Session& session) = 0;
    virtual void AfterCommit() = 0;
    virtual void AfterRollback() = 0;
};

}  // namespace fairlead::ledger
