#include "facts/duckdb/set_aside.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "base/time/time.hpp"
#include "telemetry/log.hpp"

namespace fairlead::facts {
namespace {

namespace filesystem = std::filesystem;

constexpr std::string_view kDamagedMark = ".damaged-";

// Only the last damaged file is kept for analysis.
void RemoveOlder(const filesystem::path& path) {
    const auto beginning = path.filename().string().append(kDamagedMark);
    const auto folder = path.has_parent_path() ? path.parent_path() : filesystem::path(".");
    std::error_code failed;
    for (const auto& entry : filesystem::directory_iterator(folder, failed)) {
        std::error_code ignored;
        if (entry.path().filename().string().starts_with(beginning)) filesystem::remove(entry.path(), ignored);
    }
}

bool MoveIfThere(const filesystem::path& from, const filesystem::path& to) {
    std::error_code failed;
    if (!filesystem::exists(from, failed)) return !failed;
    filesystem::rename(from, to, failed);
    return !failed;
}

std::unexpected<Error> CannotOpen(const DuckFault& fault, const std::string& path) {
    telemetry::LogError("the analytics store cannot be opened", {{"file", path}, {"reason", fault.message}});
    return Fail(ErrorCode::kFactsFailed, "the analytics store " + path + " cannot be opened: " + fault.message);
}

// An empty file of this name is created before the store. Without it the file at the path was not created by this
// service and is never moved, however damaged it looks.
filesystem::path ClaimOf(const std::string& path) { return path + ".claim"; }

bool IsThere(const filesystem::path& path) {
    std::error_code ignored;
    return filesystem::exists(path, ignored);
}

bool IsNothing(const filesystem::path& path) {
    std::error_code failed;
    return !IsThere(path) || (filesystem::file_size(path, failed) == 0 && !failed);
}

Status CheckPlace(const std::string& path) {
    const filesystem::path file(path);
    std::error_code ignored;
    if (file.has_parent_path() && !filesystem::is_directory(file.parent_path(), ignored)) {
        return Fail(ErrorCode::kInvalidValue, "there is no folder " + file.parent_path().string());
    }
    if (IsThere(file) && !filesystem::is_regular_file(file, ignored)) {
        return Fail(ErrorCode::kInvalidValue, path + " is not a regular file, so it cannot be the analytics store");
    }
    return {};
}

Status Claim(const std::string& path) {
    const std::ofstream made(ClaimOf(path));
    if (made) return {};
    return Fail(ErrorCode::kFactsFailed,
                "the analytics store " + path + " cannot be created: its folder is not writable");
}

}  // namespace

Status SetAside(const std::string& path) {
    RemoveOlder(path);
    const auto aside = path + std::string(kDamagedMark) + std::to_string(Now().micros / kMicrosPerSecond);
    // The log is moved first. A log without its file would be replayed into the new one.
    if (MoveIfThere(path + ".wal", aside + ".wal") && MoveIfThere(path, aside)) {
        telemetry::LogError("the damaged analytics store is set aside and rebuilt from the ledger",
                            {{"file", path}, {"aside", aside}});
        return {};
    }
    telemetry::LogError("the damaged analytics store cannot be set aside", {{"file", path}, {"aside", aside}});
    return Fail(ErrorCode::kFactsFailed, "The analytics store is damaged and cannot be set aside.");
}

Result<OpenedDuckDatabase> OpenOrSetAside(const std::string& path, const DuckOptions& options) {
    TRY(CheckPlace(path));
    if (IsNothing(path) && !IsThere(path + ".wal")) {
        TRY(Claim(path));
    }
    auto database = DuckDatabase::Open(path, options);
    if (database) {
        TRY(Claim(path));
        return OpenedDuckDatabase{std::move(*database), false};
    }
    if (database.error().kind != DuckFaultKind::kDamaged) return CannotOpen(database.error(), path);
    if (!IsThere(ClaimOf(path))) {
        return Fail(ErrorCode::kInvalidValue,
                    path + " is not an analytics store of this service, so it is not changed");
    }
    telemetry::LogError("the analytics store is damaged", {{"file", path}, {"reason", database.error().message}});
    TRY(SetAside(path));
    database = DuckDatabase::Open(path, options);
    if (!database) return CannotOpen(database.error(), path);
    return OpenedDuckDatabase{std::move(*database), true};
}

}  // namespace fairlead::facts
