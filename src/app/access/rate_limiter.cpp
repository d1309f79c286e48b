#include "app/access/rate_limiter.hpp"

#include "app/access/shared_rate_window.hpp"

namespace fairlead::app {
namespace {

constexpr std::size_t kAnonymousWindowsMax = 100'000;

}  // namespace

RateLimiter::RateLimiter(RateAuthority* authority, std::int64_t anonymous_limit)
    : authority_(authority), anonymous_limit_(anonymous_limit) {}

RateLimiter::~RateLimiter() = default;

std::optional<access::RateDecision> RateLimiter::Take(const RateSubject& subject, std::int64_t now_micros) {
    if (authority_ != nullptr) return SharedWindowOf(subject.key)->Take(subject.limit, now_micros);
    const std::lock_guard lock(mutex_);
    return windows_[subject.key].Take(subject.limit, now_micros);
}

void RateLimiter::TakeLater(const RateSubject& subject, RateDone done) {
    SharedWindowOf(subject.key)->TakeLater(*authority_, subject, std::move(done));
}

std::shared_ptr<RateLimiter::SharedWindow> RateLimiter::SharedWindowOf(ApiKeyId key) {
    const std::lock_guard lock(mutex_);
    auto& window = shared_windows_[key];
    if (!window) window = std::make_shared<SharedWindow>();
    return window;
}

access::RateDecision RateLimiter::TakeAnonymous(const IpAddress& client, std::int64_t now_micros) {
    const Uuid subject{LimitSubject(client).bytes};
    const std::lock_guard lock(anonymous_mutex_);
    if (anonymous_.size() >= kAnonymousWindowsMax && !anonymous_.contains(subject)) {
        if (crowded_.IsOver(now_micros)) {
            std::erase_if(anonymous_, [&](const auto& entry) { return entry.second.IsOver(now_micros); });
        }
        if (anonymous_.size() >= kAnonymousWindowsMax) return crowded_.Take(anonymous_limit_, now_micros);
    }
    return anonymous_[subject].Take(anonymous_limit_, now_micros);
}

}  // namespace fairlead::app
