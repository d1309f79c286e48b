#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>

namespace fairlead::telemetry {

enum class LogLevel : std::uint8_t { kTrace, kDebug, kInfo, kWarn, kError };

// A named value of a log line. Must not contain a secret (API key, token, password) or a whole request body.
struct LogField {
    std::string_view name;
    std::variant<std::string_view, std::int64_t> value;
};

// Log lines are JSON objects on standard error, written by a background thread. If the reader is too slow, the oldest
// lines are dropped, so that requests never wait.
void StartLogging(LogLevel level);
// The level with this name; kInfo for an unknown name.
LogLevel LevelOf(std::string_view name);
void StopLogging();

bool IsLogged(LogLevel level);
void Log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields = {});

// Logs an error and ends the process by abort(3). It writes the line itself, because the background
// thread may not have been started and would not run again.
[[noreturn]] void LogAndAbort(std::string_view message, std::initializer_list<LogField> fields = {});

inline void LogInfo(std::string_view message, std::initializer_list<LogField> fields = {}) {
    Log(LogLevel::kInfo, message, fields);
}
inline void LogWarn(std::string_view message, std::initializer_list<LogField> fields = {}) {
    Log(LogLevel::kWarn, message, fields);
}
inline void LogError(std::string_view message, std::initializer_list<LogField> fields = {}) {
    Log(LogLevel::kError, message, fields);
}

}  // namespace fairlead::telemetry
