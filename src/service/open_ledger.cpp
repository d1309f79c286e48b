#include "service/open_ledger.hpp"

#include <filesystem>

#include "ledger/postgres/postgres_engine.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"
#include "ledger/verify/verify.hpp"

namespace fairlead::service {
namespace {

constexpr std::string_view kSqlitePrefix = "sqlite:";

Status CheckExists(const std::string& path) {
    if (std::filesystem::exists(path)) return {};
    return Fail(ErrorCode::kUnavailable, "there is no ledger at " + path + ": make one with fairlead init");
}

Result<ledger::Engine> OpenEngine(const cli::Settings& settings, IfMissing if_missing) {
    const std::string url = settings.LedgerUrl();
    if (!IsEmbedded(settings)) {
        return ledger::OpenPostgresEngine(url, static_cast<std::size_t>(settings.postgres_connections));
    }
    const std::string path = url.substr(kSqlitePrefix.size());
    if (if_missing == IfMissing::kFail) {
        if (auto there = CheckExists(path); !there) return std::unexpected(there.error());
    }
    return ledger::OpenSqliteEngine(path);
}

Result<std::unique_ptr<ledger::SessionSource>> OpenReader(const cli::Settings& settings) {
    const std::string url = settings.LedgerUrl();
    if (!IsEmbedded(settings)) return ledger::OpenPostgresReader(url);
    const std::string path = url.substr(kSqlitePrefix.size());
    if (auto there = CheckExists(path); !there) return std::unexpected(there.error());
    return ledger::OpenSqliteReader(path);
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

Result<app::VerificationReport> VerifyLedger(const cli::Settings& settings, const app::ProgressTold& progress) {
    const auto source = OpenReader(settings);
    if (!source) return std::unexpected(source.error());
    const auto session = (*source)->Acquire();
    if (!session) return std::unexpected(session.error());
    return ledger::VerifyLedger(**session, progress);
}

}  // namespace fairlead::service
