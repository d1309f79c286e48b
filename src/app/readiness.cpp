#include "app/readiness.hpp"

namespace fairlead::app {
namespace {

constexpr std::int64_t kGoodForMicros = 1'000'000;
constexpr std::int64_t kHangingAfterMicros = 2'000'000;

}  // namespace

void Readiness::Check(Done done) {
    std::optional<bool> known;
    {
        const std::lock_guard lock(mutex_);
        const std::int64_t now = SteadyMicros();
        if (probing_ && now - asked_at_ > kHangingAfterMicros) {
            known = false;
        } else if (!probing_ && answered_at_ != 0 && now - answered_at_ < kGoodForMicros) {
            known = writable_;
        } else {
            waiting_.push_back(std::move(done));
            if (probing_) return;
            probing_ = true;
            asked_at_ = now;
        }
    }
    if (known) return done(*known);
    ledger_.Probe([this](Status written) { OnProbed(written.has_value()); });
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
