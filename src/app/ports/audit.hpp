#pragma once

#include <optional>
#include <string>

#include "base/id/uuid.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// One entry of the audit log. `before` and `after` are JSON, or empty.
struct AuditEntry {
    std::string actor;
    std::string action;
    std::string subject;
    std::string before;
    std::string after;
};

// A stored entry.
struct AuditRecord {
    Uuid id;  // Ids grow with time.
    Timestamp at;
    AuditEntry entry;
};

// The newest entries older than `before`. An empty filter matches everything.
struct AuditQuery {
    std::size_t limit = 0;
    std::optional<Uuid> before;
    std::string actor;
    std::string action;
    std::string subject;
};

}  // namespace fairlead::app
