#include "service/serve.hpp"

#include <iostream>

#include "cli/open_permissions.hpp"
#include "service/check_loss.hpp"
#include "service/data_folder.hpp"
#include "service/instance.hpp"
#include "service/open_facts.hpp"
#include "service/open_ledger.hpp"
#include "service/parts/notify_systemd.hpp"
#include "service/parts/open_files.hpp"
#include "service/parts/open_journal.hpp"
#include "service/stop_signals.hpp"
#include "telemetry/log.hpp"
#include "visitors/country_database.hpp"

namespace fairlead::service {
namespace {

int Failed(const Error& error) {
    std::cerr << "fairlead: " << error.message << "\n";
    return 1;
}

int RunInstance(const cli::Settings& settings, bool owns_folder, const sigset_t& signals) {
    telemetry::Metrics metrics;
    const auto clock = MakeClockGuard(settings, metrics);
    auto ledger = OpenLedgerToServe(settings, metrics, clock);
    if (!ledger) return Failed(ledger.error());
    const auto keys = app::LoadServiceKeys((*ledger)->catalogue(), settings.SecretFile());
    if (!keys) return Failed(keys.error());
    if (auto used = (*ledger)->UseAliasKey(keys->token_key); !used) return Failed(used.error());

    auto facts = OpenFacts(settings);
    if (!facts) return Failed(facts.error());
    if (auto whole = CheckForLoss(settings, **ledger, **facts, metrics); !whole) return Failed(whole.error());
    const auto countries = visitors::OpenCountryDatabase(settings.country_database);
    if (!countries) return Failed(countries.error());

    auto journal = OpenJournal(settings, owns_folder, (*ledger)->intake(), metrics);
    if (!journal) return Failed(journal.error());

    Instance instance(settings, metrics, *clock, **ledger, std::move(*journal), std::move(*facts), **countries, *keys);
    const auto address = instance.Listen(owns_folder);
    if (!address) return Failed(address.error());
    const auto prepared = instance.PrepareDemo(*address, signals);
    if (!prepared || !*prepared) {
        instance.Stop();
        return prepared ? 0 : Failed(prepared.error());
    }
    instance.Start();
    std::cout << "fairlead is ready at http://" << *address << "\n" << instance.Instructions(*address) << std::flush;
    telemetry::LogInfo("started", {{"address", std::string_view(*address)}});
    NotifySystemd("READY=1\nSTATUS=Serving at http://" + *address);

    int signal = 0;
    sigwait(&signals, &signal);
    telemetry::LogInfo("stopping", {{"signal", std::int64_t{signal}}});
    NotifySystemd("STOPPING=1\nSTATUS=Finishing running requests");
    instance.Stop();
    telemetry::LogInfo("stopped");
    return 0;
}

}  // namespace

int Serve(const cli::Settings& settings) {
    const sigset_t signals = BlockStopSignals();
    if (auto made = MakeDataFolder(settings.data); !made) return Failed(made.error());
    const auto lock = DataFolderLock::TryTake(settings.data);
    if (!lock) return Failed(lock.error());
    const bool owns_folder = *lock != nullptr;
    // If both stores are on servers, a second process may use the folder. It has no local socket and no click journal.
    if (!owns_folder && (IsEmbedded(settings) || AreFactsEmbedded(settings))) {
        return Failed({ErrorCode::kUnavailable, "",
                       "another process is using the data folder " + settings.data +
                           ". Stop it first, or name another folder with --data."});
    }
    telemetry::StartLogging(telemetry::LevelOf(settings.log_level));
    AllowOpenFilesFor(settings.max_connections);
    for (const std::string& warning : cli::FindOpenPermissions(settings)) telemetry::LogWarn(warning);
    const int status = RunInstance(settings, owns_folder, signals);
    telemetry::StopLogging();
    return status;
}

}  // namespace fairlead::service
