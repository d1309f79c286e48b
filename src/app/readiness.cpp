#include "app/readiness.hpp"

#include <utility>

#include "base/time/time.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kGoodForMicros = 1'000'000;
constexpr std::int64_t kHangingAfterMicros = 2'000'000;

}  // namespace

void Readiness::Check(Done done) {
    std::unique_lock lock(mutex_);
    const std::int64_t now = SteadyMicros();
    const bool hanging = probing_ && now - asked_at_ > kHangingAfterMicros;
    const bool fresh = !probing_ && answered_at_ != 0 && now - answered_at_ < kGoodForMicros;
    if (hanging || fresh) {
        const bool writable = fresh && writable_;
        lock.unlock();
        return done(writable);
    }
    waiting_.push_back(std::move(done));
    if (std::exchange(probing_, true)) return;
    asked_at_ = now;
    lock.unlock();
    probe_([this](const Status& written) { OnProbed(written.has_value()); });
}

void Readiness::OnProbed(bool writable) {
    std::vector<Done> waiting;
    {
        const std::lock_guard lock(mutex_);
        writable_ = writable;
        probing_ = false;
        answered_at_ = SteadyMicros();
        waiting.swap(waiting_);
    }
    for (Done& done : waiting) done(writable);
}

}  // namespace fairlead::app
