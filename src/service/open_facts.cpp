#include "service/open_facts.hpp"

#include <algorithm>
#include <thread>

#include <unistd.h>

#include "facts/clickhouse/clickhouse_store.hpp"
#include "facts/duckdb/duck_store.hpp"

namespace fairlead::service {
namespace {

constexpr std::string_view kDuckPrefix = "duckdb:";
constexpr std::int64_t kBytesPerMb = 1 << 20;
constexpr std::int64_t kMemoryMbDefault = 1024;
constexpr std::int64_t kMemoryMbMin = 64;
constexpr std::int64_t kShareOfMemory = 4;
// Four row groups of DuckDB. DuckDB compresses and writes whole row groups once, without its log.
constexpr std::int64_t kDuckFactsPerAppend = 4 * 122'880;
// ClickHouse has to merge every append with others, so appends should be few and large.
constexpr std::chrono::milliseconds kClickHousePause{1000};
constexpr std::chrono::milliseconds kClickHouseCompareEvery{30'000};

std::int64_t MemoryBytes(const cli::Settings& settings) {
    // DuckDB does not work with less memory.
    if (settings.facts_memory_mb != 0) return std::max(kMemoryMbMin, settings.facts_memory_mb) * kBytesPerMb;
    const std::int64_t installed = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
    return std::min(kMemoryMbDefault * kBytesPerMb, installed / kShareOfMemory);
}

facts::DuckOptions DuckOptionsOf(const cli::Settings& settings) {
    const auto cores = std::max(1U, std::thread::hardware_concurrency());
    return {.memory_bytes_max = MemoryBytes(settings),
            .threads = settings.facts_threads == 0 ? static_cast<int>(cores) : static_cast<int>(settings.facts_threads),
            .question_time_max = std::chrono::milliseconds(settings.report_timeout_ms)};
}

}  // namespace

bool AreFactsEmbedded(const cli::Settings& settings) { return settings.FactsUrl().starts_with(kDuckPrefix); }

Result<std::unique_ptr<app::FactStore>> OpenFacts(const cli::Settings& settings) {
    const std::string url = settings.FactsUrl();
    if (!AreFactsEmbedded(settings)) {
        return facts::OpenClickHouseStore(url,
                                          {.question_time_max = std::chrono::milliseconds(settings.report_timeout_ms),
                                           .ca_file = settings.facts_ca_file});
    }
    auto opened = TRY(facts::OpenDuckStore(url.substr(kDuckPrefix.size()), DuckOptionsOf(settings)));
    return std::move(opened.store);
}

// A DuckDB file belongs to one process. A ClickHouse server is shared by the nodes that share the ledger.
facts::ProjectorOptions ProjectorOptionsOf(const cli::Settings& settings) {
    if (AreFactsEmbedded(settings)) return {.facts_per_append = kDuckFactsPerAppend};
    return {.shared_store = true, .pause = kClickHousePause, .compare_every = kClickHouseCompareEvery};
}

}  // namespace fairlead::service
