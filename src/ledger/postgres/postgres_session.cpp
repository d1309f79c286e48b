#include <algorithm>
#include <array>
#include <string_view>

#include <poll.h>

#include "base/time/time.hpp"
#include "ledger/postgres/postgres_connection.hpp"
#include "telemetry/log.hpp"

// How a connection begins, and how it learns that it should end.

namespace fairlead::ledger {
namespace {

constexpr int kFirstAnswerTimeoutMs = 35'000;

}  // namespace

PostgresConnection::PostgresConnection(PGconnPtr handle)
    : handle_(std::move(handle)), opened_at_(SteadyMicros()), answer_timeout_ms_(kFirstAnswerTimeoutMs) {}

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::Connect(std::shared_ptr<PrimaryWatch> watch) {
    ServerState state;
    auto handle = TRY(watch->ConnectToPrimary(state));
    std::unique_ptr<PostgresConnection> connection(new PostgresConnection(std::move(handle)));
    connection->watch_ = std::move(watch);
    connection->identity_ = state.identity;
    TRY(connection->PrepareSession());
    return connection;
}

Result<std::unique_ptr<PostgresConnection>> PostgresConnection::Connect(const std::string& url) {
    auto contacts = TRY(ContactHosts(url, {}));
    for (Contact& contact : contacts) {
        if (!contact.handle) {
            telemetry::LogError("the ledger failed",
                                {{"doing", "connect"}, {"reason", std::string_view(contact.reason)}});
            continue;
        }
        std::unique_ptr<PostgresConnection> connection(new PostgresConnection(std::move(contact.handle)));
        TRY(connection->PrepareSession());
        return connection;
    }
    return Fail(ErrorCode::kUnavailable, "the ledger's PostgreSQL cannot be reached, or it refuses the login");
}

Status PostgresConnection::PrepareSession() {
    PGconn* handle = handle_.get();
    // Calls of the library must not wait for the server, because a server that hangs would block them forever.
    if (PQsetnonblocking(handle, 1) != 0) return Failed("connect");
    const auto receive = [](void* connection, const PGresult* notice) {
        if (!IsWarning(notice)) return;
        static_cast<PostgresConnection*>(connection)->was_warned_ = true;
        LogWarningOfServer(notice);
    };
    PQsetNoticeReceiver(handle, receive, this);
    return Execute(
        // Everything that a 2xx acknowledges must be on disk, here and on a synchronous standby, whatever the server's
        // default is.
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write');"
        "SET statement_timeout = '30s'; SET lock_timeout = '15s'; SET idle_in_transaction_session_timeout = '60s';"
        // Every statement has an index. A plan that was made when a table was small must not read the whole table after
        // it has grown. Such plans are not worth compiling.
        "SET enable_seqscan = off; SET jit = off");
}

bool PostgresConnection::LeadsToThePrimary() const { return !watch_ || watch_->MayUse(identity_, opened_at_); }

void PostgresConnection::NoteFailure(const PGresult* result) {
    const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (state != nullptr) failed_with_ = state;
}

bool PostgresConnection::IsOutage() const {
    // Connections, resources such as the disk, shutdowns and timeouts, errors of the system, deadlocks.
    constexpr std::array<std::string_view, 5> kClasses{"08", "53", "57", "58", "40"};
    constexpr std::array<std::string_view, 2> kStates{"55P03", "25006"};  // A lock took too long; a standby.
    if (failed_with_.empty() || PQstatus(handle_.get()) != CONNECTION_OK) return true;
    const std::string_view state = failed_with_;
    return std::ranges::find(kStates, state) != kStates.end() ||
           std::ranges::any_of(kClasses, [&](std::string_view each) { return state.starts_with(each); });
}

bool PostgresConnection::FailedByDamage() const {
    // Damaged data and internal errors, and errors of the system such as a disk that cannot be read.
    const bool is_named = failed_with_.starts_with("XX") || failed_with_.starts_with("58");
    return is_named && PQstatus(handle_.get()) == CONNECTION_OK;
}

std::string PostgresConnection::ReasonOfFailure() const {
    std::string reason = PQerrorMessage(handle_.get());
    while (!reason.empty() && reason.back() == '\n') reason.pop_back();
    return reason;
}

bool PostgresConnection::IsAlive() {
    PGconn* handle = handle_.get();
    if (is_outdated_ || !LeadsToThePrimary()) return false;
    if (PQstatus(handle) != CONNECTION_OK || PQtransactionStatus(handle) != PQTRANS_IDLE) return false;
    // The server sends nothing on an idle connection until it closes it. So a connection that can be read is being
    // closed, even if only the server's last message has arrived so far.
    pollfd readable{PQsocket(handle), POLLIN, 0};
    return poll(&readable, 1, 0) <= 0;
}

}  // namespace fairlead::ledger
