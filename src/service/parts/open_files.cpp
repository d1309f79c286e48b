#include "service/parts/open_files.hpp"

#include <algorithm>

#include <sys/resource.h>

#include "telemetry/log.hpp"

namespace fairlead::service {
namespace {

// An upper bound for the files of SQLite, the index, DuckDB, PostgreSQL and the listeners.
constexpr std::int64_t kFilesOfEngines = 2048;

}  // namespace

void AllowOpenFilesFor(std::int64_t connections) {
    const auto wanted = static_cast<rlim_t>(connections + kFilesOfEngines);
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= wanted) return;
    files.rlim_cur = std::min(wanted, files.rlim_max);
    const bool raised = setrlimit(RLIMIT_NOFILE, &files) == 0;
    if (raised && files.rlim_cur == wanted) return;
    telemetry::LogWarn(
        "fewer files may be open than max_connections needs",
        {{"allowed", static_cast<std::int64_t>(files.rlim_max)}, {"wanted", static_cast<std::int64_t>(wanted)}});
}

}  // namespace fairlead::service
