#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <libpq-fe.h>

#include "base/result.hpp"

namespace fairlead::ledger {

struct CloseConnection {
    void operator()(PGconn* handle) const { PQfinish(handle); }
};
using PGconnPtr = std::unique_ptr<PGconn, CloseConnection>;

// Which server answers, and on which branch of its history. A promotion and a recovery to a point in time begin a new
// timeline with a greater number. Empty where the server does not say.
struct ServerIdentity {
    std::string system;
    std::int64_t timeline = 0;

    bool operator==(const ServerIdentity&) const = default;
    bool IsKnown() const { return !system.empty(); }
};

// What a server says about itself.
struct ServerState {
    ServerIdentity identity;
    bool is_standby = false;
    bool is_pooled = false;  // Another program, such as PgBouncer, is between this one and the server.
};

// One host of a URL, and the result of connecting to it.
struct Contact {
    std::string host;        // As the URL names it.
    PGconnPtr handle;        // Null if the connection failed.
    bool is_silent = false;  // It neither answered nor refused in time.
    std::string reason;      // Why there is no connection.
};

struct ContactLimits {
    int answer_ms = 3000;  // How long a host may take.
    int others_ms = 1000;  // How long the others may take once one host is connected.
};

// Connects to all hosts of a URL at the same time, with the options of the URL. Blocks within the limits.
Result<std::vector<Contact>> ContactHosts(const std::string& url, const ContactLimits& limits);

// The first value that a statement returns, or nothing. An Error if the server does not answer in time or refuses.
Result<std::string> AskOne(PGconn* handle, const char* sql, int timeout_ms);

// Asks the server on an open connection that is idle. An Error if the server does not answer in time.
Result<ServerState> AskServer(PGconn* handle, int timeout_ms);

bool IsWarning(const PGresult* notice);
void LogWarningOfServer(const PGresult* notice);

}  // namespace fairlead::ledger
