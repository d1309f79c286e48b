#include "service/open_ledger.hpp"

#include <filesystem>

#include "ledger/postgres/postgres_engine.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"

namespace fairlead::service {
namespace {

constexpr std::string_view kSqlitePrefix = "sqlite:";

Result<ledger::Engine> OpenEngine(const cli::Settings& settings, IfMissing if_missing) {
    const std::string url = settings.LedgerUrl();
    if (!IsEmbedded(settings)) {
        return ledger::OpenPostgresEngine(url, static_cast<std::size_t>(settings.postgres_connections));
    }
    const std::string path = url.substr(kSqlitePrefix.size());
    if (if_missing == IfMissing::kFail && !std::filesystem::exists(path)) {
        return Fail(ErrorCode::kUnavailable, "there is no ledger at " + path + ": make one with fairlead init");
    }
    return ledger::OpenSqliteEngine(path);
}

}  // namespace

bool IsEmbedded(const cli::Settings& settings) { return settings.LedgerUrl().starts_with(kSqlitePrefix); }

Result<std::unique_ptr<app::Ledger>> OpenLedger(const cli::Settings& settings, IfMissing if_missing,
                                                telemetry::Metrics& metrics) {
    auto engine = OpenEngine(settings, if_missing);
    if (!engine) return std::unexpected(engine.error());
    return std::make_unique<ledger::RelationalLedger>(std::move(*engine),
                                                      static_cast<std::size_t>(settings.queue_events_max), metrics);
}

}  // namespace fairlead::service
