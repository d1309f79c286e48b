#include <cstdio>
#include <exception>

#include <sys/stat.h>

#include "base/crypto/secrets.hpp"
#include "cli/command_line.hpp"
#include "facts/duckdb/duck_version.hpp"
#include "ledger/index/index_version.hpp"
#include "ledger/postgres/client_version.hpp"
#include "ledger/sqlite/sqlite_version.hpp"
#include "service/administer.hpp"
#include "service/ask_service.hpp"
#include "service/backup.hpp"
#include "service/follow.hpp"
#include "service/open_ledger.hpp"
#include "service/parts/mail.hpp"
#include "service/rebuild_facts.hpp"
#include "service/repair_ledger.hpp"
#include "service/rotate_secret.hpp"
#include "service/serve.hpp"

namespace {

std::vector<std::string> EngineVersions() {
    using namespace fairlead;
    return {"SQLite " + ledger::SqliteVersion(), "RocksDB " + ledger::IndexVersion(), "DuckDB " + facts::DuckVersion(),
            "PostgreSQL client " + ledger::PostgresClientVersion()};
}

int RunCommand(int argc, char** argv) {
    using namespace fairlead;
    return cli::RunCommandLine(argc, argv,
                               {.serve = service::Serve,
                                .create_operator = service::CreateOperator,
                                .create_key = service::CreateKey,
                                .create_user = service::CreateUser,
                                .list = service::ListRecords,
                                .explain = service::ExplainAccrual,
                                .simulate = service::SimulateDeal,
                                .verify = service::VerifyLedger,
                                .rebuild = service::RebuildFacts,
                                .backup = service::TakeBackup,
                                .follow = service::FollowLedger,
                                .restore = service::RestoreBackup,
                                .ready = service::AskIfReady,
                                .clock = service::AskAboutClock,
                                .repair_clock = service::RepairClock,
                                .stop_sending = service::StopSending,
                                .test_mail = service::SendTestMail,
                                .rotate_secret = service::RotateSecret,
                                .engines = EngineVersions});
}

}  // namespace

int main(int argc, char** argv) {
    umask(077);  // Only this user may read the files that the process creates.
    fairlead::InitializeCryptography();
    try {
        return RunCommand(argc, argv);
    } catch (const std::exception& error) {
        // The ledger contains a value that the program never writes. This ends the command, and is not a bug.
        std::fprintf(stderr, "fairlead: the record cannot be read: %s\n", error.what());
        return 1;
    }
}
