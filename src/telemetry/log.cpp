#include "telemetry/log.hpp"

#include <atomic>
#include <cerrno>
#include <cstdlib>

#include <spdlog/async.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include "base/text/json_text.hpp"
#include "base/time/time.hpp"

namespace fairlead::telemetry {
namespace {

constexpr std::size_t kQueuedLinesMax = 8192;
constexpr std::string_view kLevelNames[] = {"trace", "debug", "info", "warn", "error"};

std::shared_ptr<spdlog::logger> logger;  // Set once at start, before other threads run.
std::atomic<LogLevel> lowest{LogLevel::kInfo};

void AppendField(std::string& line, const LogField& field) {
    line += ',';
    AppendJsonString(line, field.name);
    line += ':';
    if (const auto* number = std::get_if<std::int64_t>(&field.value)) {
        line += std::to_string(*number);
    } else {
        AppendJsonString(line, std::get<std::string_view>(field.value));
    }
}

std::string LineOf(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) {
    std::string line = R"({"time":")" + Now().ToIso8601() + R"(","level":")";
    line += kLevelNames[static_cast<std::size_t>(level)];
    line += R"(","message":)";
    AppendJsonString(line, message);
    for (const LogField& field : fields) AppendField(line, field);
    line += '}';
    return line;
}

}  // namespace

LogLevel LevelOf(std::string_view name) {
    if (name == "trace") return LogLevel::kTrace;
    if (name == "debug") return LogLevel::kDebug;
    if (name == "warn") return LogLevel::kWarn;
    if (name == "error") return LogLevel::kError;
    return LogLevel::kInfo;
}

void StartLogging(LogLevel level) {
    lowest = level;
    spdlog::init_thread_pool(kQueuedLinesMax, 1);
    auto sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
    logger = std::make_shared<spdlog::async_logger>("fairlead", std::move(sink), spdlog::thread_pool(),
                                                    spdlog::async_overflow_policy::overrun_oldest);
    logger->set_pattern("%v");
    logger->set_level(spdlog::level::trace);
    logger->flush_on(spdlog::level::trace);
}

void StopLogging() {
    logger.reset();
    spdlog::shutdown();
}

bool IsLogged(LogLevel level) { return logger != nullptr && level >= lowest.load(std::memory_order_relaxed); }

void Log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) {
    if (!IsLogged(level)) return;
    const std::string line = LineOf(level, message, fields);
    logger->log(spdlog::level::info, spdlog::string_view_t(line.data(), line.size()));
}

void LogAndAbort(std::string_view message, std::initializer_list<LogField> fields) {
    const std::string line = LineOf(LogLevel::kError, message, fields) + '\n';
    std::string_view left = line;
    while (!left.empty()) {
        const ssize_t written = write(STDERR_FILENO, left.data(), left.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) break;
        left.remove_prefix(static_cast<std::size_t>(written));
    }
    std::abort();
}

}  // namespace fairlead::telemetry
