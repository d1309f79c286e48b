#include "http/admission/refusal_log.hpp"

#include "base/time/time.hpp"
#include "telemetry/log.hpp"

namespace fairlead::http {
namespace {

constexpr std::int64_t kLineEveryMicros = 10 * kMicrosPerSecond;

}  // namespace

std::int64_t RefusalLog::Count(std::string_view reason, std::int64_t now_micros) {
    const std::lock_guard lock(mutex_);
    Sample& sample = samples_[reason];
    ++sample.count;
    if (sample.logged && now_micros - sample.logged_at < kLineEveryMicros) return 0;
    sample.logged = true;
    sample.logged_at = now_micros;
    return std::exchange(sample.count, 0);
}

void RefusalLog::Note(const Refusal& refusal, std::int64_t now_micros) {
    const std::int64_t count = Count(refusal.reason, now_micros);
    if (count == 0) return;
    const std::string client = refusal.client.ToString();
    telemetry::LogWarn("clients are refused", {{"reason", refusal.reason},
                                               {"count", count},
                                               {"lastClient", std::string_view(client)},
                                               {"lastRoute", refusal.route}});
}

}  // namespace fairlead::http
