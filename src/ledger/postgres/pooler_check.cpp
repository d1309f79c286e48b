#include "ledger/postgres/pooler_check.hpp"

#include <algorithm>

#include "ledger/postgres/server_contact.hpp"

namespace fairlead::ledger {
namespace {

constexpr int kAnswerMs = 3000;
constexpr int kRounds = 3;
constexpr const char* kServerProcess = "SELECT pg_backend_pid()";

std::unexpected<Error> Refusal() {
    return Fail(
        ErrorCode::kUnavailable,
        "the ledger's PostgreSQL is behind a pooler in transaction mode, such as PgBouncer with"
        " pool_mode = transaction, which cannot be used. Connect to PostgreSQL itself, or set pool_mode = session.");
}

PGconnPtr OpenOne(const std::string& url) {
    auto contacts = ContactHosts(url, {});
    if (!contacts) return nullptr;
    const auto found =
        std::ranges::find_if(*contacts, [](const Contact& contact) { return contact.handle != nullptr; });
    return found == contacts->end() ? nullptr : std::move(found->handle);
}

// Whether a transaction of the second connection uses the server connection of the first one, or moves the first one to
// another.
Result<bool> ShareServers(PGconn* first, PGconn* second) {
    const auto before = TRY(AskOne(first, kServerProcess, kAnswerMs));
    TRY(AskOne(second, "BEGIN", kAnswerMs));
    const auto taken = TRY(AskOne(second, kServerProcess, kAnswerMs));
    if (taken == before) return true;
    const auto after = TRY(AskOne(first, kServerProcess, kAnswerMs));
    TRY(AskOne(second, "ROLLBACK", kAnswerMs));
    return after != before;
}

}  // namespace

Status RefuseTransactionPooling(const std::string& url) {
    const PGconnPtr first = OpenOne(url);
    if (!first) return {};
    const auto state = AskServer(first.get(), kAnswerMs);
    if (!state || !state->is_pooled) return {};
    const PGconnPtr second = OpenOne(url);
    if (!second) return {};
    for (int round = 0; round < kRounds; ++round) {
        const auto shared = ShareServers(first.get(), second.get());
        // Statement mode refuses BEGIN.
        if (!shared || *shared) return Refusal();
    }
    return {};
}

}  // namespace fairlead::ledger
