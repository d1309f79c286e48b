#pragma once

#include <functional>
#include <string>

#include <boost/json.hpp>

#include "app/catalogue/manage_catalogue.hpp"
#include "app/operators/create_operator.hpp"
#include "app/ports/backup.hpp"
#include "app/ports/clock_repair.hpp"
#include "app/ports/outgoing/stopped_sending.hpp"
#include "app/ports/projection.hpp"
#include "app/ports/verification.hpp"
#include "cli/settings.hpp"

namespace fairlead::cli {

// Gets the number of commits that are replayed, and of all commits.
using OnSimulationProgress = std::function<void(std::int64_t done, std::int64_t total)>;

// The implementations of the commands, supplied by the wiring. The command line itself only parses and prints.
struct Commands {
    // Serves until a signal stops it. Returns the exit status.
    std::function<int(const Settings&)> serve;
    // These work on the ledger, or through the running service that owns it. `make_data` allows a new data folder.
    std::function<app::ObjectResult(const Settings&, const app::NewOperator&, bool make_data)> create_operator;
    std::function<app::ObjectResult(const Settings&, const std::string& operator_id, const boost::json::object& key)>
        create_key;
    std::function<app::ObjectResult(const Settings&, const std::string& operator_id, const boost::json::object& user,
                                    const std::string& password_hash)>
        create_user;
    // `kind` is "operators", "users" or "api-keys". Returns `items`.
    std::function<app::ObjectResult(const Settings&, const std::string& kind, const std::string& operator_id)> list;
    std::function<app::ObjectResult(const Settings&, const std::string& operator_id, const std::string& accrual_id)>
        explain;
    // Writes nothing. `asked` has `operator`, which may be empty if there is only one, and `request`, the body of
    // POST /deals/simulate.
    std::function<app::ObjectResult(const Settings&, const boost::json::object& asked, const OnSimulationProgress&)>
        simulate;
    // Only reads. May be called while a service is running.
    std::function<Result<app::VerificationReport>(const Settings&, const app::VerificationRequest&,
                                                  const app::OnVerificationProgress&)>
        verify;
    std::function<Result<app::RebuildProgress>(const Settings&,
                                               const std::function<void(const app::RebuildProgress&)>& on_progress)>
        rebuild;
    // Only reads the ledger. May be called while a service is running.
    std::function<Result<app::BackupReport>(const Settings&, const app::BackupOptions&, const app::OnBackupProgress&)>
        backup;
    // Ships the changes of a SQLite ledger until a signal stops it.
    std::function<Status(const Settings&, const app::FollowOptions&)> follow;
    // Fails if a ledger already exists there.
    std::function<Result<app::BackupReport>(const Settings&, const app::RestoreOptions&, const app::OnBackupProgress&)>
        restore;
    // Fails if no service runs on the data folder, or if it cannot take events.
    std::function<Status(const Settings&)> ready;
    // Describes the clock of the running service, or trusts it as it is.
    std::function<app::ObjectResult(const Settings&, bool confirm)> clock;
    // Fails if a service uses the ledger.
    std::function<Result<std::vector<app::ClockRepairPart>>(const Settings&, const app::ClockRepairOptions&)>
        repair_clock;
    // Fails if a service uses the ledger. Without `apply`, it only counts what would be stopped.
    std::function<Result<app::StoppedSending>(const Settings&, bool apply)> stop_sending;
    // Sends a test mail with the settings mail_*. Fails with the reason that the mail server gives.
    std::function<Status(const Settings&, const std::string& address)> test_mail;
    // Replaces the secret file and wraps the ledger's keys with the new secret.
    std::function<Status(const Settings&)> rotate_secret;
    // The versions of the databases and libraries that this program runs with, as "SQLite 3.40.1".
    std::function<std::vector<std::string>()> engines;
};

// Runs `fairlead …`. Exit status: 0 done, 1 failed, 2 wrong usage.
int RunCommandLine(int argc, char** argv, const Commands& commands);

}  // namespace fairlead::cli
