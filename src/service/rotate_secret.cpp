#include "service/rotate_secret.hpp"

#include <filesystem>

#include "app/access/service_keys.hpp"
#include "service/data_folder.hpp"
#include "service/open_ledger.hpp"

namespace fairlead::service {

Status RotateSecret(const cli::Settings& settings) {
    if (!std::filesystem::is_directory(settings.data)) {
        return Fail(ErrorCode::kUnavailable, "there is no data folder " + settings.data);
    }
    const auto lock = DataFolderLock::TryTake(settings.data);
    if (!lock) return std::unexpected(lock.error());
    if (IsEmbedded(settings) && !*lock) {
        return Fail(ErrorCode::kUnavailable, "a service uses this data folder. Stop it first.");
    }
    telemetry::Metrics metrics;
    const auto ledger = OpenLedger(settings, IfMissing::kFail, metrics);
    if (!ledger) return std::unexpected(ledger.error());
    const Status rotated = app::RotateSecret((*ledger)->catalogue(), settings.SecretFile());
    (*ledger)->Stop();
    return rotated;
}

}  // namespace fairlead::service
