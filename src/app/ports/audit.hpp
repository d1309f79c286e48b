#pragma once

#include <optional>
#include <string>

#include "base/id/uuid.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// One line of the audit log; `before` and `after` are JSON, empty where there is nothing.
struct AuditEntry {
    std::string actor;
    std::string action;
    std::string subject;
    std::string before;
    std::string after;
};

// An entry as it was stored.
struct AuditRecord {
    Uuid id;  // Grows with time.
    Timestamp at;
    AuditEntry entry;
};

// The newest entries that are older than `before`. An empty filter matches everything.
struct AuditQuery {
    std::size_t limit = 0;
    std::optional<Uuid> before;
    std::string actor;
    std::string action;
    std::string subject;
};

}  // namespace fairlead::app
